import LuaBridge
import Testing

private struct Inner: Sendable, Equatable {
  var word: String
  var number: Int32
}

private struct Outer: Sendable {
  var flag = true
  var rows = [Inner(word: "a", number: 1), Inner(word: "b", number: 2)]
  var noRows: [Inner]?
  var words: [String]? = ["x", "a text of more than fifteen bytes"]
  var table = [[1, 2, 3], [], [4]]
}

private final class Thing: Sendable {}

/// The elements of arrays that are set are read where they lie, and the host is not asked for them.
@Suite(.readsByLayouts) struct StoredListTests {
  /// A state that reads one value, which is set for the key `v`.
  private final class Reading {
    let lua: LuaState
    let host = TestHost()
    /// What is set, which may be let go.
    var entries: ContextStorage?
    private let budget = LuaBudget(instructions: 1_000_000, time: nil)

    init<Value: Sendable>(_ value: Value) throws {
      lua = try LuaState(memoryLimit: 16 << 20, keyNumber: { $0 == "v" ? 1 : 0 })
      set(value)
    }

    func set<Value: Sendable>(_ value: Value) {
      var entries = ContextStorage()
      entries.set(value, for: 1)
      self.entries = entries
    }

    /// Loads the text of a function, and returns its number.
    func function(_ text: String) throws -> Int {
      try lua.compile(Array("return \(text)".utf8), chunk: 1)
      let slot = try lua.run().slot
      let function = try #require(lua.contents(ofSlot: slot).firstFunction)
      _ = try lua.keepReachableFunctions()
      try lua.freeze()
      return function
    }

    func begin() {
      lua.beginEvaluation(
        answeredBy: host, using: budget, memoryLimit: 16 << 20, wantsTraceback: false,
        reading: entries?.read ?? EntryReader())
    }

    /// Asks a function; memory runs out at some allocation, if a number is given.
    func line(of function: Int, failingAllocation number: Int = 0) -> String {
      withExtendedLifetime(self) {
        begin()
        defer { lua.endEvaluation() }
        lua.failAllocation(number)
        defer { lua.failAllocation(0) }
        return lineOf { try lua.evaluate(function) }
      }
    }
  }

  /// Asks for an expression over `c.v`; also returns what the host was asked for.
  private func line<Value: Sendable>(
    _ text: String, _ value: Value
  ) throws -> (line: String, reads: [String]) {
    let reading = try Reading(value)
    let line = reading.line(of: try reading.function("function(c) return \(text) end"))
    return (line, reading.host.reads)
  }

  private static let reads: [Piece] = [
    Piece("#c.v.rows", "2"), Piece("c.v.rows[1].word", "\"a\""), Piece("c.v.rows[2].number", "2"),
    Piece("c.v.rows[2.0].word", "\"b\""), Piece("c.v.rows[0]", "nil"), Piece("c.v.rows[3]", "nil"),
    Piece("c.v.rows[-1]", "nil"), Piece("c.v.rows[math.maxinteger]", "nil"),
    Piece("c.v.rows[math.mininteger]", "nil"), Piece("c.v.rows[1 << 32 | 1]", "nil"),
    Piece("c.v.rows[nil]", "nil"), Piece("c.v.noRows", "nil"), Piece("#c.v.words", "2"),
    Piece("c.v.words[1] .. c.v.words[2]", "\"xa text of more than fifteen bytes\""),
    Piece("#c.v.table .. #c.v.table[1] .. #c.v.table[2] .. c.v.table[3][1]", "\"3304\""),
    Piece("c.v.rows == c.v.rows", "true"), Piece("c.v.rows[1] == c.v.rows[1]", "true"),
    Piece("c.v.rows[1] == c.v.rows[2]", "false"), Piece("c.v.table[1] == c.v.table[1]", "true"),
    Piece("type(c.v.rows) .. type(c.v.rows[1])", "\"tabletable\""),
    Piece("select('#', table.unpack(c.v.table[1]))", "3"),
    Piece("table.concat(c.v.words, '-', 1, 1)", "\"x\""), Piece("next(c.v.table[2])", "nil"),
    Piece("select(2, next(c.v.table[1], 2))", "3"),
    Piece(
      "(function() local s = '' for i, r in ipairs(c.v.rows) do s = s .. i .. r.word end return s end)()",
      "\"1a2b\""),
    Piece(
      "(function() local s = '' for i, r in pairs(c.v.rows) do s = s .. i .. r.word end return s end)()",
      "\"1a2b\""),
    Piece(
      "(function() local s = 0 for i = 1, #c.v.table[1] do s = s + c.v.table[1][i] end return s end)()",
      "6"),
  ]

