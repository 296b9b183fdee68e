import LuaBridge
import LuaBytecode

// Hints for errors in the text of a file: what the author should write instead.

extension FileRunner {
  /// Runs the chunk that was compiled last.
  func runCompiled(_ file: SourceFile) throws(RuleError) -> (slot: Int, resultCount: Int) {
    do {
      return try state.run(findsOrigins: recording == nil)
    } catch {
      var refined = RuleError(error, in: failureContext)
      if error.kind == .undefinedGlobal, let location = refined.location,
        location.file == file.name, let line = location.line
      {
        let text = String(decoding: file.bytes, as: UTF8.self)
        refined.hint =
          KeyOutsideFunction.hint(for: error.message, line: line, in: text) ?? refined.hint
      }
      if refined.code == .unknownHostFunction { refined.others = unknownHosts(besides: error) }
      throw refined
    }
  }

  /// Returns the errors for the other host functions that a file names and the host does not have, each
  /// at its first place.
  ///
  /// - Parameter failure: The read of a host function that ended the run of the file.
  /// - Returns: The errors, in the order of the lines.
  private func unknownHosts(besides failure: LuaFailure) -> [RuleError] {
    guard let outline = outlines[failure.chunk],
      let main = try? CompiledFunction.decode(outline.bytes)
    else { return [] }
    var known = Set(request.host.functions.map(\.name) + hostStubs + [failure.message])
    var found: [LuaFailure] = []
    main.forEachUse(hasContext: false) { use, line in
      guard case .host(let name) = use, known.insert(name).inserted else { return }
      found.append(LuaFailure(.unknownHost, name, chunk: failure.chunk, line: line))
    }
    found.sort { $0.line < $1.line }
    return found.prefix(Self.mostOthers).map { RuleError($0, in: failureContext) }
  }

  private static let mostOthers = RuleReader.mostErrors - 1

  /// Returns the error for a file that is not Lua.
  func syntaxError(_ failure: LuaFailure, in file: SourceFile) -> RuleError {
    var error = RuleError(failure, in: failureContext)
    if error.location == nil { error.location = SourceLocation(file: file.name) }
    guard failure.kind == .syntax else { return error }
    let text = String(decoding: file.bytes, as: UTF8.self)
    (error.message, error.hint) = SyntaxHint.explained(
      error.message, line: error.location?.line, in: text)
    return error
  }
}
