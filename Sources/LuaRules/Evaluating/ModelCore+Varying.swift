import LuaBridge

extension ModelCore {
  /// Creates a model with other candidates for the same rules, on a state of another model.
  package convenience init(
    varying core: ModelCore, candidates: CandidateTable, log: CandidateLog?, state: LuaState
  ) {
    var request = core.request
    // A plan does not try each candidate.
    if log != nil { request.options.plan = .lua }
    self.init(
      request: request, files: LoadedFiles(state: state, names: core.files, results: []),
      recording: core.recording, rules: core.rules, fingerprints: core.fingerprints,
      functions: core.functions, luaFreeFunctions: core.luaFreeFunctions, candidates: candidates,
      log: log)
  }

  /// Takes a state out of the model, for another model of the same files.
  package func takeState() throws(RuleError) -> LuaState {
    let place = lend()
    defer { pool.giveBack(place) }
    let state = try place.luaState().object
    place.dropState()
    return state
  }

  /// Puts a state of the same files into the model.
  package func giveState(_ state: LuaState) {
    let place = lend()
    place.keep(state)
    pool.giveBack(place)
  }
}
