import Foundation
import Testing

@testable import LuaSyntax

/// Texts that break off, are changed, or are no Lua at all.
@Suite struct BrokenTextTests {
  private static let text = #"""
    --- Rules.
    local sums = require "sums"
    local limit <const>, rest <close> = 1e-5, nil
    local function large(c, ...) return c.order.total > limit and not c["a.b"] end
    for i, line in ipairs({ 1, 2, [3] = 'x\z
      y' }) do print(i .. line, #line) end
    function sums.more:add(a) self.n = self.n + (a or 0).b[1]; return self:add(a) { a } "s" end
    while true do if large then break elseif rest then goto done else repeat local z until z end end
    ::done:: --[==[ inner ]] ]==]
    return { key = "k", rules = {
      { when = { a = { b = { 1, 2 } }, ["c.d"] = 1 }, value = function(c)
        for n = 1, 2, 3 do n = -n ^ 2 // ~n end
        if c.x == [[long]] then return sums.add(c.lines[1].price, "x"):upper() end
      end }, -- last
      { set = { a = 1; b = { } }, priority = "high" },
    } }
    """#

  private static func expectTree(of bytes: [UInt8], _ name: @autoclosure () -> String) {
    let violations = Set(TreeInvariants(SyntaxTree(bytes)).violations)
    #expect(
      violations.isEmpty,
      "\(name()): \(violations.sorted()) \(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func `a text that breaks off anywhere has a tree`() {
    let bytes = Array(Self.text.utf8)
    for length in 0...bytes.count { Self.expectTree(of: Array(bytes[..<length]), "\(length)") }
  }

  @Test func `a file that breaks off anywhere has a tree`() {
    for (number, file) in LuaFiles.all.enumerated() where number % 20 == 0 {
      for length in stride(from: number % 7, through: min(file.bytes.count, 1500), by: 3) {
        Self.expectTree(of: Array(file.bytes[..<length]), "\(file.name), \(length) bytes")
      }
    }
  }

  @Test func `each file has a tree`() {
    for file in LuaFiles.all { Self.expectTree(of: file.bytes, file.name) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a changed text has a tree`(seed: UInt64) {
    var mutation = Mutation(seed: seed)
    for number in 0..<20 {
      Self.expectTree(of: mutation.changed(Array(Self.text.utf8)), "seed \(seed), \(number)")
    }
    for file in LuaFiles.all.shuffled(using: &mutation.random).prefix(40) {
      Self.expectTree(of: mutation.changed(file.bytes), "\(file.name), seed \(seed)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any bytes have a tree`(seed: UInt64) {
    var random = Mutation(seed: seed).random
    for length in 0..<50 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      Self.expectTree(of: bytes, "seed \(seed): \(bytes)")
    }
  }

  // MARK: Nesting and time

  private static let openings = [
    "{", "(", "function() ", "a.b[", "not ", "- ", "if x then ", "a = {", "f(", "f{", "[\"", "{{},",
    "do ", "repeat ", "while x do ", "for i = 1, 2 do ", "local function f() ", "a and (", "a .. {",
    "{ [", "x = function(a) return { ", "if a then elseif ", "f'x'", "a.", "a:b'x'.",
  ]

  @Test(arguments: openings)
  func `deep nesting needs no more of the stack`(part: String) async {
    for start in ["", "return "] {
      let bytes = Array((start + String(repeating: part, count: 2000)).utf8)
      await withCheckedContinuation { continuation in
        let thread = Thread {
          Self.expectTree(of: bytes, part)
          continuation.resume()
        }
        // An optimized build needs a tenth of it.
        thread.stackSize = 4 << 20
        thread.start()
      }
    }
  }

  @Test(arguments: 147...153, ["", "x=", "x", "x=(", "}"])
  func `a text may end where nesting is passed over`(depth: Int, end: String) {
    for part in ["{", "(", "function() ", "do "] {
      let text = "return " + String(repeating: part, count: depth) + end
      Self.expectTree(of: Array(text.utf8), text)
    }
  }

  /// Repeated parts; with a break between, each is in its own line.
  private static let repeated =
    openings + [
      "{}, ", "f(x) ", "local a = b.c ", "end ", "} ", ") ", "a = { b = function() return c end } ",
      "if a then b() end ", "if a then return end return ", "--[[x]]", "local x", "\"", "'a", "[=[",
      "]=]", "a or b and ", "return ", "x, ", "{ a = 1 ", "goto a ::a:: ",
      "  { key = \"a\", value = c.",
    ]

  @Test(arguments: repeated, ["", "\n    "])
  func `reading takes time in proportion to the length`(part: String, separator: String) {
    // The first parts may be nested, up to a limit.
    let steps = [200, 250, 300].map { count in
      let text = "return {" + String(repeating: part + separator, count: count)
      return LuaParser.read(LuaTokens(Array(text.utf8))).steps
    }
    #expect(steps[2] - steps[1] <= steps[1] - steps[0] + 10, "\(steps)")
  }
}
