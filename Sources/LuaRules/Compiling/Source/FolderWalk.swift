/// A walk through a folder and all folders below it; symbolic links are
/// followed.
package struct FolderWalk {
  /// A folder of the walk.
  package struct Folder {
    /// The path, which begins with that of the folder where the walk began.
    package let path: String
    /// The path below the folder where the walk began; empty for that folder.
    package let below: String
    /// The entries of the folder, except hidden ones.
    package let entries: [(name: String, kind: RuleFileKind)]

    /// Returns the path of an entry below the folder where the walk began.
    package func below(_ name: String) -> String { below.isEmpty ? name : "\(below)/\(name)" }
  }

  /// The reason why a folder is not visited.
  package enum Obstacle: Sendable {
    /// The folder is a link to a folder that contains it.
    case circle
    /// The folder is nested too deeply.
    case depth
    /// Too many folders were visited: with links, few folders can become many.
    case count
    /// The folder cannot be read.
    case unreadable
  }

  /// The maximum nesting depth of folders, counting the first one.
  package var greatestDepth = 64
  /// The maximum number of visited folders.
  package var greatestCount = 10_000
  /// Whether a link back to an outer folder is detected at once, and not only
  /// by the depth.
  package var refusesCircles = true
  /// Returns whether an entry with the name is skipped.
  package var isHidden: (_ name: String) -> Bool = { $0.hasPrefix(".") || $0.hasPrefix("_") }
  private let fileSystem: any RuleFileSystem
  private var count = 0

  /// Creates a walk; several visits share its maximum count.
  package init(in fileSystem: any RuleFileSystem) {
    self.fileSystem = fileSystem
  }

  /// Visits a folder, and the folders below it that the visitor selects.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - admit: Called with the path of each folder below the first one, before
  ///     it is read.
  ///   - refuse: Called with each obstacle and the path of its folder; if it
  ///     does not throw, the folder is skipped.
  ///   - visit: Receives a folder, and returns the names of the folders to
  ///     visit next.
  /// - Throws: The errors of the closures.
  package mutating func visit(
    _ root: String, admit: (String) throws(RuleError) -> Void = { _ in },
    refuse: (Obstacle, String) throws(RuleError) -> Void,
    _ visit: (Folder) throws(RuleError) -> [String]
  ) throws(RuleError) {
    try go(into: root, below: "", inside: [], admit, refuse, visit)
  }

  /// Visits a folder; `folders` are the resolved paths of the folders around
  /// it.
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

  /// The names of the entries that are not folders.
  package var fileNames: [String] { entries.filter { $0.kind != .folder }.map(\.name) }
}
