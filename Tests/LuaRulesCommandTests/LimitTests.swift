import Testing

/// Rules that would never end, or take all memory.
struct LimitTests {
  struct Bomb: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rules: String

    init(_ name: String, _ rules: String) {
      testDescription = name
      self.rules = rules
    }

    /// A bomb in a value function.
    init(_ name: String, value code: String) {
      self.init(name, "return { { key = 'a', value = function(c) \(code) end } }")
    }
  }

  @Test(arguments: [
    Bomb("loop in a file", "while true do end return {}"),
    Bomb(
      "loop in a predicate",
      "return { { key = 'a', when = function(c) while true do end return true end, value = 1 } }"),
    Bomb("loop in a value", value: "while true do end return 1"),
    Bomb("endless calls while loading", "local function f() return f() end return f()"),
    Bomb("endless recursion", value: "local function f(n) return 1 + f(n) end return f(1)"),
    Bomb("growing string", value: "local s = 'x' while true do s = s .. s end return s"),
    Bomb("growing table", value: "local t = {} for i = 1, 1e9 do t[i] = {} end return t"),
    Bomb("long string", value: "return #string.rep('x', 1e9)"),
    Bomb("long string while loading", "local s = string.rep('x', 1e9) return {}"),
    Bomb("long string of long strings", value: "return #(('x'):rep(1e5):rep(1e4))"),
  ])
  func `a limit ends the rules soon`(_ bomb: Bomb) throws {
    let files = try TemporaryFolder()
    _ = try files.file("bomb.lua", bomb.rules)
    let run = try CommandRun(
      [
        "eval", "bomb.lua", "--key", "a", "--budget", "time=0.1", "--budget",
        "instructions=1000000",
        "--budget", "memory=16",
      ],
      in: files.url)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("bomb.lua:1: error: more than "))
    #expect(run.errors.hasSuffix(" were used [budget]\n"))
    #expect(run.status == 1)
    // Alone it takes a hundredth of that; other tests, and other programs, run beside it.
    #expect(run.duration < .seconds(60))
  }

  @Test func `the limits that nobody sets end rules, too`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "loop.lua",
      "return { { key = 'a', when = function(c) while true do end return 1 end, value = 1 }, { key = 'b', value = 2 } }"
    )
    let run = try CommandRun(["eval", "loop.lua"], in: files.url)
    #expect(run.output == "{\"b\":2}\n")
    #expect(run.status == 1)
  }
}
