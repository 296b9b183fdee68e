import Foundation
import LuaRules
import LuaRulesTools

/// A unit that is checked for an editor: a project, or a file without a
/// project.
struct ServerProject: Hashable, Sendable {
  /// The kind: the rules of the command line, a project, or a single file.
  enum Kind: Hashable, Sendable {
    case commandLine
    case project(String)
    case file(String)
  }

  let kind: Kind

  /// The project that a file belongs to.
  init(of path: String, _ options: RuleArguments) {
    if !options.rules.isEmpty {
      kind = .commandLine
    } else if let project = ProjectFile.path(above: path) {
      kind = .project(project)
    } else {
      kind = .file(path)
    }
  }

  /// Returns the options with the rules and the settings of the project.
  ///
  /// - Throws: ``Failure``.
  func options(
    _ options: RuleArguments, in files: any RuleFileSystem
  ) throws -> RuleArguments {
    var options = options
    switch kind {
    case .commandLine: options = try options.withRulesOfProject()
    case .project(let path):
      options = try options.withProject(at: path, in: files)
      // A project file may omit its rules.
      if options.rules.isEmpty { options.rules = [FilePath.folder(of: path)] }
    case .file(let path): options.rules = [path]
    }
    // Its first file may be in the editor only.
    options.allowsEmptyFolders = true
    return options
  }

  /// The project file; `nil` for rules without one.
  var settingsPath: String? { if case .project(let path) = kind { path } else { nil } }

  /// The folders with modules of a single file; `nil` for other rules, whose folders have them.
  var libraries: [String]? {
    if case .file(let path) = kind {
      [FilePath.join(FilePath.folder(of: path), "lib")]
    } else {
      nil
    }
  }

  /// The folders and files in which rule tests are looked for.
  func testPaths(_ options: RuleArguments) -> [String] {
    switch kind {
    case .commandLine: options.rules
    case .project(let path): [FilePath.folder(of: path)]
    case .file: []
    }
  }
}
