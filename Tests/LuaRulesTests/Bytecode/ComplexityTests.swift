import Testing

@testable import LuaBytecode
@testable import LuaRules

/// A predicate and the complexity that it has to have.
struct ComplexityCase: CustomTestStringConvertible, Sendable {
  let body: String
  let complexity: Int
  var testDescription: String { "\(body) → \(complexity)" }

  init(_ body: String, _ complexity: Int) {
    self.body = body
    self.complexity = complexity
  }

  var text: String {
    let isExpression = !body.contains("return") && !body.contains("error(")
    return """
      local limits = { max = 3 }; local flag = true; local function f(x) return x end
      return function(c) \(isExpression ? "return " + body : body) end
      """
  }
}

func complexity(of text: String) throws -> Int {
  Complexity.of(try CompiledFunction.decode(try dump(text)))
}

struct ComplexityTests {
  /// The table of the design.
  static let promised: [ComplexityCase] = [
    .init("true", 0), .init("c.done", 1), .init("not c.done", 1), .init("c.a == 1", 1),
    .init("#c.list > 3", 1), .init("f(c.a)", 1), .init("c.a == 1 and c.b == 2", 2),
    .init("c.a and c.b", 2), .init("c.a ~= nil and c.a.b > 3", 2),
    .init("c.a == 1 or c.b == 2", 1), .init("not (c.a == 1 and c.b == 2)", 1),
    .init("(c.a == 1 and c.b == 2) or c.d == 3", 1),
    .init("c.d == 3 or (c.a == 1 and c.b == 2)", 1),
    .init("if c.a == 1 then return c.b == 2 end return false", 2), .init("false", 0),
    .init("c.a and not c.a", 0),
  ]

  static let sameConditions: [ComplexityCase] = [
    .init("c.a == 1 and 1 == c.a", 1), .init("c.a == 1 and c.a == 1.0", 1),
    .init("c.a == c.b and c.b == c.a", 1), .init("c.a ~= c.b and c.b == c.a", 0),
    .init("c.a == 'x' and 'x' == c.a", 1), .init("c.a == 'x' and not (c.a ~= 'x')", 1),
    .init("c.a < c.b and c.b > c.a", 1), .init("not (c.a < c.b) and c.b <= c.a", 2),
    .init("c.a < 3 and 3 > c.a", 1), .init("c.a < 3 and not (c.a >= 3)", 2),
    .init("c.a < 3 and c.a <= 3", 2), .init("c.a > 3.5 and 3.5 < c.a", 1),
    .init("c.a == 1 and c.a == 2", 2), .init("c.a and c['a']", 1),
    .init("local k = c.k; return c.l[k] and c.l[c.k]", 1),
    .init("c.l[1] and c.l[1.0]", 1), .init("c.l[300] == 1 and c.l[300] == 1", 1),
    .init("f(c.a) and f(c.a)", 2), .init("local v = f(c.a); return v and v", 1),
    .init("local v = f(c.a); return v and not v", 0),
    .init("local v, w = f(c.a); return v and w", 2),
    .init("c:m() and c:m()", 2), .init("c.a == limits.max and limits.max == c.a", 1),
    .init("flag and c.a", 2), .init("flag and not flag", 0),
    .init("c.a + 1 == 2 and c.a + 1 == 2", 1), .init("1 + c.a == 2 and c.a + 1 == 2", 1),
    .init("c.a - 1 == 2 or c.a - 1 ~= 2", 0), .init("c.a .. 'x' == 'ax'", 1),
    .init("-c.a < c.b * 2 and -c.a < c.b * 2", 1), .init("c == nil", 1), .init("c", 1),
    .init("c.a == nil and nil == c.a", 1), .init("c.a == true and true == c.a", 1),
  ]

  static let flows: [ComplexityCase] = [
    .init("(c.a and c.b) or (not c.a and c.b)", 1), .init("c.a or not c.a", 0),
    .init("c.a and 'x' or 'y'", 0), .init("c.a == 1 and 'x' or c.b", 1),
    .init("c.a and nil or c.b", 1), .init("not not c.a", 1), .init("1", 0), .init("nil", 0),
    .init("'x'", 0), .init("1.5", 0), .init("12345678901", 0),
    .init("local x = c.a == 1; return x", 1), .init("local x = c.a == 1; return not x", 1),
    .init("local x = c.a == 1; local y = c.b; return x and y and x", 2),
    .init("local x = c.a == 1 and c.b == 2; if x then return c.d end return x", 3),
    .init("local x = (c.a == 1) == true; return x", 1),
    .init("local x = (c.a == 1) ~= (c.b == 2); return x", 2),
    .init("local t = c.todo; return t and t.done", 2),
    .init("local t = c.todo; return t and c.todo.done and t.done", 2),
    .init("if not c.a then return false end return true", 1),
    .init("if c.a then return true else return false end", 1),
    .init("if c.a then return 1 elseif c.b then return 2 elseif c.d then return 3 end", 1),
    .init("if c.a then return false elseif c.b then return c.d end return nil", 3),
    .init("if c.a then return end return c.b", 2), .init("if c.a then return end return", 0),
    .init("return f(c)", 1), .init("return c.a and f(c)", 2), .init("return (f(c))", 1),
    .init("return f(c), true", 1), .init("return true, f(c)", 0), .init("return c.a, c.b", 1),
    .init("local x; if c.a then x = 1 end; return x", 1), .init("local x, y; return y", 0),
    .init("local v = c.a and c.x or c.y; return f(v)", 1), .init("error('no')", 0),
    .init("c = c.todo; return c.a and c.a", 1), .init("return function() return c end", 1),
    .init("local t = {}; t.x = c.a; return t.x and t.x", 2),
    .init("c.a and #c.l >= 2 and c.l[1]", 3),
    .init("local x = 1; local function g() x = 2 end; g(); return x and x", 2),
    .init("flag = not flag; return flag", 1), .init("goto e; ::e:: return c.a", 1),
    .init("({ mac = true, pad = true })[c.platform]", 1), .init("c.a // 1 | 2 ~ 3 << 1 == 1", 1),
    .init("local k = 1; if k == 1 then return c.a end return c.b and c.d", 1),
    .init("local debug = false; return debug or c.a == 1", 1),
  ]

