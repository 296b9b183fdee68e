import Foundation
import LuaRules
import Testing

/// What rules bring along does not steer the terminal of who asks them.
struct ControlCharacterTests {
  /// Escape sequences, a C1 control as UTF-8, and a sign that turns the direction.
  private static let signs = "\u{1B}[2J\u{7}\u{9B}31m\u{7F}\u{8}\u{202E}"
  private static let steering: [Unicode.Scalar] = [
    "\u{1B}", "\u{7}", "\u{9B}", "\u{7F}", "\u{8}", "\u{202E}",
  ]

  private func files() throws -> TemporaryFolder {
    let files = try TemporaryFolder()
    let signs = Self.signs
    _ = try files.file(
      "a.lua",
      """
      return {
        { key = "x", name = "n\(signs)", doc = "d\(signs)", value = "v\(signs)" },
        { key = "y", name = "n\(signs)", when = function(c) print("p\(signs)\\ttab") return true end,
          value = function(c) error("e\(signs)") end },
        { key = "k\(signs)", when = function(c) return c.x == "\(signs)" end, value = 1 },
        { key = "k\(signs)", when = { x = "\(signs)" }, value = 2 },
      }
      """)
    _ = try files.file(
      "a.test.lua",
      "return { { \"t\(signs)\", context = { [\"u\(signs)\"] = 1 }, expect = { x = \"\(signs)\" } } }"
    )
    _ = try files.file("context.json", "{\"a\(signs)\": 1}")
    return files
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    let files = try files()
    return try withExtendedLifetime(files) { try CommandRun(arguments, in: files.url) }
  }

  /// Runs the command on a terminal.
  private func runOnTerminal(_ arguments: String) throws -> CommandRun {
    let files = try files()
    _ = try files.file("lines", "keys\nlist\nx\n? y\nset\nexplain x\nexplain y\n")
    return try withExtendedLifetime(files) {
      try CommandRun(
        shell: "script -qec \"'$0' \(arguments)\" /dev/null 2>&1", in: files.url)
    }
  }

  private func expectHarmless(_ text: String) {
    for scalar in Self.steering {
      #expect(!text.unicodeScalars.contains(scalar), "\(text.debugDescription)")
    }
  }

  @Test func `what rules print and say in errors is made visible`() throws {
    let run = try run(["eval", "a.lua", "--key", "y"])
    expectHarmless(run.errors)
    let visible = #"\u{1B}[2J\u{7}\u{9B}31m\u{7F}\u{8}\u{202E}"#
    #expect(
      run.errors == "p\(visible)\ttab\na.lua:4: error: e\(visible) [runtime]\n")
  }

  @Test func `who reads the answer gets it as it is`() throws {
    let run = try run(["eval", "a.lua", "--key", "x", "--raw"])
    #expect(run.output == "v\(Self.signs)\n")
  }

  #if os(Linux)
    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
      arguments: [
        "eval a.lua", "eval a.lua --key x --raw", "eval a.lua --show-source",
        "explain a.lua --plan",
        "explain a.lua --format json", "list a.lua", "list a.lua --format json", "check a.lua",
        "check a.lua --format json", "test .", "test . --format junit --filter t", "graph a.lua",
        "graph a.lua --format mermaid", "annotate a.lua",
        "diff a.lua a.lua --contexts context.json", "test . --coverage --mutate",
      ])
    func `nothing on a terminal steers it, other than the command's own colors`(
      arguments: String
    ) throws {
      let run = try runOnTerminal(arguments)
      var text = run.output
      #expect(!text.isEmpty)
      for code in ["0", "1", "2", "31", "32", "33"] {
        text = text.replacingOccurrences(of: "\u{1B}[\(code)m", with: "")
      }
      // The line that tells of progress, which is taken away.
      text = text.replacingOccurrences(of: "\u{1B}[K", with: "")
      expectHarmless(text)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func `a session on a terminal is not steered`() throws {
      let run = try runOnTerminal("repl a.lua --context context.json <lines")
      var text = run.output
      #expect(text.contains(#"k\u{1B}[2J"#))
      for code in ["0", "1", "2", "31", "32", "33"] {
        text = text.replacingOccurrences(of: "\u{1B}[\(code)m", with: "")
      }
      expectHarmless(text)
    }
  #endif
}
