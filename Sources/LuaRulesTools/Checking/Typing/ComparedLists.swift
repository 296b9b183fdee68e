import LuaBytecode
import LuaRules

/// The lists of texts whose elements functions compare with declared values.
struct ComparedLists {
  /// Where a list is written.
  enum Source: Hashable {
    /// A table that was made while loading, by its number.
    case table(Int)
    /// A table that a function makes, with the line of each text.
    case written(file: String, lines: [Int], texts: [[UInt8]])
  }

  /// A comparison of each element with a declared value.
  struct Comparison: Hashable {
    /// The value in words of the source.
    let words: String
    /// The texts that are declared for it.
    let texts: Set<[UInt8]>
    let place: SourceLocation
    /// Whether nothing else is compared with the list.
    let isOnly: Bool
  }

  private(set) var comparisons: [Source: [Comparison]] = [:]

  /// How many lists are kept, and how many comparisons of one.
  private static let most = 4096
  private static let mostOfOne = 16

  /// Adds a comparison.
  mutating func note(_ comparison: Comparison, of source: Source) {
    guard comparisons.count < Self.most else { return }
    let known = comparisons[source, default: []]
    guard known.count < Self.mostOfOne, !known.contains(comparison) else { return }
    comparisons[source] = known + [comparison]
  }
}
