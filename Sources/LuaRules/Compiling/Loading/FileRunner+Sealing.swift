import LuaBridge
import LuaBytecode

// The steps after all files have been run.

extension FileRunner {
  /// Freezes the values that rule functions can reach, and forbids functions
  /// that write to locals of their file.
  package func seal() throws(RuleError) {
    do {
      let count = try lua { () throws(LuaFailure) in try state.keepReachableFunctions() }
      reachableCount = count
      let writers = try writers(among: count)
      try lua { () throws(LuaFailure) in
        for writer in writers {
          try state.forbid(function: writer.function, writingTo: writer.variable)
        }
        try state.freeze()
      }
    } catch {
      // All files together exceeded the budget; the last one is named.
      var error = error
      if error.location == nil { error.location = names.last.map { SourceLocation(file: $0) } }
      throw error
    }
    state.setBudget(nil)
    state.host = nil
  }

  /// Finds the functions that write to locals of their file.
  ///
  /// - Throws: ``RuleError`` for a function that computes the name of a module.
  private func writers(among count: Int) throws(RuleError) -> [(function: Int, variable: String)] {
    var writers: [(function: Int, variable: String)] = []
    let chunks = writingChunks.union(chunksComputingModules)
    if chunks.isEmpty { return [] }
    for number in 0..<count {
      let info = state.info(ofFunction: number + 1)
      guard info.isLua, chunks.contains(info.chunk) else { continue }
      let function = try? CompiledFunction.decode(try compiledForm(ofFunction: number + 1))
      if chunksComputingModules.contains(info.chunk), let function,
        let error = computedModule(in: function, ofChunk: info.chunk)
      {
        throw error
      }
      if let write = function?.writesOutside() { writers.append((number + 1, write.name)) }
      function?.forEachWriteOutside { outsideWrites.append((info.chunk, $0, $1)) }
      try spend(0)
    }
    return writers
  }
}
