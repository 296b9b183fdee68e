/// Parts of a text that lie beside or inside each other, to find the innermost one
/// around a position.
package struct NestedRanges {
  private let parts: [(range: Range<Int>, number: Int)]
  /// For each part the one around it.
  private var parents: [Int?] = []

  /// - Complexity: O(*n* log *n*) for *n* parts.
  package init(_ ranges: [Range<Int>]) {
    parts = ranges.enumerated().map { ($1, $0) }.sorted { left, right in
      (left.range.lowerBound, right.range.upperBound)
        < (right.range.lowerBound, left.range.upperBound)
    }
    var open: [Int] = []
    for (index, part) in parts.enumerated() {
      while let last = open.last, parts[last].range.upperBound <= part.range.lowerBound {
        open.removeLast()
      }
      parents.append(open.last)
      open.append(index)
    }
  }

  /// Returns the number of the innermost part around a position.
  ///
  /// - Complexity: O(log *n* + *d*) for *n* parts, and *d* parts around each other.
  package func innermost(around offset: Int) -> Int? {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    var next: Int? = low > 0 ? low - 1 : nil
    while let index = next, !parts[index].range.contains(offset) { next = parents[index] }
    return next.map { parts[$0].number }
  }
}
