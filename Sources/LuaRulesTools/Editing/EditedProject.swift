import LuaRules

/// The files of a project as an editor sees them, and what a check knows of
/// their rules.
package struct EditedProject: Sendable {
  /// The rule files, modules and rule tests, by path.
  package var files: [String: EditedFile] = [:]
  /// The schema; `nil` without one.
  package var schema: SchemaText?
  /// The grants of the rules.
  package var grants: [GrantText] = []
  /// The path of the Lua file with the host stubs; `nil` without one.
  package var hostStubs: String?
  /// What the last check that could read all rules has found.
  package var index: RuleIndex?
  /// The texts in which ``index`` was found.
  package var checked: [String: TextPositions] = [:]
  /// The whole paths of the folders with the rules: each may have a `lib` with modules.
  package var ruleFolders: [String] = []

  package init() {}

  /// Whether a Lua file belongs to the project, or would, if it were new; any does before the folders
  /// of the rules are known.
  package func belongs(_ path: String) -> Bool {
    ruleFolders.isEmpty || path.hasSuffix(".test.lua") || path == hostStubs
      || ruleFolders.contains { path.hasPrefix($0 + "/") }
  }

  /// A part of a file.
  package struct Place: Sendable, Hashable {
    package let path: String
    /// The part, in bytes.
    package let range: EditedFile.Range

    package init(path: String, range: EditedFile.Range) {
      self.path = path
      self.range = range
    }
  }

  /// The files in the order of their paths.
  package var sortedFiles: [EditedFile] { files.keys.sortedByBytes().compactMap { files[$0] } }
}
