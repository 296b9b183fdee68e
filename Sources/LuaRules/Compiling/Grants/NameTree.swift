import LuaBridge

/// Names of keys with those of members below them, one name on each level.
///
/// A class, since what is read carries its part of the tree about.
final class NameTree: Sendable, Hashable {
  /// Whether everything below is in it.
  let isWhole: Bool
  /// What is below, when that is not everything.
  private let parts: [ByteName: NameTree]

  private static let whole = NameTree(isWhole: true, [:])

  private init(isWhole: Bool, _ parts: [ByteName: NameTree]) {
    self.isWhole = isWhole
    self.parts = parts
  }

  /// Creates the tree of some paths; one that others begin with includes them.
  convenience init(_ paths: some Sequence<String>) {
    self.init(paths.map { $0.split(separator: ".")[...] })
  }

  private convenience init(_ paths: [ArraySlice<Substring>]) {
    let grouped = Dictionary(grouping: paths.filter { !$0.isEmpty }) {
      ByteName(String($0[$0.startIndex]))
    }
    self.init(
      isWhole: false,
      grouped.mapValues { paths in
        paths.contains { $0.count == 1 } ? .whole : NameTree(paths.map { $0.dropFirst() })
      })
  }

  /// What is in the tree below a name; `nil` when that is nothing.
  subscript(name: String) -> NameTree? { isWhole ? self : parts[name] }

  /// The names on this level, in byte order.
  var names: [String] { parts.keys.sortedByBytes() }

  /// Returns whether a path, or something below it, is in the tree.
  func reaches(_ path: some Collection<String>) -> Bool {
    var tree = self
    for name in path {
      guard let next = tree[name] else { return false }
      tree = next
    }
    return true
  }

  /// The shortest paths that make the tree.
  var paths: [String] {
    parts.flatMap { name, part in
      part.isWhole ? [name.text] : part.paths.map { "\(name.text).\($0)" }
    }
  }

  /// Returns what is in both trees.
  func intersection(_ other: NameTree) -> NameTree {
    if isWhole { return other }
    if other.isWhole { return self }
    var both: [ByteName: NameTree] = [:]
    for (name, part) in parts {
      guard let same = other.parts[name]?.intersection(part) else { continue }
      if same.isWhole || !same.parts.isEmpty { both[name] = same }
    }
    return NameTree(isWhole: false, both)
  }

  /// Returns whether two trees have the same paths.
  static func == (left: NameTree, right: NameTree) -> Bool {
    left.isWhole == right.isWhole && left.parts == right.parts
  }

  /// Hashes the paths.
  func hash(into hasher: inout Hasher) {
    hasher.combine(isWhole)
    hasher.combine(parts)
  }
}
