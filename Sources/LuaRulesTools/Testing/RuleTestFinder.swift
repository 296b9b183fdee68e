import LuaRules

/// A search for test files.
struct RuleTestFinder {
  private let fileSystem: any RuleFileSystem
  /// The folders whose `lib` contains modules, even if a path names another
  /// folder.
  private let ruleFolders: [String]
  private(set) var files: [Place] = []
  /// The paths of the files, so that none is found twice.
  private var found: Set<String> = []
  private var walk: FolderWalk

  /// A test file.
  struct Place: Hashable, Sendable {
    var path: String
    /// The folder whose `lib` contains modules.
    var root: String
  }

  private static let ending = ".test.lua"

  init(_ fileSystem: any RuleFileSystem, ruleFolders: [String] = []) {
    self.fileSystem = fileSystem
    walk = FolderWalk(in: fileSystem)
    walk.greatestDepth = 65
    walk.refusesCircles = false
    // If folders are nested, the inner one has the longer path.
    self.ruleFolders = ruleFolders.filter { fileSystem.kind(of: $0) == .folder }
      .sorted { fileSystem.resolved($0).utf8.count > fileSystem.resolved($1).utf8.count }
  }

  /// Finds the test files for a path.
  ///
  /// For a folder these are the test files in it and below, in byte order of
  /// their paths; for a test file, the file itself; for a rule file, the test
  /// file beside it.
  mutating func find(_ path: String) throws(RuleError) {
    let path = Self.withoutSlash(path)
    let location = SourceLocation(file: path)
    switch fileSystem.kind(of: path) {
    case .missing: throw RuleError(.unreadable, "no such file or folder", at: location)
    case .other: throw RuleError(.unreadable, "neither a file nor a folder", at: location)
    case .regular: add(try testFile(for: path), root: FilePath.folder(of: path))
    case .folder:
      let places = try places(below: path)
      guard !places.isEmpty else {
        throw RuleError(
          .unreadable, "there are no tests", at: location,
          hint: "tests of `todo.lua` stand beside it, in `todo.test.lua`")
      }
      add(places)
    }
  }

  /// Finds the test files for a path, perhaps none.
  mutating func findIfAny(_ path: String) throws(RuleError) {
    let path = Self.withoutSlash(path)
    switch fileSystem.kind(of: path) {
    case .folder: add(try places(below: path))
    case .regular:
      guard let file = try? testFile(for: path) else { return }
      add(file, root: FilePath.folder(of: path))
    case .missing, .other: return
    }
  }

  private static func withoutSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private mutating func add(_ places: [Place]) {
    for place in places.sorted(by: { $0.path.precedesInBytes($1.path) }) {
      add(place.path, root: place.root)
    }
  }

  private mutating func add(_ path: String, root: String) {
    guard found.insert(path).inserted else { return }
    let folder = ruleFolders.first { FilePath.isInside(path, root: $0, in: fileSystem) }
    files.append(Place(path: path, root: folder ?? root))
  }

  private func testFile(for path: String) throws(RuleError) -> String {
    if path.hasSuffix(Self.ending) { return path }
    let beside = path.hasSuffix(".lua") ? path.dropLast(".lua".count) + Self.ending : ""
    guard fileSystem.kind(of: String(beside)) == .regular else {
      throw RuleError(
        .unreadable, "there are no tests of this file", at: SourceLocation(file: path),
        hint: beside.isEmpty
          ? "files with tests are named `*.test.lua`" : "they would stand in `\(beside)`")
    }
    return String(beside)
  }

  /// Finds the test files of a folder and below.
  ///
  /// A folder may contain several folders that hosts load, each with its own
  /// `lib`: modules are in the first `lib` on the path to the test; without
  /// any, in the `lib` of the folder itself.
  private mutating func places(below first: String) throws(RuleError) -> [Place] {
    var places: [Place] = []
    /// The folders with a `lib` in or above each path.
    var roots: [String: String] = [:]
    try walk.visit(first, refuse: Self.refuse) { folder in
      let holdsModules = folder.folderNames.contains("lib")
      let root = roots[folder.path] ?? (holdsModules ? folder.path : nil)
      for name in folder.fileNames where name.hasSuffix(Self.ending) {
        places.append(Place(path: FilePath.join(folder.path, name), root: root ?? first))
      }
      for name in folder.folderNames { roots[FilePath.join(folder.path, name)] = root }
      return folder.folderNames
    }
    return places
  }

  private static func refuse(
    _ obstacle: FolderWalk.Obstacle, _ folder: String
  ) throws(RuleError) {
    let reason =
      obstacle == .unreadable
      ? "the folder cannot be read" : "there are too many folders in the folder"
    throw RuleError(.unreadable, reason, at: SourceLocation(file: folder))
  }
}
