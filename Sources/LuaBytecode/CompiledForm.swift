import LuaBridge

/// The check that the compiled form of the linked Lua is the one that the
/// decoder expects.
package enum CompiledForm {
  /// The error of the self-test, as a sentence; `nil` if known functions gave the known
  /// results.
  ///
  /// The test runs once in a process. Complexity is semantics: with an unknown
  /// Lua, loading fails instead of guessing an order.
  package static let problem: String? = {
    do {
      try AnalysisSelfTest.verify { text in
        // The result is kept for the whole process, so the memory of other models must not
        // affect it.
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
      return "the compiled form of this Lua library is unknown: \(error)"
    }
  }()
}
