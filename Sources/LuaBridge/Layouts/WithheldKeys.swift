import CLuaSupport

/// The numbers of keys whose set values only the host reads, because it must note each read, or look for a key
/// in place of a member.
///
/// INVARIANT: `@unchecked Sendable` because the numbers never change after `init`.
@safe @usableFromInline package final class WithheldKeys: @unchecked Sendable {
  private let numbers: UnsafeMutableBufferPointer<UInt32>
  private let list: LRSNumbers

  /// Creates a list of numbers.
  @usableFromInline package init(_ numbers: some Collection<UInt32>) {
    unsafe self.numbers = .allocate(capacity: numbers.count)
    _ = unsafe self.numbers.initialize(from: numbers.sorted())
    list = unsafe LRSNumbers(first: self.numbers.baseAddress, count: numbers.count)
  }

  deinit { unsafe numbers.deallocate() }

  /// Whether the list has a number.
  @usableFromInline package func contains(_ number: UInt32) -> Bool { lrs_contains(list, number) }

  /// All numbers.
  @usableFromInline package var all: [UInt32] { unsafe Array(numbers) }

  /// The same entries, for C code that does not read those of these keys.
  func restricting(_ entries: LRSEntries) -> LRSEntries {
    var entries = entries
    entries.withheld = list
    return entries
  }
}
