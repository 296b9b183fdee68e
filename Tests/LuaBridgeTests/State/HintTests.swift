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

  /// Asks a function that returns a string, in an evaluation of its own.
  private static func ask(_ lua: LuaState, _ function: Int, of host: NumberingHost) -> String {
    lua.host = host
    lua.beginEvaluation()
    defer { lua.endEvaluation() }
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

  /// Two names for each length, alike to the last byte.
  static let names = (1...200).flatMap { length in
    ["a", "b"].map { String(repeating: "n", count: length - 1) + $0 }
  }

  // Names of more than 40 bytes are long strings in Lua: each time another one, at an address at
  // which there was another name before.
  @Test func `computed names of all lengths get their own values`() throws {
    let (lua, function) = try Self.loaded(
      """
      return function(c)
        for length = 200, 1, -1 do
          for turn = 1, 10 do
            local name = ("n"):rep(length - 1) .. (turn % 2 == 0 and "a" or "b")
            if c[name] ~= "value of " .. name then return name .. " gives " .. c[name] end
          end
        end
        return "all"
      end
      """)
    lua.collectEagerly()
    let host = NumberingHost()
    for _ in 1...3 { #expect(Self.ask(lua, function, of: host) == "\"all\"") }
  }

  @Test func `names of all lengths in a file get their own values`() throws {
    let reads = Self.names.shuffled().map { "c.\($0) == \"value of \($0)\"" }
    let (lua, function) = try Self.loaded(
      "return function(c)\n"
        + reads.map { "if not (\($0)) then return false end\n" }.joined() + "return true end")
    lua.collectEagerly()
    let host = NumberingHost()
    for _ in 1...3 { #expect(Self.ask(lua, function, of: host) == "true") }
  }

  @Test func `computed names take no memory for good`() throws {
    let (lua, function) = try Self.loaded(
      """
      return function(c)
        for number = 1, 200 do local _ = c[("x"):rep(2000) .. number] end
        return 1
      end
      """)
    lua.collectEagerly()
    let host = NumberingHost()
    _ = Self.ask(lua, function, of: host)
    let before = lua.memoryUsed
    for _ in 0..<5 { _ = Self.ask(lua, function, of: host) }
    #expect(lua.memoryUsed < before + 100_000)
  }
}
