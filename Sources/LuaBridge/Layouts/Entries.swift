import CLuaSupport

/// The values that are set for keys, by the numbers of the keys' names.
///
/// A copy shares the memory of the values until one of both is changed. A small value (a number, a
/// string, the case of an enum) lies in the entry itself, a larger one in a box.
///
/// INVARIANT: `@unchecked Sendable` because a buffer is changed only after `isKnownUniquelyReferenced`
/// said that nobody else refers to it, and every value in it was given as `Sendable`.
@safe public struct Entries: @unchecked Sendable {
  private var buffer: EntryBuffer?
  /// The entries of the buffer, which are read here without a look at the buffer.
  public private(set) var read = EntryReader()

  /// Creates an empty set.
  public init() {}

  private init(_ buffer: EntryBuffer) {
    self.buffer = buffer
    read = unsafe EntryReader(buffer.entries, buffer.count)
  }

  /// The number of values.
  public var count: Int { read.count }

  /// Whether nothing is set.
  public var isEmpty: Bool { read.count == 0 }

  /// The numbers of the keys, ascending.
  public var keys: [UInt32] { (0..<count).map { read.key(at: $0) } }

  /// Returns the value that is set for a key.
  public subscript(number: UInt32) -> SetValue? {
    guard let buffer, let index = read.index(of: number) else { return nil }
    return SetValue(buffer, index)
  }

  // MARK: Changing

  /// Sets the value for a key.
  ///
  /// - Complexity: O(*n*) for *n* values.
  public mutating func set<Value: Sendable>(_ value: Value, for number: UInt32) {
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

  /// Sets the value that is set for a key elsewhere.
  public mutating func set(_ value: SetValue, for number: UInt32) {
    let entry = unsafe makeRoom(for: number)
    unsafe EntryBuffer.copy(value.buffer.entries + value.index, to: entry, as: number)
  }

  /// Returns uninitialized memory for the entry of a key, which is counted already.
  private mutating func makeRoom(for number: UInt32) -> UnsafeMutablePointer<LRSEntry> {
    let position = read.place(of: number)
    let isKnown = position < count && read.key(at: position) == number
    makeUnique(room: isKnown ? 0 : 1)
    // INVARIANT: there is a buffer now, which stays at least until the next change.
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

  /// Lets nobody else refer to the buffer, and makes room for more entries.
  private mutating func makeUnique(room: Int) {
    let needed = count + room
    if !isKnownUniquelyReferenced(&buffer) {
      buffer = buffer?.copy(capacity: needed) ?? .make(capacity: needed)
    } else if let full = buffer, needed > full.room {
      buffer = full.moved()
    }
  }

  /// Takes the value for a key back; returns whether there was one.
  @discardableResult
  public mutating func remove(_ number: UInt32) -> Bool {
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

  /// Returns the values with those of others set over them.
  ///
  /// - Complexity: O(*n*) for *n* values in both.
  public func overridden(by others: Entries) -> Entries {
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
    return Entries(merged)
  }
}

/// A value that is set, kept by the memory in which it lies.
///
/// INVARIANT: `@unchecked Sendable` because it retains the buffer, which ``Entries`` therefore does
/// not change any more, and every value in it was given as `Sendable`.
@safe public struct SetValue: @unchecked Sendable {
  let buffer: EntryBuffer
  let index: Int

  init(_ buffer: EntryBuffer, _ index: Int) {
    self.buffer = buffer
    self.index = index
  }

  /// Keeps a value.
  public init<Value: Sendable>(_ value: Value) {
    var entries = Entries()
    entries.set(value, for: 0)
    guard let made = entries[0] else { preconditionFailure("the value was set") }
    self = made
  }

  /// The type as which the value was set.
  public var type: Any.Type { unsafe Layout(pointer: buffer.entries[index].layout).witness.type }

  /// The value alone: it does not keep what else was set beside it.
  public var alone: SetValue {
    var entries = Entries()
    entries.set(self, for: 0)
    return entries[0] ?? self
  }

  /// The value, as long as this lives.
  private var content: LaidOutValue {
    unsafe LaidOutValue(
      at: EntryBuffer.address(buffer.entries + index), buffer.entries[index].layout)
  }

  /// The value.
  public var erased: any Sendable { content.sendableCopy }

  /// What sort of value it is.
  public var kind: LaidOutValue.Kind { content.unwrapped.kind }

  /// What the value is in Lua.
  public var representation: LuaRepresentation { content.representation(of: buffer) }

  /// Copies the value into a place of the same type.
  public func fill(_ place: borrowing VacantPlace) { place.put(copyOf: content) }

  /// Whether two are the same bytes in the same layout, so that nobody can tell one from the other.
  public func isIdentical(to other: SetValue) -> Bool {
    let (left, right) = unsafe (buffer.entries[index], other.buffer.entries[other.index])
    return unsafe left.layout == right.layout && left.bytes == right.bytes
  }
}

extension VacantPlace {
  /// Puts a copy of a value here; one of another type is not taken.
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

/// Reads values that are set, without retaining any.
///
/// INVARIANT: used only while the values are kept, and nobody changes them.
@safe public struct EntryReader {
  private let entries: UnsafeMutablePointer<LRSEntry>?
  /// The number of values.
  public let count: Int

  /// Reads nothing.
  public init() {
    unsafe entries = nil
    count = 0
  }

  @inline(__always)
  init(_ entries: UnsafeMutablePointer<LRSEntry>?, _ count: Int) {
    unsafe self.entries = entries
    self.count = count
  }

  /// The same for C code.
  var list: LRSEntries { unsafe LRSEntries(first: entries, count: count) }

  @inline(__always)
  func key(at index: Int) -> UInt32 { unsafe entries?[index].key ?? 0 }

  /// Returns where the key with a number stands, or would stand.
  @inline(__always)
  func place(of number: UInt32) -> Int {
    guard let entries = unsafe entries else { return 0 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if unsafe entries[middle].key < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func index(of number: UInt32) -> Int? {
    let place = place(of: number)
    return place < count && key(at: place) == number ? place : nil
  }

  /// Returns the value that is set for the key with a number.
  @inline(__always)
  public func value(of number: UInt32) -> LaidOutValue? {
    guard let entries = unsafe entries, let index = index(of: number) else { return nil }
    return unsafe LaidOutValue(
      at: EntryBuffer.address(entries + index), entries[index].layout)
  }

  /// Copies the value for a key into a place; returns whether the key is set.
  @inline(__always)
  public func fill(_ place: borrowing VacantPlace, withValueOf number: UInt32) -> Bool {
    guard let value = value(of: number) else { return false }
    place.put(copyOf: value)
    return true
  }
}
