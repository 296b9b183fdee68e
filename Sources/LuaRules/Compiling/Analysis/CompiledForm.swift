import LuaBridge

/// Whether the compiled form of the Lua that is linked is the one we decode.
enum CompiledForm {
  /// What is wrong with it; `nil` when known functions gave the known results.
  ///
  /// Tried once in a process. Complexity is semantics: on a Lua that we cannot
  /// read, loading fails rather than guessing an order.
  static let problem: RuleError? = {
    do {
      try AnalysisSelfTest.verify { text in
        // What is found out holds for ever: no other model's memory may come into it.
        let state = try LuaState(memoryLimit: 4 << 20, sharing: SharedMemoryLimit(limit: .max))
        try state.compile(Array(text.utf8), chunk: 1)
        let (slot, _) = try state.run()
        guard case .function(let number) = try state.contents(ofSlot: slot),
          let bytes = state.dump(function: number)
        else { return [] }
        return bytes
      }
      return nil
    } catch {
      return RuleError(
        .unknownLua, "the compiled form of this Lua library is unknown: \(error)",
        hint: "link Lua 5.4")
    }
  }()
}
