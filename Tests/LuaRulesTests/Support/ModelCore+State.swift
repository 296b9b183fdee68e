import LuaBridge
import Testing

@testable import LuaRules

extension ModelCore {
  /// Runs a body with a state of the model.
  func withState<Result>(_ body: (LuaState) throws -> Result) throws -> Result {
    let place = lend()
    defer { pool.giveBack(place) }
    return try body(place.luaState().object)
  }

  /// Runs a body without any idle state, and expects that none was made for it.
  func needsNoState<Result>(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Result
  ) throws -> Result {
    let place = lend()
    _ = place.takeState()
    pool.giveBack(place)
    let result = try body()
    let used = lend()
    #expect(used.takeState() == nil, sourceLocation: sourceLocation)
    pool.giveBack(used)
    return result
  }
}
