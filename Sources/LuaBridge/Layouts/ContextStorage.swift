import CLuaSupport

/// The set values of keys, by the number of the key's name.
///
/// Copy-on-write: copies share the memory until one of them changes. A small value (a number, a
/// string, the case of an enum) is stored in the entry itself, a larger one in a box.
///
/// INVARIANT: `@unchecked Sendable` because every change begins with `makeUnique(room:)`, which copies
/// the buffer unless `isKnownUniquelyReferenced` confirms that nothing else refers to it; and every
/// value comes through `set(_:for:)`, which takes `Sendable` values only.
@safe @usableFromInline package struct ContextStorage: @unchecked Sendable {
  private var buffer: EntryBuffer?
  /// A reader of the buffer's entries; stored here, so that a read does
  /// not touch the buffer object.
  @usableFromInline package private(set) var read = EntryReader()

  /// Creates an empty set.
  @usableFromInline package init() {}

  private init(_ buffer: EntryBuffer) {
    self.buffer = buffer
    read = unsafe EntryReader(buffer.entries, buffer.count)
  }

  /// The number of values.
  @usableFromInline package var count: Int { read.count }

  /// Whether nothing is set.
  @usableFromInline package var isEmpty: Bool { read.count == 0 }

  /// The numbers of the keys, ascending.
  @usableFromInline package var keys: [UInt32] { (0..<count).map { read.key(at: $0) } }

  /// Returns the set value of a key.
  @usableFromInline package subscript(number: UInt32) -> SetValue? {
    guard let buffer, let index = read.index(of: number) else { return nil }
    return SetValue(buffer, index)
  }

  // MARK: Changing

  /// Sets the value for a key.
  ///
  /// - Complexity: O(*n*) for *n* values.
  @usableFromInline package mutating func set<Value: Sendable>(_ value: Value, for number: UInt32) {
    if Value.self == LuaValue.self, case .table(let table)? = value as? LuaValue {
      unsafe withUnsafePointer(to: table) { unsafe set($0, LayoutMaker.table, for: number) }
    } else {
      let layout = Layout.of(value)
      unsafe withUnsafePointer(to: value) { unsafe set($0, layout, for: number) }
    }
  }

  private mutating func set(_ value: UnsafeRawPointer, _ layout: Layout, for number: UInt32) {
    let entry = unsafe makeRoom(for: number)
    unsafe EntryBuffer.initialize(entry, number, value, layout)
  }

  /// Sets a value that is taken from other entries.
  @usableFromInline package mutating func set(_ value: SetValue, for number: UInt32) {
    let entry = unsafe makeRoom(for: number)
    unsafe EntryBuffer.copy(value.buffer.entries + value.index, to: entry, as: number)
  }

  /// Returns uninitialized memory for the entry of a key; `count` already includes it.
  private mutating func makeRoom(for number: UInt32) -> UnsafeMutablePointer<LRSEntry> {
    let position = read.place(of: number)
    let isKnown = position < count && read.key(at: position) == number
    makeUnique(room: isKnown ? 0 : 1)
    // INVARIANT: there is a buffer now, and it stays alive until the next change.
    guard let buffer = buffer.map({ UnretainedReference($0) }) else {
      preconditionFailure("no room was made")
    }
    return unsafe buffer.with { buffer in
      let entry = unsafe buffer.entries + position
      if isKnown {
        unsafe EntryBuffer.destroy(entry)
      } else {
        unsafe (entry + 1).update(from: entry, count: buffer.count - position)
        buffer.count += 1
      }
      read = unsafe EntryReader(buffer.entries, buffer.count)
      return unsafe entry
    }
  }

  /// Makes the buffer uniquely referenced, with capacity for `room` more entries.
  private mutating func makeUnique(room: Int) {
    let needed = count + room
    if !isKnownUniquelyReferenced(&buffer) {
      buffer = buffer?.copy(capacity: needed) ?? .make(capacity: needed)
    } else if let full = buffer, needed > full.room {
      buffer = full.moved()
    }
  }

  /// Removes the value of a key; returns whether there was one.
  @discardableResult
  @usableFromInline package mutating func remove(_ number: UInt32) -> Bool {
    guard let position = read.index(of: number) else { return false }
    makeUnique(room: 0)
    guard let buffer else { return false }
    let entry = unsafe buffer.entries + position
    unsafe EntryBuffer.destroy(entry)
    unsafe entry.update(from: entry + 1, count: buffer.count - position - 1)
    buffer.count -= 1
    noteChange()
    return true
  }

  private mutating func noteChange() {
    if let buffer { read = unsafe EntryReader(buffer.entries, buffer.count) }
  }

  /// Returns these values, overridden by other ones.
  ///
  /// - Complexity: O(*n*) for *n* values in both.
  @usableFromInline package func overridden(by others: ContextStorage) -> ContextStorage {
    guard let left = buffer, !isEmpty else { return others }
    guard let right = others.buffer, !others.isEmpty else { return self }
    let merged = EntryBuffer.make(capacity: left.count + right.count)
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      let leftKey = i < left.count ? self.read.key(at: i) : .max
      let rightKey = j < right.count ? others.read.key(at: j) : .max
      let source = unsafe leftKey < rightKey ? left.entries + i : right.entries + j
      if leftKey <= rightKey { i += 1 }
      if rightKey <= leftKey { j += 1 }
      unsafe EntryBuffer.copy(source, to: merged.entries + merged.count, as: source.pointee.key)
      merged.count += 1
    }
    return ContextStorage(merged)
  }
}

extension VacantPlace {
  /// Puts a copy of a value here, if its type is that of the place.
  @inline(__always)
  borrowing func put(copyOf value: LaidOutValue) {
    guard unsafe value.layout.pointee.type == TypeMetadata.address(of: type), isVacant else {
      return
    }
    if unsafe value.layout.pointee.isTrivial {
      unsafe put(bytes: value.address, count: Int(value.layout.pointee.size))
    } else {
      unsafe Unmanaged<TypeWitness>.fromOpaque(value.layout.pointee.witness)
        ._withUnsafeGuaranteedRef { unsafe $0.put(value.address, into: self) }
    }
  }
}
