import LuaBridge
import Testing

/// The length of a table depends on what it contains, and on nothing else.
struct LengthTests {
  /// A way to fill a table, and the length that follows from the content.
  struct Filling: CustomTestStringConvertible {
    let statements: [String]
    let length: Int
    let testDescription: String

    /// Random positions, some taken back, among names and other keys.
    init(seed: UInt64) {
      var random = Seeded(seed)
      let most = Int.random(in: 1...40, using: &random)
      var full: Set<Int> = []
      var statements: [String] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let position = Int.random(in: 1...most, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4:
          full.insert(position)
          statements.append("t[\(position)] = 1")
        case 4:
          full.remove(position)
          statements.append("t[\(position)] = nil")
        case 5: statements.append("t.name\(position) = 1")
        case 6: statements.append("t[{}] = 1 t[-\(position)] = 1 t[\(position).5] = 1")
        default: statements.append("t.name\(position) = nil")
        }
      }
      self.statements = statements
      length = Self.length { full.contains($0) }
      testDescription = "seed \(seed)"
    }

    /// The last border that doubling and halving finds.
    static func length(of isFull: (Int) -> Bool) -> Int {
      var (full, empty) = (0, 1)
      while isFull(empty) { (full, empty) = (empty, empty * 2) }
      while empty - full > 1 {
        let middle = (full + empty) / 2
        if isFull(middle) { full = middle } else { empty = middle }
      }
      return full
    }
  }

  @Test(arguments: (0..<60).map { Filling(seed: $0) })
  func `every function of the library takes one length in every state`(filling: Filling) throws {
    let fill = filling.statements.joined(separator: "\n")
    let text = """
      local t, p = {}, {}
      \(fill)
      return function()
        local function make() local t = {} \(fill) return t end
        local made = make()
        local own, lengths = #made, {#t, #made}
        lengths[#lengths + 1] = select("#", table.unpack(made))
        made = make() table.insert(made, "end")
        lengths[#lengths + 1] = made[own + 1] == "end" and own
        made = make() made[own + 2] = nil table.remove(made)
        lengths[#lengths + 1] = made[own] == nil and own
        made = {} for i = 1, own do made[i] = make()[i] and "x" or "" end
        lengths[#lengths + 1] = #made
        return table.concat(lengths, " ")
      end
      """
    let expected = Array(repeating: "\(filling.length)", count: 6).joined(separator: " ")
    for _ in 0..<3 {
      #expect(try Bench().line(text) == "\"\(expected)\"")
    }
  }

  static let values: [Piece] = [
    Piece("return #{}", "0"),
    Piece("return #{1, 2, nil}", "2"),
    Piece("return #{nil, 2}", "0"),
    Piece("return #{1, nil, 3}", "1"),
    Piece("return #'text'", "4"),
    Piece("return #'text' .. #{1}", "\"41\""),
    Piece("return -#{1} + #{1, 2} * #{1, 2, 3}", "5"),
    Piece("local t = {{1}, {1, 2}} return #t[2]", "2"),
    Piece("local t = 'abc' t = #t t = {t, t, t} return #t", "3"),
    Piece("local t = {1, 2} t = #t return t", "2"),
    Piece("local t, u = {1}, {1, 2, 3} return #t == 1 and #u or #t", "3"),
    Piece("local s, t = 0, {1, 2, 3} for i = 1, #t do s = s + #t - 1 end return s", "6"),
    Piece("local t = {} while #t < 4 do t[#t + 1] = #t end return #t + t[4]", "7"),
    Piece("local t = {} ::a:: t[#t + 1] = 1 if #t < 3 then goto a end return #t", "3"),
    Piece("local s = 0 for _, v in ipairs({{1}, {1, 2}, 'ab'}) do s = s + #v end return s", "5"),
    Piece("local t = {1} return (function() return #t end)()", "1"),
    Piece("local t = {[1] = 1, [2] = 2, [4] = 4} return #t", "4"),
    Piece("local n = {1, 2} local g = function() return n end n = #n return n .. g()", "\"22\""),
    Piece("local t = {1} local f = function() t = #t return t end return f()", "1"),
  ]

  @Test(arguments: values)
  func `lengths are what the manual says`(piece: Piece) throws {
    let line = try Bench().line("return function() \(piece.text) end")
    #expect(line == piece.expected)
  }

  static let failures: [Piece] = [
    Piece("local t return #t", "runtime 1:1 attempt to get length of a nil value (local 't')"),
    Piece(
      "local t = {} return #t.x", "runtime 1:1 attempt to get length of a nil value (field 'x')"),
    Piece("return #up", "runtime 1:1 attempt to get length of a nil value (upvalue 'up')"),
    Piece("return #up.x", "runtime 1:1 attempt to index a nil value (upvalue 'up')"),
    Piece("return #5", "runtime 1:1 attempt to get length of a number value"),
    Piece(
      "return #print", "runtime 1:1 attempt to get length of a function value (global 'print')"),
    Piece("return {} + 1", "runtime 1:1 attempt to perform arithmetic on a table value"),
    Piece("return 1 .. {}", "runtime 1:1 attempt to concatenate a table value"),
    Piece("local n = 1 return n.x", "runtime 1:1 attempt to index a number value (local 'n')"),
    Piece("return 1 < {}", "runtime 1:1 attempt to compare number with table"),
  ]

  @Test(arguments: failures)
  func `what has no length is an error that names it`(piece: Piece) throws {
    #expect(try Bench().line("local up return function() \(piece.text) end") == piece.expected)
  }

  /// Lines count on behind hundreds of lengths, and between them.
  @Test(arguments: [0, 1, 127, 128, 129, 300, 2000])
  func `an error behind many lengths has its line`(count: Int) throws {
    let lengths = (0..<count).map { "n = n + #t\($0 % 7 == 0 ? "\n" : "")" }
    let text =
      "return function() local t, n = {1}, 0 \(lengths.joined(separator: " ")) local u = n > -1 and nil or t\nreturn #u.x.y end"
    let line = 2 + lengths.count { $0.hasSuffix("\n") }
    #expect(
      try Bench().line(text)
        == "runtime 1:\(line) attempt to index a nil value (field 'x')")
  }
}
