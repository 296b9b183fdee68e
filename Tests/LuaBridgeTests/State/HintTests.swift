import LuaBridge
import Testing

/// Names that are read by a hint, which a state keeps beside the address of the name.
struct HintTests {
  /// Two names for each length, alike to the last byte.
  static let names = (1...200).flatMap { length in
    ["a", "b"].map { String(repeating: "n", count: length - 1) + $0 }
  }

  static func bench() throws -> Bench {
    let host = TestHost()
    host.members[0] = names.map { (.string($0), .scalar(.string("=" + $0))) }
    host.hintedNames = names
    let bench = try Bench(host)
    bench.lua.collectEagerly()
    return bench
  }

  @Test func `names of all lengths that rules compute give their own values`() throws {
    let bench = try Self.bench()
    let function = try bench.function(
      """
      return function(c)
        for round = 1, 3 do
          for length = 200, 1, -1 do
            for turn = 1, 10 do
              local last = turn % 2 == 0 and "a" or "b"
              local name = ("n"):rep(length - 1) .. last
              local value = c[name]
              if value ~= "=" .. name then return name .. " gives " .. tostring(value) end
            end
          end
        end
        return "right"
      end
      """)
    try bench.freeze()
    for _ in 0..<3 { #expect(lineOf { try bench.ask(function) } == "\"right\"") }
  }

  @Test func `names of all lengths in a file give their own values`() throws {
    let bench = try Self.bench()
    let functions = try Self.names.shuffled().map { name in
      (name, try bench.function("return function(c) return c.\(name) end"))
    }
    try bench.freeze()
    for _ in 0..<3 {
      for (name, function) in functions.shuffled() {
        #expect(lineOf { try bench.ask(function) } == "\"=\(name)\"")
      }
    }
    #expect(bench.host.hintedReads > 0)
  }

  /// The names that a state keeps are few and short, whatever a rule computes.
  @Test func `computed names take no memory for good`() throws {
    let bench = try Self.bench()
    let function = try bench.function(
      """
      return function(c)
        for number = 1, 200 do local _ = c[("x"):rep(2000) .. number] end
        return 1
      end
      """)
    try bench.freeze()
    _ = try bench.ask(function)
    let before = bench.lua.memoryUsed
    for _ in 0..<5 { _ = try bench.ask(function) }
    #expect(bench.lua.memoryUsed < before + 100_000)
  }
}