  @Test(arguments: promised + sameConditions + flows)
  func `complexity is the size of the smallest implicant`(example: ComplexityCase) throws {
    let found = try complexity(of: example.text)
    #expect(found == example.complexity)
  }

  static let loops: [ComplexityCase] = [
    .init("for _, v in ipairs(c.l) do if v == 1 then return true end end return false", 1),
    .init("for i = 1, #c.l do if c.l[i] == c.x and c.y then return c.z end end", 3),
    .init("local r = false; for i = 1, 3 do if c.l[i] then r = true break end end return r", 1),
    .init("local r = false; for i = 1, 3 do r = c.l[i] and c.m[i] end return r", 2),
    .init("while c.a do if c.b then return true end end return false", 2),
    .init("while true do f(c) end return true", 0),
    .init("repeat local x = f(c) until x; return 1", 1),
    .init("for i = 1, 3 do f(i) end return false", 0),
    .init("for i = 1, 3 do f(i) end return 1", 0),
    .init("local r; for k in pairs(c.l) do r = k end; if r then return not c.a end return nil", 2),
    .init("::top:: if c.a then goto top end return f(c)", 2),
  ]

  @Test(arguments: loops)
  func `with a loop it is the fewest tests on a way`(example: ComplexityCase) throws {
    let found = try complexity(of: example.text)
    #expect(found == example.complexity)
  }

  @Test(arguments: [2, 5, 15, 16, 17, 18, 40, 200])
  func `any number of conditions is counted`(count: Int) throws {
    let conditions = (1...count).map { "c.k\($0) == 'v\($0)'" }
    let all = conditions.joined(separator: " and ")
    let any = conditions.joined(separator: " or ")
    #expect(try complexity(of: "return function(c) return \(all) end") == count)
    #expect(try complexity(of: "return function(c) return \(any) end") == 1)
    #expect(try complexity(of: "return function(c) return (\(all)) and false end") == 0)
    let local = "local x = \(all); if x then return true end return false"
    #expect(try complexity(of: "return function(c) \(local) end") == count)
    let chain = conditions.map { "if \($0) then return true end" }.joined(separator: " ")
    #expect(try complexity(of: "return function(c) \(chain) return false end") == 1)
    if count < 100 {
      let names = conditions.enumerated().map { "local x\($0) = \($1)" }.joined(separator: "; ")
      let tests = conditions.indices.map { "x\($0)" }.joined(separator: " and ")
      #expect(try complexity(of: "return function(c) \(names) return \(tests) end") == count)
    }
  }

  @Test
  func `exponentially many ways end soon`() throws {
    let pairs = (1...8).map { "(c.a\($0) ~= 1) == (c.b\($0) == 1)" }.joined(separator: " and ")
    #expect(try complexity(of: "return function(c) return \(pairs) end") == 16)
    let groups = (1...16).map { "(f(c, \($0)) ~= nil) ~= true" }.joined(separator: " and ")
    #expect(try complexity(of: "local f = print return function(c) return \(groups) end") == 16)
    var text = "local x = true; "
    for index in 1...16 { text += "x = x ~= (c.k\(index) == 1); " }
    let count = try complexity(of: "return function(c) \(text) return x end")
    #expect(count >= 16 && count <= 40)
    text = "local x; "
    for index in 1...3000 { text += "if c.k\(index % 15) then x = c.a\(index % 7) end; " }
    _ = try complexity(of: "return function(c) \(text) return x end")
    text = "local x0, x1, x2, x3, x4, x5, x6, x7, x8, x9; "
    for index in 1...3000 { text += "if c.k\(index) then x\(index % 10) = x\(index % 7) end; " }
    _ = try complexity(of: "return function(c) \(text) return x0 and x1 and not x2 end")
  }

  @Test
  func `the analysis proves itself`() throws {
    try AnalysisSelfTest.verify(dump: dump)
    #expect(throws: AnalysisSelfTest.Failure.self) {
      try AnalysisSelfTest.verify { _ in try dump("return function(c) return c.a end") }
    }
    #expect(throws: AnalysisSelfTest.Failure.self) { try AnalysisSelfTest.verify { _ in [1, 2] } }
  }
}
