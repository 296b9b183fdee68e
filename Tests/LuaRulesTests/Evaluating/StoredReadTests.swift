import LuaRules
import Testing

private enum Digit: Int, Sendable { case one = 1, two, hundred = 100 }
private enum Bare: Sendable { case first, second }

private struct Inner: Sendable {
  var word: String
  var number: Int16?
}

private struct Scalars: Sendable {
  var int8: Int8 = -8
  var int16: Int16 = -16
  var int32: Int32 = -32
  var int64: Int64 = .min
  var int = Int.max
  var uint8: UInt8 = .max
  var uint16: UInt16 = .max
  var uint32: UInt32 = .max
  var uint64 = UInt64(Int64.max)
  var uint: UInt = 7
  var huge = UInt64.max
  var float: Float = 1.5
  var double = -0.25
  var yes = true
  var no = false
  var none: Int?
  var some: Int? = 3
  var noText: String?
  var someText: String? = "text"
  var noFlag: Bool?
  var someFlag: Bool? = false
  var twice: Int?? = .some(nil)
  var digit = Digit.hundred
  var bare = Bare.second
  var noDigit: Digit?
  var someDigit: Digit? = .two
  var inner = Inner(word: "inner", number: nil)
  var someInner: Inner? = Inner(word: "some", number: 5)
  var noInner: Inner?
  var character: Character = "c"
  var part = "a part of a longer text".dropFirst(2).dropLast(2)
  var list = [1, 2]
  var names = ["a": 1]
  var pair = (1, "two")
  var zero = "a\u{0}b"
}

/// Lua reads what is stored in memory by itself; here that is compared with what Swift reads for it.
struct StoredReadTests {
  private static let all = RuleKey("all", default: Scalars())
  private static let text = RuleKey("text", default: "")

  /// A context in which Lua reads for itself, and one in which Swift reads for it and notes that.
  private func contexts(
    _ value: String, host: HostFunctions = [:], _ set: (inout RuleContext) throws -> Void
  ) throws -> [RuleContext] {
    let model = try RuleModel(
      text: "return { { key = 'answer', value = function(c) \(value) end } }", host: host,
      options: RuleOptions(plan: .lua))
    var context = RuleContext(model)
    try set(&context)
    return [context, context.memoized()]
  }

