/// A name that is compared by its bytes, as in rules.
///
/// Swift's equality of strings uses canonical equivalence: it treats names as equal
/// that differ only in their normal form. Sets and dictionaries
/// use this type for names instead.
@usableFromInline
package struct ByteName: Hashable, Sendable {
  /// The name.
  @usableFromInline package let text: String

  /// Creates a name.
  @inlinable
  package init(_ text: String) {
    self.text = text
  }

  /// Returns whether two names have the same bytes.
  @inlinable
  package static func == (left: ByteName, right: ByteName) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the bytes.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    // Bridged strings may have no contiguous storage.
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension Dictionary where Key == ByteName {
  /// The value for a name.
  @inlinable
  package subscript(name: String) -> Value? {
    get { self[ByteName(name)] }
    set { self[ByteName(name)] = newValue }
  }

  /// The value for a name, else a default.
  @inlinable
  package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { self[ByteName(name), default: value()] }
    _modify { yield &self[ByteName(name), default: value()] }
  }

  /// The names, in no defined order.
  package var names: [String] { keys.map(\.text) }
}

extension Set where Element == ByteName {
  /// Creates a set of names.
  package init(names: some Sequence<String>) {
    self.init(names.lazy.map { ByteName($0) })
  }

  /// Returns whether a name is in the set.
  @inlinable
  package func contains(_ name: String) -> Bool { contains(ByteName(name)) }

  /// Inserts a name; returns whether it was absent.
  @discardableResult
  package mutating func insert(_ name: String) -> (inserted: Bool, memberAfterInsert: ByteName) {
    insert(ByteName(name))
  }

  /// Inserts names.
  package mutating func formUnion(_ names: some Sequence<String>) {
    formUnion(names.lazy.map { ByteName($0) })
  }
}

extension Sequence<ByteName> {
  /// The names in byte order.
  package func sortedByBytes() -> [String] { map(\.text).sortedByBytes() }
}

extension Sequence<String> {
  /// The names without duplicates, in byte order.
  package func uniqueByBytes() -> [String] { Set(names: self).sortedByBytes() }
}
