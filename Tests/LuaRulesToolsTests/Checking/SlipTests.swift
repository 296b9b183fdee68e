import LuaRules
import LuaRulesTools
import Testing

/// Slips of the pen: values that are lost, sides that are the same, loops that stand wrong, numbers out of
/// bounds, and tables that are read by the wrong keys.
@Suite struct SlipTests {
  private static let schema = #"""
    { "type": "object", "required": ["name", "age", "heat", "kind", "zones", "seats", "counts"],
      "properties": {
        "name": { "type": "string" }, "kind": { "enum": ["a", "b"] },
        "age": { "type": "integer", "minimum": 0 }, "heat": { "type": "number", "minimum": 0, "maximum": 9 },
        "zones": { "type": "array", "items": { "type": "string" } },
        "counts": { "type": "object", "additionalProperties": { "type": "integer" } },
        "seats": { "type": "array", "items": { "type": "object", "additionalProperties": false,
          "required": ["row", "price", "isFree"], "properties": { "row": { "type": "string" },
            "price": { "type": "number" }, "isFree": { "type": "boolean" } } } },
        "text": { "type": "string" }, "note": { "type": ["string", "null"] },
        "phone": { "type": ["string", "null"] }, "fee": { "type": "number", "minimum": 0, "maximum": 60 },
        "rank": { "type": "integer", "minimum": 0, "maximum": 9 }, "k": {} } }
    """#

  /// Returns what is told as `LINE CODE`; the function begins in line 3.
  private static func told(
    _ body: String, key: String = "k", before: String = "", all: Bool = false
  ) throws -> [String] {
    let text = "\(before)\nreturn { { key = \"\(key)\", value = function(c)\n\(body)\nend } }"
    return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  private static let sorted = "local t = { table.unpack(c.seats) } "

  @Test(arguments: [
    (
      "\(sorted)table.sort(t, function(a, b) return a.price > a.price end) return #t",
      "decided-test"
    ),
    ("return c.heat - c.heat > 0", "decided-test"),
    (
      "for i = 2, #c.seats do if c.seats[i].price < c.seats[i].price then return i end end return 0",
      "decided-test"
    ),
    ("local n = 1 for n = 1, c.age do n = n * 10 end return n", "unused-value"),
    ("for _, z in ipairs(c.zones) do z = z:upper() end return #c.zones", "unused-value"),
    (
      "for i = #c.seats, 2 do if c.seats[i].isFree then return i end end return 0",
      "doubtful-loop"
    ),
    (
      "for _, s in ipairs(c.seats) do if s.isFree then return s.row else return \"none\" end end return \"\"",
      "doubtful-loop"
    ),
    (
      "local n = 0 for _, s in ipairs(c.seats) do if c.seats[1].isFree then n = n + 1 end end return n",
      "unused-local"
    ),
    (
      "local l = c.zones for _, z in ipairs(l) do if show(l) then return 1 end end return 2",
      "unused-local"
    ),
    ("if c.zones[c.name] then return 1 end return 2", "unknown-member"),
    ("\(sorted)local first = t[0] return first and first.row or \"x\"", "unknown-member"),
    ("local w = {} for _, s in ipairs(c.seats) do w[s.row] = true end return #w", "unknown-member"),
    (
      "local w = {} for _, s in ipairs(c.seats) do w[s.row] = s.row end return table.concat(w)",
      "unknown-member"
    ),
    ("return math.max(10, math.min(c.age, 0))", "decided-test"),
    ("return math.min(0, math.max(c.age, 10))", "decided-test"),
    (#"return (c.name:gsub("%D{1,3}", ""))"#, "malformed-pattern"),
    ("if c.heat < 2.5 then return 1 end return c.heat >= 2.5 and 2 or 3", "decided-test"),
  ])
  func `a slip is told where it stands`(body: String, code: String) throws {
    let before =
      body.contains("show(") ? "local function show(x) return x ~= nil and #x > 1 end" : ""
    #expect(try Self.told(body, before: before) == ["3 \(code)"])
  }

  @Test(arguments: [
    "\(sorted)table.sort(t, function(a, b) return a.price > b.price end) return #t",
    "local n = 0 for _, s in ipairs(c.seats) do n = n + 1 end return n",
    "local n = 0 for i, s in ipairs(c.seats) do n = n + c.seats[i].price end return n",
    "local n = 0 for _, s in ipairs(c.seats) do n = n + s.price / #c.seats end return n",
    "return c.heat - c.age", "return c.heat ~= c.heat",
    "for i = 2, #c.seats do if c.seats[i].price < c.seats[i - 1].price then return i end end return 0",
    "for _, z in ipairs(c.zones) do z = z:upper() if z == \"A\" then return z end end return 1",
    "local n = 0 for i = 1, 3 do local x = i * 2 n = n + x end return n",
    "for i = #c.seats, 1, -1 do if c.seats[i].isFree then return i end end return 0",
    "for _, s in ipairs(c.seats) do if s.isFree then return s.row end end return 1",
    "for _ in ipairs(c.seats) do return true end return false",
    "for _, s in ipairs(c.seats) do return s.isFree end return false",
    "local n = 0 for _ in pairs(c.counts) do n = n + 1 end return n",
    "return c.zones[c.age] or c.counts[c.name]",
    "local t = {} t[0] = c.name t[1] = c.kind return t[0]",
    "local w = {} for _, s in ipairs(c.seats) do w[s.row] = true end return w[c.name]",
    "local w = {} for i, s in ipairs(c.seats) do w[s.row] = i w[i] = s.row end return #w",
    "return math.max(0, math.min(c.age, 10))", "return math.max(1, #c.zones)",
    "return math.min(c.age, 3)", "return #c.counts",
    "local _, n = c.name:gsub(\" \", \"\") return n",
  ])
  func `what is no slip is not told`(body: String) throws {
    #expect(try Self.told(body) == [])
  }

  @Test func `an argument that is lost is told in its function`() throws {
    func told(_ helper: String) throws -> [String] {
      try Self.told("return show(c.name)", before: "local function show(name) \(helper) end")
    }
    #expect(try told("name = \"x\" return name") == ["1 unused-value"])
    #expect(try told("name = name or \"x\" return name") == [])
    #expect(try told("name:gsub(\"^%s+\", \"\") return name") == ["1 unused-value"])
    #expect(try told("name:gsub(\"a\", \"\"):gsub(\"b\", \"\") return name") == ["1 unused-value"])
    #expect(try told("name = name:gsub(\"a\", \"\") return name") == [])
  }

  @Test func `the second result of a library function has a type`() throws {
    #expect(
      try Self.told(#"local _, text = c.name:gsub(" ", "") return text"#, key: "text")
        == ["3 wrong-type"])
    #expect(
      try Self.told(
        #"local at, last = c.name:find(" ") if last then return last + at end return 0"#)
        == [])
  }

  @Test func `a number out of the bounds of its key is told`() throws {
    func told(_ value: String, key: String = "fee") throws -> [String] {
      try CheckedText.check(
        "return { { key = \"\(key)\", value = \(value) } }", schema: Self.schema
      ).findings.filter { $0.severity > .info }.map(\.message)
    }
    #expect(
      try told("100") == ["rule for `fee` gives 100; the schema says that it is from 0 to 60"])
    #expect(
      try told("function(c) return 61.5 end") == [
        "a function for `fee` gives 61.5; the schema says that it is from 0 to 60"
      ])
    #expect(
      try told("function(c) return c.age + 100 end") == [
        "a function for `fee` gives a number at least 100; the schema says that it is from 0 to 60"
      ])
    #expect(try told("60") == [])
    #expect(try told("function(c) return c.age * 20 end") == [])
    #expect(try told("100", key: "rank").count == 1)
  }

  @Test func `a host function that stands for one of the context takes the context`() throws {
    let schema = #"{ "properties": { "k": { "type": "number" }, "n": {} } }"#
    let host: HostFunctions = [
      "log": .function { (x: Double) in x }, "own": .function { (_: RuleContext) in 1.0 },
      "none": .function { 1.0 },
    ]
    func told(_ rule: String) throws -> [String] {
      try CheckedText.check("return { { \(rule) } }", schema: schema, host: host).findings
        .filter { $0.severity > .info }.map(\.code.rawValue)
    }
    #expect(try told(#"key = "k", value = host.log"#) == ["wrong-argument"])
    #expect(try told(#"key = "n", when = host.log, value = 1"#) == ["wrong-argument"])
    #expect(try told(#"key = "k", value = host.own"#) == [])
    #expect(try told(#"key = "k", value = host.none"#) == [])
  }

  @Test(arguments: [
    #"local t = { "a", "b", a = 1, b = 2 }"#,
    #"local t = { [true] = "yes", [false] = "no", n = 3 }"#,
  ])
  func `a table with entries of several kinds gives those of the kind of the key`(
    before: String
  ) throws {
    let key = before.contains("true") ? "c.heat > 3" : "t[c.kind]"
    #expect(
      try Self.told("local key = \(key) return t[key]:upper()", key: "text", before: before) == [])
  }

  @Test(arguments: [
    ("return c.age >= 22 or c.age >= 22", ["3 decided-test"]),
    (
      "if c.age >= 22 and c.kind == \"a\" and c.age >= 22 then return 1 end return 2",
      ["3 decided-test"]
    ),
    ("return cost(c.seats[1]) > cost(c.seats[1])", ["3 decided-test"]),
    // Either way may lead to the second one.
    ("return c.age > 2 and c.heat > 3 or c.age > 2 and c.kind == \"a\"", []),
    ("return cost(c.seats[1]) > cost(c.seats[2])", []),
    ("if c.age > 2 then return 1 end if c.heat > 2 then return 2 end return 3", []),
  ])
  func `a test that stands twice in one condition is told`(
    body: String, told: [String]
  ) throws {
    let cost = "local function cost(seat) return seat and seat.price or 0 end"
    #expect(try Self.told(body, before: cost).filter { $0.hasPrefix("3") } == told)
  }

  @Test(arguments: [
    (
      "sorted(l)",
      "local function sorted(l) local t = {} for i, x in ipairs(l) do t[i] = x end "
        + "table.sort(t) return t end", true
    ),
    ("clean(l[1])", "local function clean(x) return (x:gsub(\" +\", \" \")) end", true),
    (
      "twice(l)",
      "local function one(l) return #l end local function twice(l) return one(l) * 2 end", true
    ),
    // They change what they get, or end the evaluation.
    ("sort(l)", "local function sort(l) table.sort(l) return l end", false),
    ("add(l)", "local function add(l) l[#l + 1] = \"x\" return l end", false),
    ("need(l)", "local function need(l) assert(#l > 0) return l end", false),
    ("need(l)", "local function need(l) if #l == 0 then error(\"none\") end return l end", false),
    (
      "deep(l)",
      "local function add(l) l[1] = \"x\" return l end local function deep(l) return add(l) end",
      false
    ),
    ("own(l)", "local function own(l) local t = {} t = l t[1] = \"x\" return t end", false),
    ("with(l)", "local function with(l, f) if f then f(l) end return l end", false),
    ("each(l)", "local function each(l) return host.log(l) end", false),
  ])
  func `the lost result of a function that only gives something is told`(
    call: String, function: String, isTold: Bool
  ) throws {
    let body = "local l = { c.kind, \"b\" } \(call) return #l"
    let told = try Self.told(body, before: function)
    #expect(told.contains("3 unused-value") == isTold, "\(told)")
  }

  @Test func `a repeated condition of several tests is told`() throws {
    for condition in ["c.age > 3 and c.kind == \"a\"", "c.note and c.phone"] {
      let found = try Self.told(
        "if \(condition) then\n return 1\nelseif \(condition) then\n return 2\nend\nreturn 3")
      #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("5 ") }, "\(condition) \(found)")
    }
  }

  // MARK: Written twice

  @Test(arguments: [
    ("return c.kind == \"a\" and c.note and c.kind == \"a\"", 3, "twice"),
    ("return c.seats[1] and c.seats[1]", 3, "`c.seats[1]` appears twice in what `and` joins"),
    ("return c.note or c.text or c.note", 3, "`c.note` appears twice in what `or` chooses from"),
    ("return c.age > 5 and \"old\" or \"old\"", 3, "both outcomes give `\"old\"`"),
    ("if c.age > 5 then\nreturn 1\nelse\nreturn 1\nend", 3, "all branches do the same"),
    ("return\nmath.max(c.age,\nc.age)", 5, "`math.max` gets `c.age` twice"),
    (
      "local n = c.age % 4\nif n == 1 then return 1 end\nreturn n == 1 and 2 or 3", 5,
      "line 4 decides"
    ),
  ])
  func `what is written twice is told`(body: String, line: Int, message: String) throws {
    let text = "\nreturn { { key = \"k\", value = function(c)\n\(body)\nend } }"
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.severity > .info
    }
    try #require(found.count == 1, "\(found)")
    #expect(found[0].code == .decidedTest && found[0].location.line == line, "\(found)")
    #expect(found[0].message.contains(message), "\(found)")
  }

  @Test(arguments: [
    "return c.note and c.note:upper()", "return (c.note or c.text) and (c.text or c.note)",
    "local n = 0 local function f() n = n + 1 return n > c.age end return f() and f()",
    "return c.age > 5 and 1 or 2",
    "return c.age > 5 and \"old\" or c.note or \"new\"",
    "if c.age > 5 then return 1 elseif c.age > 3 then return 2 else return 1 end",
    "local n = 0 if c.age > 5 then n = 1 else end return n", "return math.max(c.age, -c.age)",
    "local n = c.age % 4 if n == 1 then return 1 elseif n ~= 1 then return 2 end return 3",
    "local n = c.age % 4 if n == 1 then n = 2 end if n == 1 then return 2 end return n",
  ])
  func `what is written twice for a reason is right`(body: String) throws {
    #expect(try Self.told(body).filter { !$0.hasSuffix("unused-value") } == [])
  }

  @Test func `a value that stands twice in the list of a pattern is told`() throws {
    let text = "return {\n{ key = \"k\", when = { rank = { 1, 2, 1 } }, value = 1 },\n}"
    let found = try CheckedText.check(text, schema: Self.schema).findings.filter {
      $0.severity > .info
    }
    #expect(found.map(\.message) == ["1 appears twice in the list for `rank`"])
  }
}
