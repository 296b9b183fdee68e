import Synchronization

/// Objects by number: each is stored once, and all threads read it lock-free
/// and without retaining it.
///
/// INVARIANT: `@unchecked Sendable` because an entry is written once, by an exchange with
/// release order, and read by loads with acquire order; the table keeps its objects until it ends.
@safe @usableFromInline
package final class PublishedTable<Object: AnyObject & Sendable>: @unchecked Sendable {
  @usableFromInline typealias Entry = Atomic<Unmanaged<Object>?>
  @usableFromInline typealias Page = Atomic<UnsafeMutablePointer<Entry>?>

  @usableFromInline let capacity: Int
  private let pageCount: Int
  @usableFromInline let pages: UnsafeMutablePointer<Page>

  @inlinable @inline(__always) static var pageSize: Int { 64 }

  /// Creates a table for numbers from 0 on; memory is allocated when objects are stored.
  @usableFromInline package init(capacity: Int) {
    self.capacity = capacity
    pageCount = capacity / Self.pageSize + 1
    unsafe pages = .allocate(capacity: pageCount)
    for index in 0..<pageCount { unsafe (pages + index).initialize(to: Page(nil)) }
  }

  deinit {
    for index in 0..<pageCount {
      guard let page = unsafe pages[index].load(ordering: .acquiring) else { continue }
      for index in 0..<Self.pageSize {
        unsafe page[index].load(ordering: .acquiring)?.release()
      }
      unsafe Self.free(page)
    }
    unsafe pages.deinitialize(count: pageCount)
    unsafe pages.deallocate()
  }

  /// The object with a number; the table keeps it alive.
  @inlinable @inline(__always)
  package subscript(number: Int) -> UnretainedReference<Object>? {
    guard number >= 0, number < capacity,
      let page = unsafe pages[number / Self.pageSize].load(ordering: .acquiring),
      let found = unsafe page[number % Self.pageSize].load(ordering: .acquiring)
    else { return nil }
    return unsafe UnretainedReference(found)
  }

  /// Stores an object, unless the number is taken or outside of the capacity.
  @usableFromInline package func publish(_ object: Object, at number: Int) {
    guard number >= 0, number < capacity else { return }
    let page = unsafe page(number / Self.pageSize)
    let kept = unsafe Unmanaged.passRetained(object)
    let (exchanged, _) = unsafe page[number % Self.pageSize].compareExchange(
      expected: nil, desired: kept, ordering: .acquiringAndReleasing)
    if !exchanged { unsafe kept.release() }
  }

  private func page(_ index: Int) -> UnsafeMutablePointer<Entry> {
    if let known = unsafe pages[index].load(ordering: .acquiring) { return unsafe known }
    let made = UnsafeMutablePointer<Entry>.allocate(capacity: Self.pageSize)
    for index in 0..<Self.pageSize { unsafe (made + index).initialize(to: Entry(nil)) }
    let (exchanged, original) = unsafe pages[index].compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !exchanged, let original = unsafe original else { return unsafe made }
    unsafe Self.free(made)
    return unsafe original
  }

  private static func free(_ page: UnsafeMutablePointer<Entry>) {
    unsafe page.deinitialize(count: pageSize)
    unsafe page.deallocate()
  }
}

/// Numbers that all threads read and write, each on its own and with relaxed order.
///
/// INVARIANT: `@unchecked Sendable` because the numbers are atomic, and their address is
/// written once.
@safe @usableFromInline package final class SharedNumbers: @unchecked Sendable {
  private let numbers: UnsafeMutablePointer<Atomic<UInt64>>
  private let count: Int

  /// Creates `count` numbers with the value 0.
  @usableFromInline package init(count: Int) {
    self.count = count
    unsafe numbers = .allocate(capacity: count)
    for index in 0..<count { unsafe (numbers + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe numbers.deinitialize(count: count)
    unsafe numbers.deallocate()
  }

  /// A number.
  @usableFromInline package subscript(index: Int) -> UInt64 {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe numbers[index].load(ordering: .relaxed)
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe numbers[index].store(newValue, ordering: .relaxed)
    }
  }
}
