// Names are ordered and told apart by their bytes, as Lua does; Swift's own
// comparison of strings knows canonical equivalence.

extension String {
  /// Returns whether the bytes come before those of another string.
  @inlinable
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Sequence<String> {
  /// The strings in the order of their bytes.
  package func sortedByBytes() -> [String] {
    sorted { $0.precedesInBytes($1) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the position of the element with a name, in a collection in byte
  /// order of names.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  package func position(ofName name: String, in nameOf: (Element) -> String) -> Int? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if nameOf(self[middle]).precedesInBytes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < endIndex, nameOf(self[low]).utf8.elementsEqual(name.utf8) else { return nil }
    return low
  }
}
