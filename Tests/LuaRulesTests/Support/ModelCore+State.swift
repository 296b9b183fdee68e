import LuaBridge

@testable import LuaRules

extension ModelCore {
  /// Runs a body with a state of the model.
  func withState<Result>(_ body: (LuaState) throws -> Result) throws -> Result {
    let place = lend()
    defer { pool.giveBack(place) }
    return try body(place.luaState())
  }
}
