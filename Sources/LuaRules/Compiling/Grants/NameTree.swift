import LuaBridge

/// A tree of key names and of member names below them, one name on each level.
///
/// It is a class because values that are read hold their part of the tree.
final class NameTree: Sendable, Hashable {
  /// Whether the tree contains everything below.
  let isWhole: Bool
  /// The names below with their trees, if the tree does not contain everything.
  private let parts: [ByteName: NameTree]

  private static let whole = NameTree(isWhole: true, [:])

  private init(isWhole: Bool, _ parts: [ByteName: NameTree]) {
    self.isWhole = isWhole
    self.parts = parts
  }

  /// Creates the tree of some paths; a path includes all paths that begin with
  /// it.
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

  /// The tree below a name; `nil` if the tree does not contain the name.
  subscript(name: String) -> NameTree? { isWhole ? self : parts[name] }

  /// The names on this level, in byte order.
  var names: [String] { parts.keys.sortedByBytes() }

  /// Returns whether the tree contains a path or something below it.
  func reaches(_ path: some Collection<String>) -> Bool {
    var tree = self
    for name in path {
      guard let next = tree[name] else { return false }
      tree = next
    }
    return true
  }

  /// The shortest paths from which the tree can be made.
  var paths: [String] {
    parts.flatMap { name, part in
      part.isWhole ? [name.text] : part.paths.map { "\(name.text).\($0)" }
    }
  }

  /// Returns the tree of what both trees contain.
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
