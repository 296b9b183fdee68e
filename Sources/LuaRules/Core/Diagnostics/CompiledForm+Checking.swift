import LuaBytecode

extension CompiledForm {
  /// Fails on a Lua library whose compiled form is not the one that is decoded.
  ///
  /// - Throws: ``RuleError`` with the code `unknown-lua`.
  package static func check() throws(RuleError) {
    if let problem { throw RuleError(.unknownLua, problem, hint: "link Lua 5.4") }
  }
}
