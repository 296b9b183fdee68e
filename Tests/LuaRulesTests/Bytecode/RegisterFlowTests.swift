import CLua54
import Testing

@testable import LuaBytecode
@testable import LuaRules

/// No code runs that may read a register before it was written.
struct RegisterFlowTests {
  /// A function with so many constants that those that follow do not fit into an instruction.
  static func function(_ body: String, constants: Int = 300) -> String {
    let texts = (0..<constants).map { "\"k\($0)\"" }.joined(separator: ",")
    return """
      local names, f = {}, print
      return { { key = "k", value = function(c)
        local big = { \(texts) }
        local a, b = c.a, c.b
        \(body)
      end } }
      """
  }

  static let wrong = [
    "return 70000 ~ (a or b)", "return 70000 & (a and b)", "return 70000 | (a == b)",
    "return 1 ~ (c.a or c.b)", "local z = 1, 202 return 70000 ~ (a or b)",
    "a, b = 1, 2, 202 return 70000 ~ (a or b)", ";({}).x = 202 return 70000 & (a or b)",
    "if c.x then return 1 end return 70000 ~ (a or b)",
    "if not c.x then ({}).y = 1 end return 70000 ~ (a or b)",
    "return { 1, 2, 70000 ~ (a or b) }", "return f(1, 70000 ~ (a and b), 2)",
    "return function() return 1 end, 70000 ~ (a or b)",
    "while a do b = 70000 | (a or b) end return b", "names[70000 & (a or b)] = 1 return a",
    "local t = { [70000 ~ (a or b)] = 202 } return t",
  ]

  @Test(.enabled(if: Int(LUA_VERSION_RELEASE) ?? 0 < 5), arguments: wrong)
  func `a bitwise operation that Lua compiles wrongly is refused`(body: String) throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(text: Self.function(body), name: "bits.lua")
    }
    #expect(error?.code == .syntax)
    #expect(error?.location == SourceLocation(file: "bits.lua", line: 5))
    #expect(error?.message.contains("`1 ~ (a or b)`") == true, "\(error?.message ?? "")")
    #expect(error?.hint == "put the number on the right: `(a or b) ~ 1`")
  }

  static let right =
    wrong.map { ($0, 10) } + [
      ("return (a or b) ~ 70000", 300), ("return 70000 + (a or b)", 300),
      ("return 70000 ~ a", 300), ("return 70000 ~ #a", 300),
      ("return not (a and b == 1) or f(a, a or b, c.x and c.y or { a or b, x = not a })", 10),
      ("goto check ::body:: a = b ::check:: if a then goto body end return a", 10),
      (
        "for i = 1, 3 do if a then goto next end local x = i f(function() return x end) ::next:: end return a",
        10
      ),
      (
        "repeat local x = a or b local g = function() return x end until x == g() return f(...)", 10
      ),
      ("for k, v in pairs(a) do if k == v then break end f(k, v) end return f(f())", 10),
      ("local function g(n) return n == 0 and 1 or g(n - 1) end return g(3)", 10),
      ("local x <const> = 3 local y <close> = nil a.b.c, a = x, y, f() return f((f()))", 10),
      ("return a:m(b, f(a)) .. b .. (a and 'x' or 'y') .. tostring(a == b)", 10),
    ]

  @Test(arguments: right)
  func `what is compiled rightly is loaded`(body: String, constants: Int) throws {
    let body = body.replacing("f(...)", with: "f(a)")
    _ = try RuleModel(text: Self.function(body, constants: constants))
  }

  // MARK: Against all ways through small functions

  /// Functions whose registers are then changed at random.
  static let bodies = [
    "return c.a or c.b", "local x = c.a and c.b return x", "return c.a == 1",
    "if c.a then return c.b end return c.c", "return { c.a or 1, c.b and c.c or 2 }",
    "local x, y = c.a, c.b if x == y then x = c.c end return x + y",
    "return c.f(c.a or c.b, not c.c)", "return (c.a == 1 or c.b) == (c.c and c.a)",
  ]

  /// Whatever the registers are, code that passes reads nothing unwritten on any way.
  @Test(arguments: bodies)
  func `code that passes has no way that reads what was not written`(body: String) throws {
    let bytes = try dump("return function(c) \(body) end")
    let function = try CompiledFunction.decode(bytes)
    let locals = function.locals.map { LocalRange(start: Int32($0.start), end: Int32($0.end)) }
    var walk = CodeWalk()
    walk.locals = locals
    let fault = try walk.firstFault(in: DumpedCode(function.code, of: function))
    #expect(fault?.position == nil)
    var random = SplitMix(state: 7)
    var passed = 0
    for _ in 0..<4000 {
      var code = function.code
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let changed = Int.random(in: 0..<code.count, using: &random)
        let shift: UInt32 = [7, 16, 24].randomElement(using: &random) ?? 7
        let register = UInt32.random(in: 0..<UInt32(function.registerCount), using: &random)
        guard !code[changed].opcode.isJumpOrTest else { continue }
        code[changed] = Instruction(
          bits: code[changed].bits & ~(0xFF << shift) | register << shift)
      }
      let changedCode = DumpedCode(code, of: function)
      do {
        if try walk.firstFault(in: changedCode) != nil { continue }
      } catch {
        continue
      }
      passed += 1
      let read = WayWalker.unwrittenRead(in: code, parameters: function.parameterCount)
      #expect(read == nil, "\(code.map(\.opcode)) at \(read ?? 0)")
    }
    #expect(passed > 0)
  }
}

extension Opcode {
  fileprivate var isJumpOrTest: Bool {
    switch self {
    case .jump, .newTable, .setList, .extraArgument, .call, .return, .loadNil: true
    default: false
    }
  }
}

extension DumpedCode {
  init(_ code: [Instruction], of function: CompiledFunction) {
    let bytes = code.flatMap { instruction in
      (0..<4).map { UInt8(truncatingIfNeeded: instruction.bits >> (8 * $0)) }
    }
    self.init(
      bytes: bytes, start: 0, count: code.count, parameterCount: function.parameterCount,
      registerCount: function.registerCount)
  }
}