  private func expectSame(
    _ value: String, host: HostFunctions = [:], _ expected: String? = nil,
    _ set: (inout RuleContext) throws -> Void
  ) throws {
    let contexts = try contexts(value, host: host, set)
    for _ in 0..<3 {
      let answers = contexts.map { context in
        do { return try context.json(at: "answer") } catch { return "\(error)" }
      }
      #expect(answers[0] == answers[1], "\(value)")
      if let expected { #expect(answers[0] == expected, "\(value)") }
    }
  }

  @Test func `members of all types`() throws {
    for name in Mirror(reflecting: Scalars()).children.compactMap(\.label) + ["missing"] {
      try expectSame("return c.all.\(name)") { $0[dynamic: Self.all] = Scalars() }
      try expectSame("return type(c.all.\(name)) .. tostring(c.all.\(name))") {
        $0[dynamic: Self.all] = Scalars()
      }
    }
  }

  @Test func `keys of all types`() throws {
    func check<Value: Sendable>(_ value: Value) throws {
      try expectSame("return tostring(c.value) .. type(c.value)") {
        $0[dynamic: RuleKey("value", default: value)] = value
      }
    }
    let all = Scalars()
    try check(all.int8)
    try check(all.int64)
    try check(all.uint64)
    try check(all.huge)
    try check(all.float)
    try check(all.double)
    try check(all.yes)
    try check(all.none)
    try check(all.some)
    try check(all.twice)
    try check(all.digit)
    try check(all.bare)
    try check(all.someDigit)
    try check(all.noDigit)
    try check(all.someInner)
    try check(all.noInner)
    try check(all.zero)
    try check(all.list)
    try check(all.names)
    try check(all.character)
    try check(Double.nan)
    try check(Float.infinity)
  }

  @Test func `texts of all lengths and makes`() throws {
    for length in Array(0...40) + [255, 256, 257, 300, 5000] {
      for unit in ["x", "ü"] {
        let made = (0..<length).map { _ in unit }.joined()
        for text in [made, String("_" + made).dropFirst().description, String(Substring(made))] {
          try expectSame("return c.text .. '|' .. #c.text", "\"\(text)|\(text.utf8.count)\"") {
            $0[dynamic: Self.text] = text
          }
        }
      }
    }
    try expectSame("return c.text", "\"a literal of more than fifteen bytes\"") {
      $0[dynamic: Self.text] = "a literal of more than fifteen bytes"
    }
  }

  @Test func `a long text is copied into Lua once`() throws {
    let model = try RuleModel(
      text: """
        return { { key = "answer", value = function(c)
          local length = 0
          for i = 1, 1000 do length = length + #c.text end
          return length
        end } }
        """, options: RuleOptions(budget: Budget(memory: 8 << 20), plan: .lua))
    var context = RuleContext(model)
    context[dynamic: Self.text] = String(repeating: "x", count: 1 << 20)
    for _ in 0..<20 { #expect(try context.value(at: "answer") == 1000 << 20) }
  }

  @Test func `a place has one view`() throws {
    for (value, expected) in [
      ("return c.all == c.all", "true"),
      ("return c.all.inner == c.all.inner", "true"),
      ("return c.all.inner == c.all.someInner", "false"),
      ("return c.all.inner ~= c.other.inner", "true"),
      ("local t = {} t[c.all.inner] = 1 return t[c.all.inner] or 0", "1"),
    ] {
      try expectSame(value, expected) {
        $0[dynamic: Self.all] = Scalars()
        $0[dynamic: RuleKey("other", default: Scalars())] = Scalars()
      }
    }
  }

  @Test func `views are walked, given on and refused as others are`() throws {
    let host = HostFunctions()
      .adding("word") { (inner: Inner) in inner.word }
      .adding("number") { (all: Scalars) in Int(all.int16) }
    for value in [
      "local n = 0 for name, value in pairs(c.all.inner) do n = n .. name end return n",
      "return #c.all", "return c.all", "return c.all.inner",
      "return { c.all.inner, c.all.someInner }",
      "return host.word(c.all.inner)", "return host.number(c.all)", "return host.word(c.all)",
      "return host.word(c.all.inner) .. host.word(c.all.someInner) .. c.all.inner.word",
      "c.all.int = 3 return 1", "c.all.inner.word = 'x' return 1", "return c.all.inner.wrod",
      "return c.all.noInner.word",
      "return c.all[1]", "return c.all.inner[nil]", "return c.all.list[2] .. #c.all.list",
      "return c.all.names.a", "return c.all.pair[2]", "return c.all .. 'x'", "return c.all < c.all",
      "return c.all.inner()", "return tostring(c.all.inner)", "return c.al.inner",
      "return c[c.all]",
      "local all = c.all local a, b = all.inner, all.names return a.word .. b.a .. all.inner.word",
    ] {
      try expectSame(value, host: host) { $0[dynamic: Self.all] = Scalars() }
    }
  }

  @Test func `records are views with an identity`() throws {
    let columns = RecordLayout(members: [
      ("name", String.self), ("inner", Inner?.self), ("rank", Int?.self),
    ])
    let row = try RuleRecord(columns, values: ["row", Inner(word: "w", number: 2), nil])
    let other = try RuleRecord(columns, values: ["other", nil, 4])
    for value in [
      "return c.row.name .. c.row.inner.word .. tostring(c.row.rank)", "return c.row == c.same",
      "return c.row == c.other", "return c.row.nmae", "return c.other.inner", "return c.row",
      "return c.other.name .. c.other.rank",
    ] {
      try expectSame(value) {
        $0[dynamic: RuleKey<RuleRecord?>("row", default: nil)] = row
        $0[dynamic: RuleKey<RuleRecord?>("same", default: nil)] = row
        $0[dynamic: RuleKey<RuleRecord?>("other", default: nil)] = other
      }
    }
  }

  @Test func `another type under a key, in the next question, is read by its own layout`() throws {
    struct First: Sendable { var a = 1, b = "b", inner = Inner(word: "first", number: 1) }
    struct Second: Sendable { var inner = Inner(word: "second", number: 2), b = 2.5, a = "a" }
    let model = try RuleModel(
      text: """
        return { { key = "answer", value = function(c)
          return c.value.a .. "," .. c.value.b .. "," .. c.value.inner.word .. c.value.inner.number
        end } }
        """, options: RuleOptions(plan: .lua))
    for turn in 0..<6 {
      var context = RuleContext(model)
      if turn % 2 == 0 {
        context["value"] = First()
      } else {
        context["value"] = Second()
      }
      let expected = turn % 2 == 0 ? "1,b,first1" : "a,2.5,second2"
      #expect(try context.value(at: "answer") == expected)
      #expect(try context.value(at: "answer") == expected)
    }
  }
}
