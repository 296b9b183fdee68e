/// A walk through a folder and the folders below it, links followed.
package struct FolderWalk {
  /// A folder on the way.
  package struct Folder {
    /// The path, which begins with that of the folder where the walk began.
    package let path: String
    /// The path below the folder where the walk began; empty for that folder.
    package let below: String
    /// What is in the folder, but for what the walk does not look at.
    package let entries: [(name: String, kind: RuleFileKind)]

    /// Returns the path of an entry below the folder where the walk began.
    package func below(_ name: String) -> String { below.isEmpty ? name : "\(below)/\(name)" }
  }

  /// Why a folder is not looked into.
  package enum Obstacle: Sendable {
    /// The folder is a link to a folder that it is in.
    case circle
    /// The folder is below too many others.
    case depth
    /// Too many folders were looked into: links let a few be many.
    case count
    /// The folder cannot be read.
    case unreadable
  }

  /// How many folders may lie in each other, the first one included.
  package var greatestDepth = 64
  /// How many folders are looked into.
  package var greatestCount = 10_000
  /// Whether links that lead back are found at once, not only by the depth.
  package var refusesCircles = true
  /// Whether a name is passed over.
  package var isHidden: (_ name: String) -> Bool = { $0.hasPrefix(".") || $0.hasPrefix("_") }
  private let fileSystem: any RuleFileSystem
  private var count = 0

  /// Creates a walk; several of its visits share the greatest count.
  package init(in fileSystem: any RuleFileSystem) {
    self.fileSystem = fileSystem
  }

  /// Visits a folder, and those below it that are asked for.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - admit: Is called with the path of each folder below the first one, before it is read.
  ///   - refuse: Is called with each obstacle and the path of its folder; where it
  ///     throws nothing, the folder is passed over.
  ///   - visit: Looks at a folder, and returns the names of the folders to go into.
  /// - Throws: What the closures throw.
  package mutating func visit(
    _ root: String, admit: (String) throws(RuleError) -> Void = { _ in },
    refuse: (Obstacle, String) throws(RuleError) -> Void,
    _ visit: (Folder) throws(RuleError) -> [String]
  ) throws(RuleError) {
    try go(into: root, below: "", inside: [], admit, refuse, visit)
  }

  /// Visits a folder, knowing the folders around, links followed.
  private mutating func go(
    into path: String, below: String, inside folders: [String],
    _ admit: (String) throws(RuleError) -> Void,
    _ refuse: (Obstacle, String) throws(RuleError) -> Void,
    _ visit: (Folder) throws(RuleError) -> [String]
  ) throws(RuleError) {
    count += 1
    if !folders.isEmpty { try admit(path) }
    let resolved = refusesCircles ? fileSystem.resolved(path) : path
    if refusesCircles, folders.contains(resolved) { return try refuse(.circle, path) }
    if folders.count >= greatestDepth { return try refuse(.depth, path) }
    if count > greatestCount { return try refuse(.count, path) }
    guard let names = try? fileSystem.names(inFolder: path) else {
      return try refuse(.unreadable, path)
    }
    let entries = names.filter { !isHidden($0) }.map { name in
      (name, fileSystem.kind(of: FilePath.join(path, name)))
    }
    let folder = Folder(path: path, below: below, entries: entries)
    for name in try visit(folder) {
      try go(
        into: FilePath.join(path, name), below: folder.below(name), inside: folders + [resolved],
        admit, refuse, visit)
    }
  }
}

extension FolderWalk.Folder {
  /// The names of the folders in the folder.
  package var folderNames: [String] { entries.filter { $0.kind == .folder }.map(\.name) }

  /// The names of what is in the folder and no folder.
  package var fileNames: [String] { entries.filter { $0.kind != .folder }.map(\.name) }
}
