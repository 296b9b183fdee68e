import Foundation
import LuaBytecode
import LuaSyntax
import Testing

@testable import LuaRulesTools

/// The functions of a text: as it is written, and as Lua compiles it.
@Suite struct FunctionNumberTests {
  /// What both forms have of a function.
  private static func description(
    _ first: Int, _ last: Int, _ parameters: [String], calls: Int
  ) -> String {
    "\(first)...\(last) with \(calls): \(parameters.joined(separator: ", "))"
  }

  private static func functions(of file: WrittenFile) -> [String] {
    let tree = file.syntax
    let lines = LineStarts(tree.tokens.bytes)
    func line(_ token: Int) -> Int { lines.line(around: tree.tokens[token].start) + 1 }
    return tree.functions.enumerated().map { number, function in
      let head = tree.tokens.all[function.start...].prefix { !$0.is("(") }
      let isStatement =
        head.count > 1 && (function.start == 0 || !tree.tokens[function.start - 1].is("local"))
      let parameters = function.parameters.map { tree.bindings[$0].name }
      return description(
        // SOURCE: `lparser.c`: other functions begin in the line of their bracket.
        line(isStatement ? function.start : head.endIndex), line(function.end),
        (head.contains { $0.is(":") } ? ["self"] : []) + parameters,
        calls: file.calls[number]?.count ?? 0)
    }
  }

  private static func functions(of main: CompiledFunction) -> [String] {
    main.withInnerFunctions.dropFirst().map { function in
      description(
        function.lineDefined, function.lastLineDefined,
        function.locals.prefix(function.parameterCount).map(\.name),
        calls: function.code.count { [.call, .tailCall].contains($0.opcode) })
    }
  }

  /// Expects that both forms of a text have the same functions; returns how many.
  @discardableResult
  private static func expectSame(_ text: String, _ name: String) throws -> Int {
    let written = functions(of: WrittenFile(name, Array(text.utf8)))
    let main = try CompiledFunction.decode(LuaFiles.compiled(text))
    let compiled = functions(of: main)
    #expect(written == compiled, "\(name): \(text)")
    let numbers = FunctionNumbers(in: main)
    let areFound = main.withInnerFunctions.dropFirst().enumerated().allSatisfy {
      numbers.numbers(of: $1).contains($0)
    }
    #expect(areFound, "\(name): \(text)")
    return compiled.count
  }

  @Test(arguments: [
    "return function() return function() end end, function() end",
    "local function f(a, b, ...) end function t.a.b:c(d) return function() end end",
    "if false then f(function() end) end return { [function() end] = function() end }",
    "for i = (function() return 1 end)(), 2 do local x <close> = function() end end",
    "f { function() end } 'x' (function() end) [function() end] = function() end",
    "repeat local a = function() end until function() end or not function() end .. function() end",
    "goto a ::a:: while -(function() end) do return function() end end",
  ])
  func `the functions of a text have the same numbers in its compiled form`(text: String) throws {
    #expect(try Self.expectSame(text, "") > 0)
  }

  @Test func `so have those of every file of the project`() throws {
    var count = 0
    for file in LuaFiles.all {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard (try? LuaFiles.compiled(text)) != nil else { continue }
      count += try Self.expectSame(text, file.path)
    }
    #expect(count > 500)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `so have those of a random program`(seed: UInt64) throws {
    var program = RandomLua(random: SplitMix(seed: seed &* 7919))
    try Self.expectSame(program.text(), "seed \(seed)")
  }
}
