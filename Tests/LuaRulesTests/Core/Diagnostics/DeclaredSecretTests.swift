import LuaRules
import Testing

/// Members that a JSON Schema calls `writeOnly`, wherever they stand.
struct DeclaredSecretTests {
  /// A value of `box` with a secret in it, and how a rule reads that.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let type: String
    let value: String
    let read: String
    var secret = "hunter2-and-more"

    init(_ name: String, _ type: String, _ value: String, _ read: String) {
      testDescription = name
      self.type = type
      self.value = value
      self.read = read
    }
  }

  private static let secret = #"{"type":"string","writeOnly":true}"#
  private static let open = #"{"type":"object","properties":{"token":\#(secret)}}"#
  private static let closed =
    #"{"type":"object","properties":{"token":\#(secret)},"additionalProperties":false}"#
  private static let token = #"{"token":"hunter2-and-more"}"#

  static let places: [Place] = [
    Place("an open object", open, token, "c.box.token"),
    Place("a closed object", closed, token, "c.box.token"),
    Place(
      "an object that may be null", #"{"anyOf":[\#(open),{"type":"null"}]}"#, token, "c.box.token"),
    Place("a list of open objects", list(open), "[\(token)]", "c.box[1].token"),
    Place("a list of closed objects", list(closed), "[\(token)]", "c.box[1].token"),
    Place("a list of lists", list(list(open)), "[[\(token)]]", "c.box[1][1].token"),
    Place("a dictionary", dictionary(open), #"{"ann":\#(token)}"#, "c.box.ann.token"),
    Place("a dictionary of numbers", dictionary(open), #"{"1":\#(token)}"#, #"c.box["1"].token"#),
    Place(
      "an open object in a closed one", closed(open), #"{"in":\#(token)}"#, "c.box[\"in\"].token"),
    Place(
      "a list in a closed object", closed(list(open)), #"{"in":[\#(token)]}"#,
      "c.box[\"in\"][1].token"),
    Place(
      "a secret object",
      #"{"type":"object","properties":{"login":{"type":"object","writeOnly":true}}}"#,
      #"{"login":{"deep":[\#(token)]}}"#, "c.box.login.deep[1].token"),
    Place("secret elements", list(secret), #"["hunter2-and-more"]"#, "c.box[1]"),
    Place("secret entries", dictionary(secret), #"{"a":"hunter2-and-more"}"#, "c.box.a"),
    Place(
      "a secret or null", #"{"anyOf":[\#(secret),{"type":"null"}]}"#, "\"hunter2-and-more\"",
      "c.box"),
    Place(
      "all of one secret", ##"{"allOf":[{"$ref":"#/$defs/secret"}]}"##, "\"hunter2-and-more\"",
      "c.box"),
    Place(
      "one of several types", #"{"oneOf":[\#(open),{"type":"integer"}]}"#, token, "c.box.token"),
    Place(
      "other members of an open object",
      #"{"type":"object","properties":{"a":{}},"additionalProperties":\#(secret)}"#, token,
      "c.box.token"),
    Place(
      "a type that refers to itself", ##"{"$ref":"#/$defs/tree"}"##,
      tree(30), "c.box" + String(repeating: ".child", count: 30) + ".token"),
    Place(
      "what pairs gives", open, token,
      "(function() for _, value in pairs(c.box) do return value end end)()"),
  ]

  /// What the types of places refer to.
  private static let definitions = ##"""
    {"secret":\##(secret),"tree":{"type":"object","properties":{
    "token":\##(secret),"child":{"$ref":"#/$defs/tree"}}}}
    """##

  private static func tree(_ depth: Int) -> String {
    depth == 0 ? token : "{\"child\":\(tree(depth - 1))}"
  }

  private static func list(_ type: String) -> String { #"{"type":"array","items":\#(type)}"# }
  private static func dictionary(_ type: String) -> String {
    #"{"type":"object","additionalProperties":\#(type)}"#
  }
  private static func closed(_ type: String) -> String {
    #"{"type":"object","properties":{"in":\#(type)},"additionalProperties":false}"#
  }

  private func context(_ place: Place, _ rules: String, lines: LogLines? = nil) throws
    -> RuleContext
  {
    let schema = try RuleSchema(
      json: ##"""
        {"properties":{"box":\##(place.type),"count":{"type":"integer"}},
        "$defs":\##(Self.definitions)}
        """##)
    var context = RuleContext(try RuleModel(text: rules, schema: schema))
    if let lines {
      context.logger = lines.logger
      context.logger.logLevel = .debug
    }
    try context.setValues(json: #"{"box":\#(place.value)}"#)
    return context
  }

  @Test(arguments: places)
  func `no text shows a secret, and rules read it`(place: Place) throws {
    let lines = LogLines()
    let context = try context(
      place,
      """
      return {
        { key = "out", when = function(c) return \(place.read) == "zzz" end, value = 1 },
        { key = "out", when = function(c) print(\(place.read)) return c.other == 1 end, value = 2 },
        { key = "out", value = function(c) error("bad: " .. \(place.read)) end },
        { key = "other", value = 2 },
        { key = "count", value = function(c) return "x" .. \(place.read) end },
        { key = "copy", value = function(c) return c.box end },
        { key = "length", value = function(c) return #(\(place.read)) end },
      }
      """, lines: lines)
    #expect(try context.json(at: "length") == "16")
    var texts = ["out", "count"].map { key in
      do { return try context.json(at: key) } catch { return "\(error)" }
    }
    for key in ["out", "count", "copy", "box"] {
      let explanation = context.explain(at: key, includingPlans: true)
      texts += [explanation.text(isWhole: true), explanation.json, "\(explanation)"]
    }
    texts += lines.all
    #expect(texts.contains { $0.contains("bad: •••") })
    #expect(lines.all.contains("debug: •••"))
    for text in texts { #expect(!text.contains("hunter2"), "\(text)") }
  }

  @Test func `a number, short or long, is not shown where it was read`() throws {
    let schema = try RuleSchema(
      json: #"{"properties":{"user":{"properties":{"pin":{"type":"integer","writeOnly":true}}}}}"#)
    let rules =
      #"return { { key = "x", when = function(c) return c.user.pin == 7 end, value = 1 } }"#
    for pin in ["42", "424242"] {
      var context = RuleContext(try RuleModel(text: rules, schema: schema))
      try context.setValues(json: #"{"user":{"pin":\#(pin)}}"#)
      let text = context.explain(at: "x").text()
      #expect(text.contains("was •••"))
      #expect(!text.contains(pin), "\(text)")
    }
  }

  @Test func `a secret that no rule has read is not shown by a host function`() throws {
    struct Refused: Error, CustomStringConvertible { var description: String }
    let schema = try RuleSchema(json: #"{"properties":{"box":\#(Self.open)}}"#)
    let host: HostFunctions = [
      "login": .function { (c: RuleContext) in
        throw Refused(description: "no: \(try c.json(at: "box"))")
      }
    ]
    var context = RuleContext(
      try RuleModel(
        text: #"return { { key = "x", value = host.login } }"#, schema: schema, host: host))
    try context.setValues(json: #"{"box":\#(Self.token)}"#)
    let error = #expect(throws: RuleError.self) { try context.json(at: "x") }
    #expect(error?.message == #"`host.login` failed: no: {"token":"•••"}"#)
  }

  @Test func `signs that a report escapes do not show a secret`() throws {
    var context = try context(
      Self.places[0], #"return { { key = "x", value = function(c) error(c.box.token) end } }"#)
    try context.setValues(json: #"{"box":{"token":"a\u0001b\"\u001b\n\u202ehunter2"}}"#)
    let explanation = context.explain(at: "x")
    for text in [explanation.text(), explanation.json] {
      #expect(text.contains("•••"))
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }
}
