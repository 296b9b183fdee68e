import LuaBridge
import Testing

/// Names are read by the number that the host gave for them, and each gets its own value.
struct HintTests {
  /// Gives each name a number, and the same value by name and by number.
  private final class NumberingHost: LuaHost {
    private var names: [String] = []
    /// The names that were read as such.
    var readByName: [String] = []

    private static func value(of name: String) -> LuaPush { .value(.string("value of \(name)")) }

    func member(_ key: LuaValue, of object: ObjectHandle?) -> LuaPush {
      guard case .string(let name) = key else { return .value(.nil) }
      readByName.append(name)
      return Self.value(of: name)
    }

    func member(hint: UInt32, of object: ObjectHandle?) -> LuaPush? {
      Self.value(of: names[Int(hint) - 1])
    }

    func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32 {
      guard case .string(let name) = key else { return 0 }
      if !names.contains(name) { names.append(name) }
      return UInt32(names.firstIndex(of: name).map { $0 + 1 } ?? 0)
    }

    func count(of object: ObjectHandle) -> Int { 0 }
    func keys(of object: ObjectHandle?) -> [LuaValue] { [] }
    func call(_ function: Int, arguments: [LuaValue]) -> LuaPush { .value(.nil) }
    func require(_ name: String, from chunk: Int) -> Int { 0 }
    func print(_ text: String) {}
  }

  /// Asks a function that returns a string, in an access of its own.
  private static func ask(_ lua: LuaState, _ function: Int, of host: NumberingHost) -> String {
    lua.host = host
    lua.beginAccess()
    defer { lua.endAccess() }
    return lineOf { try lua.evaluate(function) }
  }

  private static func loaded(_ text: String) throws -> (lua: LuaState, function: Int) {
    let lua = try LuaState(memoryLimit: 64 << 20)
    try lua.compile(Array(text.utf8), chunk: 1, scope: 0)
    let function = try #require(try lua.contents(ofSlot: lua.run().slot).firstFunction)
    _ = try lua.keepReachableFunctions()
    try lua.freeze()
    return (lua, function)
  }

  // Where Lua puts names in memory is another thing in each state: names that shared a place
  // would be found in some of these.
  @Test(arguments: [2, 3, 8, 64], 0..<16)
  func `names that are read together are all read by number from the second time on`(
    count: Int, state: Int
  ) throws {
    let reads = (1...count).map { "c.name\($0)" }.joined(separator: " .. ")
    let (lua, function) = try Self.loaded("return function(c) return \(reads) end")
    let host = NumberingHost()
    let expected = (1...count).map { "value of name\($0)" }.joined()
    #expect(Self.ask(lua, function, of: host) == "\"\(expected)\"")
    #expect(host.readByName.count == count)
    host.readByName = []
    for _ in 1...3 { #expect(Self.ask(lua, function, of: host) == "\"\(expected)\"") }
    #expect(host.readByName.isEmpty)
  }

  @Test func `computed names get their own values, however many and long they are`() throws {
    // Names of more than 40 bytes are long strings in Lua: each time another one, at an address
    // at which there was another name before.
    let (lua, function) = try Self.loaded(
      """
      return function(c)
        for round = 1, 40 do
          for length = 1, 200, 7 do
            local name = (round % 2 == 0 and "a" or "b"):rep(length) .. round
            if c[name] ~= "value of " .. name then return name .. " gives " .. c[name] end
          end
        end
        return "all"
      end
      """)
    let host = NumberingHost()
    for _ in 1...3 { #expect(Self.ask(lua, function, of: host) == "\"all\"") }
  }
}
