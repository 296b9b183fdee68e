import CLuaSupport

/// A set value; it keeps the buffer with its memory alive.
///
/// INVARIANT: `@unchecked Sendable` because its reference to the buffer makes the buffer shared:
/// `ContextStorage.makeUnique(room:)` copies a shared buffer and never changes it. Every value in it was
/// given as `Sendable`.
@safe @usableFromInline package struct SetValue: @unchecked Sendable {
  let buffer: EntryBuffer
  let index: Int

  init(_ buffer: EntryBuffer, _ index: Int) {
    self.buffer = buffer
    self.index = index
  }

  /// Stores a single value.
  @usableFromInline package init<Value: Sendable>(_ value: Value) {
    var entries = ContextStorage()
    entries.set(value, for: 0)
    guard let made = entries[0] else { preconditionFailure("the value was set") }
    self = made
  }

  /// The type with which the value was set.
  @usableFromInline package var type: Any.Type {
    unsafe Layout(pointer: buffer.entries[index].layout).witness.type
  }

  /// The same value in a buffer of its own, which does not keep other values alive.
  @usableFromInline package var alone: SetValue {
    var entries = ContextStorage()
    entries.set(self, for: 0)
    return entries[0] ?? self
  }

  /// The value in memory; valid while this `SetValue` is alive.
  private var content: LaidOutValue {
    unsafe LaidOutValue(
      at: EntryBuffer.address(buffer.entries + index), buffer.entries[index].layout)
  }

  /// The value.
  @usableFromInline package var erased: any Sendable { content.sendableCopy }

  /// Whether the value is known never to change.
  @usableFromInline package var isImmutable: Bool {
    if type == Record.self || type == Record?.self {
      return (erased as? Record)?.layout.isImmutable ?? true
    }
    return Immutability.isKnown(of: type)
  }

  /// The kind of the value.
  @usableFromInline package var kind: LaidOutValue.Kind { content.unwrapped.kind }

  /// The Lua form of the value.
  @usableFromInline package var representation: LuaRepresentation {
    content.representation(of: buffer)
  }

  /// Copies the value into a place of the same type.
  @usableFromInline package func fill(_ place: borrowing VacantPlace) { place.put(copyOf: content) }

  /// Whether both have the same bytes and the same layout, so that they cannot be distinguished.
  @usableFromInline package func isIdentical(to other: SetValue) -> Bool {
    let (left, right) = unsafe (buffer.entries[index], other.buffer.entries[other.index])
    return unsafe left.layout == right.layout && left.bytes == right.bytes
  }
}
