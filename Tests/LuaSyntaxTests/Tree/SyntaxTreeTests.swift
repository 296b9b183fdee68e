import LuaSyntax
import Testing

/// What is written in finished texts.
@Suite struct SyntaxTreeTests {
  /// Texts, and for each use of a name the place of its declaration among the uses; `-` for a global.
  @Test(arguments: [
    ("x = x", "--"), ("local x = x", "0-"), ("local x = x; x = x", "0-00"),
    ("local x, x = x; x = 1", "01-1"), ("local function f() f() end f()", "000"),
    ("local f = function() f() end", "0-"), ("do local x end x = 1", "0-"),
    ("function f(a, b) return a, b, c end a()", "-1212--"),
    ("for i = i, 2 do i() end i()", "0-0-"), ("for k, v in pairs(k) do v(k) end", "01--10"),
    ("repeat local x = 1 until x x()", "00-"), ("while x do local x end", "-1"),
    ("if a then local b elseif b then local c else c() end", "-1-3-"),
    ("local a = 1 return function() local b = a return function() return a, b end end", "01001"),
    ("local t = {t = t, [t] = 1} t.t = t", "0--00"),
  ])
  func `each name belongs to its declaration`(text: String, expected: String) {
    let tree = SyntaxTree(text)
    let found = tree.uses.map { use in
      use.binding.map { binding in
        let token = tree.bindings[binding].token
        return tree.uses.firstIndex { $0.token == token }.map(String.init) ?? "?"
      } ?? "-"
    }
    #expect(found.joined() == expected)
  }

  @Test(arguments: [
    ("return string.format", "string.format"),
    ("local f = string.format return f", "string.format"),
    ("local s = string return s.format", "string.format"), ("local f = f return f", "f"),
    ("local f = string.format f = 1 return f", nil), ("return a[1].b", nil),
    ("return a['b'].c", "a.b.c"),
    ("local function f(s) return s.format end return 1", nil), ("return a", "a"),
  ])
  func `a chain stands for a global, also through a variable`(text: String, name: String?) {
    let tree = SyntaxTree(text)
    #expect(tree.chains.last.flatMap { tree.globalName(of: $0) } == name)
  }

  /// Texts, and the function around each function in the order of the text.
  @Test(arguments: [
    ("return 1", []), ("return function() end, function() end", [nil, nil]),
    ("local function f() return function() end end function a.b:c() end", [nil, 0, nil]),
    (
      "return { a = function() end, b = f(function() return { function() end } end) }",
      [nil, nil, 1]
    ),
    ("for i = f(function() end), 2 do g(function() end) end", [nil, nil]),
  ])
  func `functions are numbered in the order in which they begin`(text: String, outer: [Int?]) {
    #expect(SyntaxTree(text).functions.map(\.outer) == outer)
  }

  @Test func `the tree of each file gives its text back`() {
    var count = 0
    for file in LuaFiles.all {
      let tree = SyntaxTree(file.bytes)
      // Of a text that is no Lua, the tree has what was understood.
      guard !tree.isBroken else { continue }
      count += 1
      #expect(PrintedTree(tree).words == PrintedTree.written(tree.tokens), "\(file.name)")
    }
    #expect(count > 400)
  }

  /// Operations, and the same with all their parentheses.
  @Test(arguments: [
    ("a + b * c - d", "((a+(b*c))-d)"), ("-x ^ 2 ^ -y * z", "((-(x^(2^(-y))))*z)"),
    ("a .. b .. c == d", "((a..(b..c))==d)"), ("not a == b", "((not a)==b)"),
    ("a or b and c or d", "((a or (b and c)) or d)"), ("#t + 1 < 2 ~= x", "((((#t)+1)<2)~=x)"),
    ("a & b | c ~ d << e + f", "((a&b)|(c~(d<<(e+f))))"), ("not not -#x", "(not (not (-(#x))))"),
    ("a < b and b <= c", "((a<b) and (b<=c))"), ("2 // 3 % 4 / 5", "(((2//3)%4)/5)"),
    ("a.b[1]:c(d) + f 'x'.y", "(a.b[1]:c(d)+f'x'.y)"),
  ])
  func `operators bind as in Lua`(text: String, expected: String) throws {
    let tree = SyntaxTree("return " + text)
    guard case .return(let values) = try #require(tree.statements.last).kind else {
      Issue.record("no return")
      return
    }
    let operators: [LuaWord] = ["and", "or", "not"]
    func written(_ number: Int) -> String {
      let expression = tree.expressions[number]
      switch expression.kind {
      case .unary(let word, let operand):
        return "(\(word.text)\(operators.contains(word) ? " " : "")\(written(operand)))"
      case .binary(let word, let left, let right, _):
        let space = operators.contains(word) ? " " : ""
        return "(\(written(left))\(space)\(word.text)\(space)\(written(right)))"
      default:
        return PrintedTree.written(tree.tokens, in: expression.tokens).joined()
      }
    }
    #expect(written(values[0]) == expected)
  }
}