  @Test(arguments: reads)
  func `the host is not asked for elements`(piece: Piece) throws {
    let (line, reads) = try line(piece.text, Outer())
    #expect(line == piece.expected)
    #expect(reads == [])
  }

  @Test func `an array that is the value of a key is read in the same way`() throws {
    let rows = Outer().rows
    #expect(try line("#c.v .. c.v[2].word", rows) == ("\"2b\"", []))
    #expect(try line("#c.v .. c.v[2].word", [Inner]?.some(rows)) == ("\"2b\"", []))
    #expect(try line("c.v", [Inner]?.none) == ("nil", []))
    #expect(try line("c.v[1] == nil and c.v[2]", [Int8?.none, -3]) == ("-3", []))
  }

  @Test func `the host is asked for elements that only Swift can read`() throws {
    #expect(try line("c.v[1]", [Thing()]).reads.isEmpty == false)
    #expect(try line("c.v[1]", [UInt64.max]).reads.isEmpty == false)
    #expect(try line("c.v[1]", ["a": 1]).reads.isEmpty == false)
    #expect(try line("c.v.x", [1]).reads.isEmpty == false)
  }

  @Test(arguments: [
    "list[1]", "#list", "list.x", "pairs(list)", "next(list)", "inner.word", "table.unpack(list)",
    "iterator(list, 0)", "ipairs(list)(list, 0)", "host.again(list)", "host.again(inner)", "list",
    "inner", "walk()",
  ])
  func `nothing of an array is read after the evaluation`(use: String) throws {
    let reading = try Reading([Inner(word: String(repeating: "gone ", count: 9), number: 1)])
    // The evaluation ends and begins while a function is under way: as close as a host can come.
    reading.host.functions = [
      { [unowned reading] _ in
        reading.lua.endEvaluation()
        reading.entries = nil
        reading.begin()
        return .value(.nil)
      }
    ]
    try reading.lua.defineHost("again", function: 0)
    let function = try reading.function(
      """
      function(c)
        local list, inner = c.v, c.v[1]
        local iterator, walk = ipairs(list), pairs(list)
        host.again()
        return \(use)
      end
      """)
    let line = reading.line(of: function)
    #expect(line.hasPrefix(use == "walk()" ? "frozen" : "staleView"), "\(line)")
  }

  @Test func `memory may run out at any read`() throws {
    let text = """
      function(c)
        local s = 0
        for i, row in ipairs(c.v.rows) do s = s + row.number + #row.word end
        for i, row in pairs(c.v.table) do s = s + #row + (row[1] or 0) end
        return s .. table.concat(c.v.words)
      end
      """
    for collects in [false, true] {
      var number = 1
      while true {
        let reading = try Reading(Outer())
        if collects { reading.lua.collectEagerly() }
        let line = reading.line(of: try reading.function(text), failingAllocation: number)
        if line == "\"14xa text of more than fifteen bytes\"" { break }
        number += 1
        guard line.hasPrefix("memory"), number < 500 else {
          Issue.record("\(number): \(line)")
          return
        }
      }
      #expect(number > 10)
    }
  }

  @Test func `a list that changes its length is read as it is`() throws {
    let reading = try Reading([Inner]())
    let function = try reading.function(
      """
      function(c)
        local s = #c.v .. ":"
        for _, row in ipairs(c.v) do s = s .. row.word .. row.number end
        return s
      end
      """)
    for length in [3, 0, 1, 300, 2, 0, 700, 5] {
      let rows = (0..<length).map { Inner(word: "w\($0)", number: Int32(length)) }
      for _ in 0..<2 {
        reading.set(rows)
        let text = rows.map { "\($0.word)\($0.number)" }.joined()
        #expect(reading.line(of: function) == "\"\(length):\(text)\"")
      }
    }
    #expect(reading.host.reads == [])
  }
}
