/// The module `feel`, which imported rules require: what expressions of FEEL mean, in Lua.
package enum FEELModule {
  /// The text of the file.
  package static let text = [
    values, durations, lists, tables, texts, patterns, listFunctions, contexts,
  ].joined(separator: "\n")
}
