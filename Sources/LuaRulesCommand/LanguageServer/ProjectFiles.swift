import LuaBridge
import LuaRules
import LuaRulesTools

/// Reads the files of projects for an editor; only a file that has changed is
/// parsed again.
final class ProjectFiles {
  private var files: [String: EditedFile] = [:]

  /// Reads the checked files, others that belong to them, and the rule tests
  /// below some paths.
  func files(
    of check: RuleCheck, besides others: [String], tests paths: [String],
    in fileSystem: any RuleFileSystem
  ) -> [String: EditedFile] {
    var found: [String: EditedFile] = [:]
    let tests = RuleTests.files(below: paths, in: fileSystem)
    for name in check.files.union(tests).union(others) {
      let path = LanguageServer.absolute(name)
      if let file = file(at: path, in: fileSystem) { found[path] = file }
    }
    return found
  }

  /// Reads a schema.
  func schema(at path: String, in fileSystem: any RuleFileSystem) -> SchemaText? {
    let path = LanguageServer.absolute(path)
    return Self.text(at: path, in: fileSystem).map { SchemaText($0, path: path) }
  }

  /// Reads a grant.
  func grant(at path: String, in fileSystem: any RuleFileSystem) -> GrantText? {
    let path = LanguageServer.absolute(path)
    return Self.text(at: path, in: fileSystem).map { GrantText($0, path: path) }
  }

  private func file(
    at path: String, in fileSystem: any RuleFileSystem
  ) -> EditedFile? {
    // A file that vanished is none.
    guard let text = Self.text(at: path, in: fileSystem) else {
      files[path] = nil
      return nil
    }
    if let known = files[path], known.text.hasSameBytes(as: text) { return known }
    let file = EditedFile(text, path: path)
    files[path] = file
    return file
  }

  /// Returns the text of a file; `nil` if it cannot be read.
  static func text(
    at path: String, in fileSystem: any RuleFileSystem = LocalFileSystem()
  ) -> String? {
    let bytes = try? fileSystem.contents(ofFile: path, limit: Budget.loading.fileSize)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
