import CLuaSupport

/// The properties of a function in a rule file's result.
package struct LuaFunctionInfo: Sendable {
  /// The number of the host function; `nil` for any other function.
  package var host: Int?
  /// Whether it is a host stub.
  package var isHostStub: Bool
  /// Whether it was compiled from Lua; if not, it is a library function.
  package var isLua: Bool
  /// The number of the chunk that defines it.
  package var chunk: Int
  /// The line in the chunk at which it begins.
  package var line: Int
}

extension LuaState {
  /// Puts a host function into the global table `host`.
  package func defineHost(_ name: String, function: Int) throws(LuaFailure) {
    var name = name
    try check(
      name.withUTF8 { utf8 in
        unsafe utf8.withMemoryRebound(to: CChar.self) { bytes in
          guard let start = bytes.baseAddress else { return true }
          return unsafe lrs_defineHost(state, start, bytes.count, UInt32(clamping: function))
        }
      })
  }

  /// Restricts the files of a scope, numbered from 1, to some of the host functions.
  package func restrictHost(ofScope scope: Int, to names: [String]) throws(LuaFailure) {
    let scope = UInt32(clamping: scope)
    try check(unsafe lrs_restrictHost(state, scope))
    for name in names {
      try check(
        unsafe name.withCString { unsafe lrs_allowHost(state, scope, $0, name.utf8.count) })
    }
  }

  /// Compiles a text as the chunk with this number, in its own environment.
  package func compile(_ text: [UInt8], chunk: Int, scope: Int = 0) throws(LuaFailure) {
    let text = text.isEmpty ? [UInt8(ascii: "\n")] : text
    try check(
      unsafe text.withUnsafeBytes { bytes in
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
          return false
        }
        return unsafe lrs_compile(
          state, Int32(clamping: chunk), UInt32(clamping: scope), start, bytes.count)
      })
  }

  /// The bytecode of the last compiled chunk.
  ///
  /// - Parameter isStripped: Whether lines and the names of variables are omitted.
  /// - Returns: The bytes as `lua_dump` writes them; `nil` without a chunk.
  package func dumpChunk(isStripped: Bool = false) -> [UInt8]? {
    var bytes: UnsafePointer<CChar>?
    var count = 0
    guard unsafe lrs_dumpChunk(state, isStripped, &bytes, &count) else { return nil }
    return unsafe copy(bytes: bytes, count: count)
  }

  /// The bytecode of a function; `nil` if it is not written in Lua.
  ///
  /// - Parameters:
  ///   - function: The number of the function.
  ///   - isStripped: Whether lines and the names of variables are omitted.
  /// - Returns: The bytes as `lua_dump` writes them.
  package func dump(function: Int, isStripped: Bool = false) -> [UInt8]? {
    var bytes: UnsafePointer<CChar>?
    var count = 0
    guard
      unsafe lrs_dumpFunction(
        state, UInt32(clamping: function), isStripped, &bytes, &count)
    else { return nil }
    return unsafe copy(bytes: bytes, count: count)
  }

  /// Replaces the content of a buffer by the bytecode of a function, without
  /// lines and names of variables.
  ///
  /// - Returns: Whether the function is written in Lua; if not, the buffer is empty.
  package func dump(function: Int, to buffer: inout [UInt8]) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    return withExtendedLifetime(self) {
      var bytes: UnsafePointer<CChar>?
      var count = 0
      guard unsafe lrs_dumpFunction(state, UInt32(clamping: function), true, &bytes, &count)
      else { return false }
      unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      return true
    }
  }

  /// Copies bytes of the state, and keeps the state alive meanwhile.
  private func copy(bytes: UnsafePointer<CChar>?, count: Int) -> [UInt8] {
    withExtendedLifetime(self) {
      unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// Runs the last compiled chunk.
  ///
  /// - Parameter findsOrigins: Whether ``contents(ofSlot:)`` tells where its tables were made; each
  ///   instruction takes several times as long then.
  /// - Returns: The slot with its first result, and the number of
  ///   results.
  /// - Throws: ``LuaFailure`` of the chunk.
  package func run(
    findsOrigins: Bool = false
  ) throws(LuaFailure) -> (slot: Int, resultCount: Int) {
    var slot: Int32 = 0
    var count: Int32 = 0
    try check(unsafe lrs_run(state, findsOrigins, &slot, &count))
    return (Int(slot), Int(count))
  }

  /// Keeps the module in a slot for the functions that require it.
  package func keepModule(slot: Int) throws(LuaFailure) {
    try check(unsafe lrs_keepModule(state, Int32(clamping: slot)))
  }

  /// Copies the content of a slot; its functions get numbers and stay in the state.
  package func contents(ofSlot slot: Int) throws(LuaFailure) -> LuaNode {
    var tokens = LRSTokens()
    try check(unsafe lrs_flattenSlot(state, Int32(clamping: slot), &tokens))
    return try withExtendedLifetime(self) { () throws(LuaFailure) in
      try TokenReader(tokens).node()
    }
  }

  /// Uses the functions of the table in a slot as host stubs.
  package func useHostStubs(slot: Int) throws(LuaFailure) {
    try check(unsafe lrs_useHostStubs(state, Int32(clamping: slot)))
  }

  /// The number of functions with numbers, which is also the highest number.
  package var functionCount: Int { unsafe Int(lrs_functionCount(state)) }

  /// Describes a function.
  package func info(ofFunction function: Int) -> LuaFunctionInfo {
    let info = unsafe lrs_functionInfo(state, UInt32(clamping: function))
    return LuaFunctionInfo(
      host: info.host >= 0 ? Int(info.host) : nil, isHostStub: info.isHostStub, isLua: info.isLua,
      chunk: Int(info.chunk), line: Int(info.line))
  }

  /// Numbers every function that the numbered ones can reach, and returns how many there are.
  package func keepReachableFunctions() throws(LuaFailure) -> Int {
    var count: UInt32 = 0
    try check(unsafe lrs_keepReachable(state, &count))
    return Int(count)
  }

  /// Makes calls of a function fail, because it writes to a local of its file.
  package func forbid(function: Int, writingTo variable: String) throws(LuaFailure) {
    try check(
      unsafe variable.withCString { unsafe lrs_forbid(state, UInt32(clamping: function), $0) })
  }

  /// Freezes everything that the numbered functions can reach.
  package func freeze() throws(LuaFailure) {
    try check(unsafe lrs_freeze(state))
  }
}
