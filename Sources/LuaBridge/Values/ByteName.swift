/// A name as rules tell names apart: by its bytes.
///
/// Swift's own equality of strings knows canonical equivalence, which takes names
/// for one that differ in their normal form only. In a set, or as the key of a
/// dictionary, this stands for a name.
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
    // Strings of other frameworks may lie elsewhere.
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension Dictionary where Key == ByteName {
  /// What stands under a name.
  @inlinable
  package subscript(name: String) -> Value? {
    get { self[ByteName(name)] }
    set { self[ByteName(name)] = newValue }
  }

  /// What stands under a name, or else a default.
  @inlinable
  package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { self[ByteName(name), default: value()] }
    _modify { yield &self[ByteName(name), default: value()] }
  }

  /// The names, in no order.
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

  /// Puts a name in; tells whether it was not there.
  @discardableResult
  package mutating func insert(_ name: String) -> (inserted: Bool, memberAfterInsert: ByteName) {
    insert(ByteName(name))
  }

  /// Puts names in.
  package mutating func formUnion(_ names: some Sequence<String>) {
    formUnion(names.lazy.map { ByteName($0) })
  }
}

extension Sequence<ByteName> {
  /// The names in the order of their bytes.
  package func sortedByBytes() -> [String] { map(\.text).sortedByBytes() }
}

extension Sequence<String> {
  /// The different names among them, in the order of their bytes.
  package func uniqueByBytes() -> [String] { Set(names: self).sortedByBytes() }
}
