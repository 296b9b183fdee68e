import LuaRules

extension RuleSource {
  /// The files in the subfolder `lib` of a folder or a bundle that no file loads
  /// or tests.
  ///
  /// - Parameters:
  ///   - loaded: The names of the files that were loaded.
  ///   - fileSystem: The file system from which files are read.
  /// - Returns: Their paths, in byte order.
  func unusedModules(
    besides loaded: Set<String>, in fileSystem: any RuleFileSystem
  ) -> [String] {
    // It was loaded, so that a bundle is not a damaged one.
    let bundle = (try? bundleFiles(in: fileSystem, within: .loading)) ?? nil
    let fileSystem: any RuleFileSystem = bundle ?? fileSystem
    guard let root = bundle?.root ?? path, fileSystem.kind(of: root) == .folder else { return [] }
    let modules = Self.files(in: FilePath.join(root, "lib"), fileSystem)
    guard !modules.isEmpty else { return [] }
    let known = Set(loaded.map { fileSystem.resolved($0) })
    let unused = modules.filter { path in
      !path.hasSuffix(".test.lua") && !known.contains(fileSystem.resolved(path))
        && !Self.bytes(of: path, fileSystem).starts(with: "---@meta".utf8)
    }
    guard !unused.isEmpty else { return [] }
    let tests = Self.files(in: root, fileSystem).filter { $0.hasSuffix(".test.lua") }
      .map { String(decoding: Self.bytes(of: $0, fileSystem), as: UTF8.self) }
    return unused.filter { path in
      let folder = FilePath.join(root, "lib") + "/"
      let name = path.dropFirst(folder.count).dropLast(".lua".count)
        .split(separator: "/").joined(separator: ".")
      return !tests.contains { $0.contains("\"\(name)\"") || $0.contains("'\(name)'") }
    }.sortedByBytes()
  }

  /// The readable Lua files of a folder and its subfolders.
  private static func files(in folder: String, _ fileSystem: any RuleFileSystem) -> [String] {
    var paths: [String] = []
    var walk = FolderWalk(in: fileSystem)
    walk.greatestDepth = 16
    walk.greatestCount = .max
    walk.refusesCircles = false
    try? walk.visit(folder, refuse: { _, _ in }) { folder in
      for (name, kind) in folder.entries where kind == .regular && name.hasSuffix(".lua") {
        paths.append(FilePath.join(folder.path, name))
      }
      return folder.folderNames
    }
    return paths
  }

  private static func bytes(of path: String, _ fileSystem: any RuleFileSystem) -> [UInt8] {
    (try? fileSystem.contents(ofFile: path, limit: 1 << 20)) ?? []
  }
}
