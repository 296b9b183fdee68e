import Foundation
import LuaRules
import LuaRulesTools

/// What is checked together for an editor: a project, or a file that belongs to none.
struct ServerProject: Hashable, Sendable {
  /// What belongs to it by its options; else the file alone.
  enum Kind: Hashable, Sendable {
    case commandLine
    case project(String)
    case file(String)
  }

  let kind: Kind

  /// The project that a file belongs to.
  init(of path: String, _ options: RuleOptions) {
    if !options.rules.isEmpty {
      kind = .commandLine
    } else if let project = ProjectFile.path(above: path) {
      kind = .project(project)
    } else {
      kind = .file(path)
    }
  }

  /// Checks the project with the texts of the editor.
  ///
  /// - Throws: ``Failure``.
  func check(_ options: RuleOptions, texts: [String: String]) throws -> RuleCheck {
    let fileSystem = BufferedFileSystem(texts: texts)
    var options = options
    switch kind {
    case .commandLine: options = try options.withRulesOfProject()
    case .project(let path):
      options = try options.withProject(at: path)
      // A project may leave out what its rules are.
      if options.rules.isEmpty { options.rules = [FilePath.folder(of: path)] }
    case .file(let path): options.rules = [path]
    }
    return try RuleCheck(options, fileSystem: fileSystem)
  }
}
