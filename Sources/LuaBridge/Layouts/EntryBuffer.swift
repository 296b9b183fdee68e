import CLuaSupport

/// The memory of ``Entries``.
///
/// INVARIANT: entries lie in the order of the keys' numbers, each number once.
final class EntryBuffer: ManagedBuffer<EntryBuffer.Header, LRSEntry> {
  struct Header {
    var count: Int
    let capacity: Int
  }

  /// The bytes that an entry holds itself.
  static let inlineSize = 16
  /// Few contexts have more values; a buffer for so many takes some 200 bytes.
  private static let leastCapacity = 5

  static func make(capacity: Int) -> EntryBuffer {
    let capacity = max(capacity, leastCapacity)
    let made = EntryBuffer.create(minimumCapacity: capacity) { _ in
      Header(count: 0, capacity: capacity)
    }
    return SameType.downcast(made, to: EntryBuffer.self)
  }

  deinit {
    unsafe withUnsafeMutablePointers { header, entries in
      for index in unsafe 0..<header.pointee.count { unsafe Self.destroy(entries + index) }
    }
  }

  @inline(__always) var entries: UnsafeMutablePointer<LRSEntry> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 }
  }

  /// Through a pointer, which no check of exclusive access watches.
  @inline(__always) private var fields: UnsafeMutablePointer<Header> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  /// The number of entries.
  var count: Int {
    @inline(__always) get { unsafe fields.pointee.count }
    @inline(__always) set { unsafe fields.pointee.count = newValue }
  }

  /// How many entries there may be.
  @inline(__always) var room: Int { unsafe fields.pointee.capacity }

  /// Returns a buffer with copies of the entries.
  func copy(capacity: Int) -> EntryBuffer {
    let copy = EntryBuffer.make(capacity: max(capacity, count))
    for index in 0..<count { unsafe Self.copy(entries + index, to: copy.entries + index) }
    copy.count = count
    return copy
  }

  /// Returns a larger buffer with the entries, of which none is left here.
  func moved() -> EntryBuffer {
    let larger = EntryBuffer.make(capacity: 2 * count)
    unsafe larger.entries.moveInitialize(from: entries, count: count)
    larger.count = count
    count = 0
    return larger
  }

  // MARK: An entry

  /// Where the value of an entry lies.
  @inline(__always)
  static func address(_ entry: UnsafePointer<LRSEntry>) -> UnsafeRawPointer {
    if unsafe entry.pointee.isBoxed,
      let address = unsafe UnsafeRawPointer(bitPattern: UInt(entry.pointee.bytes.1))
    {
      return unsafe address
    }
    return unsafe UnsafeRawPointer(entry) + bytesOffset
  }

  private static let bytesOffset = MemoryLayout<LRSEntry>.offset(of: \.bytes) ?? 16

  /// Makes an entry of a copy of a value in uninitialized memory.
  static func initialize(
    _ entry: UnsafeMutablePointer<LRSEntry>, _ key: UInt32, _ value: UnsafeRawPointer,
    _ layout: Layout
  ) {
    let isInline = unsafe layout.pointer.pointee.isInline
    unsafe entry.initialize(
      to: LRSEntry(key: key, isBoxed: !isInline, layout: layout.pointer, bytes: (0, 0)))
    if isInline {
      let place = unsafe UnsafeMutableRawPointer(entry) + bytesOffset
      if unsafe layout.pointer.pointee.isTrivial {
        unsafe place.copyMemory(from: value, byteCount: Int(layout.pointer.pointee.size))
      } else {
        layout.withWitness { unsafe $0.copy(value, to: place) }
      }
    } else {
      unsafe entry.pointee.hold(ValueBox.make(value, layout))
    }
  }

  private static func copy(
    _ entry: UnsafePointer<LRSEntry>, to place: UnsafeMutablePointer<LRSEntry>
  ) {
    unsafe place.initialize(to: entry.pointee)
    if let box = unsafe entry.pointee.box {
      _ = unsafe box.retain()
    } else if unsafe !entry.pointee.layout.pointee.isTrivial {
      unsafe Layout(pointer: entry.pointee.layout).withWitness {
        unsafe $0.copy(address(entry), to: UnsafeMutableRawPointer(place) + bytesOffset)
      }
    }
  }

  /// Copies the entry of another buffer.
  static func copy(
    _ entry: UnsafePointer<LRSEntry>, to place: UnsafeMutablePointer<LRSEntry>, as key: UInt32
  ) {
    unsafe copy(entry, to: place)
    unsafe place.pointee.key = key
  }

  static func destroy(_ entry: UnsafeMutablePointer<LRSEntry>) {
    if let box = unsafe entry.pointee.box {
      unsafe box.release()
    } else if unsafe !entry.pointee.layout.pointee.isTrivial {
      unsafe Layout(pointer: entry.pointee.layout).withWitness {
        unsafe $0.destroy(UnsafeMutableRawPointer(entry) + bytesOffset)
      }
    }
  }
}

extension LRSEntry {
  /// The box with the value, if the entry does not hold the value itself.
  fileprivate var box: Unmanaged<ValueBox>? {
    guard isBoxed, let reference = unsafe UnsafeRawPointer(bitPattern: UInt(bytes.0)) else {
      return nil
    }
    return unsafe Unmanaged.fromOpaque(reference)
  }

  fileprivate mutating func hold(_ box: ValueBox) {
    let address = unsafe UInt64(UInt(bitPattern: box.address))
    unsafe bytes = (UInt64(UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())), address)
  }
}
