extension ModulePlace {
  /// Finds the module with a name: beside the file, or else in `lib` of the
  /// root.
  ///
  /// - Returns: The module; `nil` if there is none.
  /// - Throws: ``RuleError`` if the name is not a module name, or leads outside the root.
  func module(
    _ name: String, in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> SourceFile? {
    guard name.utf8.count <= Self.longestName else {
      throw RuleError(
        .module, "the name of a module has \(name.utf8.count) bytes",
        hint: "a name has up to \(Self.longestName) bytes")
    }
    guard Self.isName(name) else {
      throw RuleError(
        .module, "\"\(name)\" is not the name of a module",
        hint: "write names with dots, such as `require \"colors.dark\"`")
    }
    switch self {
    case .texts(let texts):
      guard let text = texts[name] else { return nil }
      let file = SourceFile(name: "\(name).lua", bytes: Array(text.utf8), modules: self)
      try file.checkSize(within: limits)
      return file
    case .files(let files):
      guard let path = files[name] else { return nil }
      return try SourceFile.read(
        path, root: FilePath.folder(of: path), in: fileSystem, within: limits)
    case .kept(let modules, let requires): return modules.module(name, requires: requires)
    case .folder(_, let root, let verified):
      let fileSystem = verified ?? fileSystem
      for path in candidates(for: name) where fileSystem.kind(of: path) != .missing {
        guard FilePath.isInside(path, root: root, in: fileSystem) else {
          throw RuleError(.module, "the module \"\(name)\" is outside the rule folder")
        }
        return try SourceFile.read(path, root: root, in: fileSystem, within: limits)
      }
      return nil
    }
  }

  /// Returns the paths at which a module is looked for, in order, each once.
  func candidates(for name: String) -> [String] {
    guard case .folder(let folder, let root, _) = self else { return [] }
    let file = name.split(separator: ".").joined(separator: "/") + ".lua"
    let beside = FilePath.join(folder, file)
    let shared = FilePath.join(FilePath.join(root, "lib"), file)
    return beside.hasSameBytes(as: shared) ? [beside] : [beside, shared]
  }

  /// The length of the longest path that Linux accepts, in bytes: no file has a
  /// longer name.
  private static let longestName = 4096

  /// Returns whether a name has letters, digits, `_` and `-`, in parts
  /// separated by dots.
  private static func isName(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.unicodeScalars.allSatisfy { scalar in
          scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            || scalar == "_" || scalar == "-"
        }
    }
  }
}
