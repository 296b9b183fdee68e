import CLuaSupport

/// The memory of ``ContextStorage``.
///
/// INVARIANT: entries are sorted by the number of the key, and each number occurs once.
final class EntryBuffer: ManagedBuffer<EntryBuffer.Header, LRSEntry> {
  struct Header {
    var count: Int
    let capacity: Int
  }

  /// The size of the largest value that an entry stores inline.
  static let inlineSize = 16
  /// Most contexts have no more values; a buffer of this capacity takes some 200 bytes.
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

  /// The header, through a pointer, because that avoids the run-time check for exclusive access.
  @inline(__always) private var fields: UnsafeMutablePointer<Header> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  /// The number of entries.
  var count: Int {
    @inline(__always) get { unsafe fields.pointee.count }
    @inline(__always) set { unsafe fields.pointee.count = newValue }
  }

  /// The capacity.
  @inline(__always) var room: Int { unsafe fields.pointee.capacity }

  /// Returns a buffer with copies of the entries.
  func copy(capacity: Int) -> EntryBuffer {
    let copy = EntryBuffer.make(capacity: max(capacity, count))
    for index in 0..<count { unsafe Self.copy(entries + index, to: copy.entries + index) }
    copy.count = count
    return copy
  }

  /// Moves the entries to a larger buffer, and returns that buffer.
  func moved() -> EntryBuffer {
    let larger = EntryBuffer.make(capacity: 2 * count)
    unsafe larger.entries.moveInitialize(from: entries, count: count)
    larger.count = count
    count = 0
    return larger
  }

  // MARK: An entry

  /// The address of an entry's value.
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

  /// Initializes an entry with a copy of a value.
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

  /// Initializes an entry with a copy of another buffer's entry.
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
  /// The box with the value, if the value is not stored inline.
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
