import LuaBridge

/// Compiled forms of Lua text, from the Lua that the engine runs.
enum DumpFailure: Error {
  case notAFunction
}

/// Runs a chunk and returns the compiled form of the function that it returns.
func dump(_ text: String) throws -> [UInt8] {
  let state = try LuaState(memoryLimit: 64 << 20)
  try state.compile(Array(text.utf8), chunk: 1)
  let (slot, _) = try state.run()
  guard case .function(let number) = try state.contents(ofSlot: slot),
    let bytes = state.dump(function: number)
  else { throw DumpFailure.notAFunction }
  return bytes
}

/// Returns the compiled form of a chunk itself.
func dumpChunk(_ text: String) throws -> [UInt8] {
  let state = try LuaState(memoryLimit: 64 << 20)
  try state.compile(Array(text.utf8), chunk: 1)
  guard let bytes = state.dumpChunk() else { throw DumpFailure.notAFunction }
  return bytes
}
