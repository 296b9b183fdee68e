import LuaBridge
import Testing

struct OrderTests {
  /// Keys in the order in which `pairs` gives them.
  static let keys = [
    "math.mininteger", "-2^63 - 2048", "-7.5", "-1", "0", "0.5", "1", "1.5", "2", "3",
    "9007199254740993", "math.maxinteger - 1", "math.maxinteger", "2.0^63", "2.0^64", "1e300",
    "math.huge", "''", "'\\0'", "'\\0a'", "'A'", "'a'", "'a\\0'", "'aa'", "'b'", "'\\x7f'",
    "'\\xc3\\xa9'", "'\\xff'", "('long'):rep(30)", "false", "true",
  ]

  static var sortedKeys: [String] {
    // The table above is easier to read by kind: -2^63 - 2048 is the least number,
    // the long string stands between "b" and DEL.
    var keys = keys
    keys.swapAt(0, 1)
    let long = keys.remove(at: keys.firstIndex(of: "('long'):rep(30)") ?? 0)
    keys.insert(long, at: (keys.firstIndex(of: "'\\x7f'") ?? 0))
    return keys
  }

  static func walk(_ filling: [String], frozen: Bool) -> String {
    let code = """
      local out = {}
      for k, v in pairs(t) do out[#out + 1] = v end
      local k, v = next(t)
      local n = 0
      while k ~= nil do
        n = n + 1
        if out[n] ~= v then return "next differs from pairs at " .. n end
        k, v = next(t, k)
      end
      return table.concat(out, " ")
      """
    let fill = filling.joined(separator: "\n")
    return frozen
      ? "local t = {}\n\(fill)\nreturn function()\n\(code)\nend"
      : "return function() local t = {}\n\(fill)\n\(code)\nend"
  }

  @Test(arguments: 0..<20, [false, true])
  func `pairs and next have one order in every state`(seed: UInt64, frozen: Bool) throws {
    var random = Seeded(seed)
    let sorted = Self.sortedKeys
    var filling = sorted.enumerated().map { "t[\($1)] = \($0)" }.shuffled(using: &random)
    // Keys that come and go leave their traces in the table's inside.
    for number in 0..<Int(seed) { filling.insert("t['gone\(number)'] = 1", at: 0) }
    for number in 0..<Int(seed) { filling.append("t['gone\(number)'] = nil") }
    let expected = sorted.indices.map(String.init).joined(separator: " ")
    let line = try Bench().line(Self.walk(filling, frozen: frozen))
    #expect(line == "\"\(expected)\"")
  }

  static let refused: [Piece] = [
    Piece("for k in pairs({[{}] = 1}) do end", "unordered 1:1 table"),
    Piece("for k in pairs({[print] = 1}) do end", "unordered 1:1 function"),
    Piece("for k in pairs({[null] = 1}) do end", "unordered 1:1 null"),
    Piece("next({[print] = 1})", "unordered 1:1 function"),
    Piece("next({1}, {})", "unordered 1:1 table"),
    Piece("next({1}, 0/0)", "runtime 1:1 bad argument #2 to 'next' (NaN is no key)"),
    Piece("pairs()", "runtime 1:1 bad argument #1 to 'pairs' (table expected, got no value)"),
    Piece("pairs(nil)", "runtime 1:1 bad argument #1 to 'pairs' (table expected, got nil)"),
    Piece("next(1)", "runtime 1:1 bad argument #1 to 'next' (table expected, got number)"),
    Piece("table.sort({2, 1, 'a'})", "runtime 1:1 attempt to compare "),
    Piece(
      "table.sort({1}, 1)", "runtime 1:1 bad argument #2 to 'sort' (function expected, got number)"),
  ]

  @Test(arguments: refused)
  func `keys without an order are an error`(piece: Piece) throws {
    let line = try Bench().line("return function() \(piece.text) end")
    #expect(line.hasPrefix(piece.expected))
  }

  @Test func `removing while walking is allowed`() throws {
    let text = """
      return function()
        local t, seen = {1, 2, 3, a = 4}, ""
        for k, v in pairs(t) do seen = seen .. v t[k] = nil t[2] = nil end
        return seen
      end
      """
    #expect(try Bench().line(text) == "\"134\"")
  }

  @Test(arguments: 0..<40)
  func `sorting is stable`(seed: UInt64) throws {
    var random = Seeded(seed)
    let count = Int(seed) * 3
    let values = (0..<count).map { _ in Int.random(in: 0..<(max(2, count / 3)), using: &random) }
    let expected = values.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      .map { "\($0.element):\($0.offset)" }.joined(separator: " ")
    let list = values.enumerated().map { "{\($1), \($0)}" }.joined(separator: ",")
    let text = """
      return function()
        local t = {\(list)}
        table.sort(t, function(a, b) return a[1] < b[1] end)
        for i, v in ipairs(t) do t[i] = v[1] .. ":" .. v[2] end
        return table.concat(t, " ")
      end
      """
    let line = try Bench().line(text)
    #expect(line == "\"\(expected)\"")
  }

  @Test func `a comparator that fails leaves the table unchanged`() throws {
    let host = TestHost()
    var kept: [[String]] = []
    host.functions = [
      { arguments in
        if case .table(let table) = arguments[0] { kept.append(table.elements.map(\.literal)) }
        return .value(.nil)
      }
    ]
    let bench = try Bench(host, functions: ["look"])
    let text = """
      return function()
        local t, calls = {5, 4, 3, 2, 1}, 0
        host.look(t)
        table.sort(t, function(a, b)
          calls = calls + 1
          if calls == 4 then host.look(t) error("enough") end
          return a < b
        end)
      end
      """
    #expect(bench.line(text) == "runtime 1:6 enough")
    #expect(kept == [["5", "4", "3", "2", "1"], ["5", "4", "3", "2", "1"]])
  }

  @Test func `a comparator may be inconsistent`() throws {
    let text = """
      return function()
        local t = {3, 1, 2, 5, 4, 9, 8}
        table.sort(t, function() return true end)
        return #t
      end
      """
    #expect(try Bench().line(text) == "7")
  }
}

/// A small generator with a seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var word = state
    word ^= word >> 33
    word = word &* 0xFF51_AFD7_ED55_8CCD
    return word ^ (word >> 33)
  }
}
