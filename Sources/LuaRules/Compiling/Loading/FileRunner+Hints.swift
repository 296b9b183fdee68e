import LuaBridge

// Hints for errors in the text of a file: what the author should write instead.

extension FileRunner {
  /// Runs the chunk that was compiled last.
  func runCompiled(_ file: SourceFile) throws(RuleError) -> (slot: Int, resultCount: Int) {
    do {
      return try state.run()
    } catch {
      var refined = RuleError(error, in: failureContext)
      if error.kind == .undefinedGlobal, let location = refined.location,
        location.file == file.name, let line = location.line
      {
        let text = String(decoding: file.bytes, as: UTF8.self)
        refined.hint =
          KeyOutsideFunction.hint(for: error.message, line: line, in: text) ?? refined.hint
      }
      throw refined
    }
  }

  /// Returns the error for a file that is not Lua.
  func syntaxError(_ failure: LuaFailure, in file: SourceFile) -> RuleError {
    var error = RuleError(failure, in: failureContext)
    if error.location == nil { error.location = SourceLocation(file: file.name) }
    guard failure.kind == .syntax else { return error }
    let text = String(decoding: file.bytes, as: UTF8.self)
    error.hint = SyntaxHint.hint(for: failure.message, line: error.location?.line, in: text)
    return error
  }
}
