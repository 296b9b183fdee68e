import LuaRules
import Testing

/// Generated conditions, compared with functions that say the same in Lua.
struct ConditionDifferentialTests {
  /// A condition, and an expression that tells the same of `v`.
  private struct Condition {
    var text: String
    var code: String
  }

  private static let numbers = ["0", "1", "2.5", "-3", "18", "1e300", "9007199254740993"]
  private static let texts = ["''", "'a'", "'ab'", "'b'", "'ä'", "'a%d'", "'18'"]
  private static let constants = numbers + texts + ["true", "false"]
  private static let values = [
    "null", "true", "false", "0", "1", "2", "2.5", "-3", "18", "17.75", "1e300", "1e301",
    "9007199254740992", "9007199254740993", #""""#, #""a""#, #""ab""#, #""ba""#, #""abab""#,
    #""b""#,
    #""ä""#, #""a1""#, #""18""#, "[]", #"["a", 18]"#, #"[1, "b"]"#, #"{"a": 1}"#,
  ]

  private static func kind(_ constant: String) -> String {
    constant.hasPrefix("'") ? "string" : constant.hasSuffix("e") ? "boolean" : "number"
  }

  private static func condition(_ random: inout SplitMix, depth: Int = 0) -> Condition {
    func pick(_ list: [String]) -> String { list.randomElement(using: &random) ?? "" }
    func several(_ list: [String]) -> [String] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(list) }
    }
    switch Int.random(in: 0...(depth < 2 ? 11 : 8), using: &random) {
    case 0, 1:
      let (name, sign) =
        [
          ("at_least", ">="), ("more_than", ">"), ("at_most", "<="), ("less_than", "<"),
        ].randomElement(using: &random) ?? ("at_least", ">=")
      let bound = pick(numbers + texts)
      return Condition(
        text: "\(name)(\(bound))", code: "type(v) == '\(kind(bound))' and v \(sign) \(bound)")
    case 2:
      let bounds =
        [("0", "2.5"), ("1", "18"), ("'a'", "'b'"), ("2.5", "1e300")].randomElement(
          using: &random) ?? ("0", "1")
      let ends = pick(["[]", "[)", "(]", "()"])
      return Condition(
        text: "between(\(bounds.0), \(bounds.1), '\(ends)')",
        code: "type(v) == '\(kind(bounds.0))' and v >\(ends.hasPrefix("[") ? "=" : "") \(bounds.0)"
          + " and v <\(ends.hasSuffix("]") ? "=" : "") \(bounds.1)")
    case 3:
      let list = several(constants + ["null"])
      return Condition(
        text: "one_of { \(list.joined(separator: ", ")) }",
        code: list.map { $0 == "null" ? "v == nil" : "v == \($0)" }.joined(separator: " or "))
    case 4:
      let list = several(constants)
      let kinds = list.map { "type(v) == '\(kind($0))'" }.joined(separator: " or ")
      return Condition(
        text: list.count == 1
          ? "is_not(\(list[0]))" : "none_of { \(list.joined(separator: ", ")) }",
        code: "(\(kinds)) and " + list.map { "v ~= \($0)" }.joined(separator: " and "))
    case 5:
      let part = pick(constants)
      return Condition(text: "contains(\(part))", code: "has(v, \(part))")
    case 6:
      let text = pick(texts)
      return Condition(
        text: "starts_with(\(text))", code: "type(v) == 'string' and v:sub(1, #\(text)) == \(text)")
    case 7:
      let text = pick(texts)
      return Condition(
        text: "ends_with(\(text))",
        code: "type(v) == 'string' and #v >= #\(text) and v:sub(#v - #\(text) + 1) == \(text)")
    case 8:
      let text = pick(texts + ["'^a.$'", "'b*$'", "'(%w)%1'", "'[^a]'", "'a-b'"])
      return Condition(
        text: "matches(\(text))", code: "type(v) == 'string' and v:find(\(text)) ~= nil")
    default:
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        condition(&random, depth: depth + 1)
      }
      let isAny = Bool.random(using: &random)
      return Condition(
        text: "\(isAny ? "any_of" : "all_of") { \(parts.map(\.text).joined(separator: ", ")) }",
        code: parts.map { "(\($0.code))" }.joined(separator: isAny ? " or " : " and "))
    }
  }

  @Test(arguments: 0..<4)
  func `a condition tells what a function tells`(batch: UInt64) throws {
    var random = SplitMix(state: batch)
    let conditions = (0..<80).map { _ in Self.condition(&random) }
    var rules = """
      local function has(v, part)
        if type(v) == "string" then return type(part) == "string" and v:find(part, 1, true) ~= nil end
        if type(v) ~= "table" then return false end
        for _, element in ipairs(v) do if element == part then return true end end
        return false
      end
      return {

      """
    for (number, condition) in conditions.enumerated() {
      rules += """
        { key = "p\(number)", when = { a = \(condition.text) }, value = true },
        { key = "p\(number)", value = false },
        { key = "f\(number)", value = function(c) local v = c.a return (\(condition.code)) and true end },
        { key = "f\(number)", value = false },

        """
    }
    rules += "}"
    for plan in [EvaluationMode.native, .lua] {
      var options = RuleOptions()
      options.plan = plan
      let model = try RuleModel(text: rules, options: options)
      for value in Self.values {
        var context = RuleContext(model)
        try context.setValues(json: #"{"a": \#(value)}"#)
        for (number, condition) in conditions.enumerated() {
          // A list cannot be walked where it is an object.
          let expected =
            value.hasPrefix("{") && condition.text.contains("contains")
            ? outcome("p\(number)", in: context) : outcome("f\(number)", in: context)
          #expect(
            outcome("p\(number)", in: context) == (expected == "null" ? "false" : expected),
            "\(condition.text) of \(value), \(plan)")
        }
      }
    }
  }

  /// Rows with ranges over several inputs, which an index divides, compared with trying all rows.
  @Test(arguments: 0..<6)
  func `an index of ranges finds the row that is found without it`(batch: UInt64) throws {
    var random = SplitMix(state: batch)
    func cell() -> String {
      let low = Int.random(in: 0...20, using: &random)
      return switch Int.random(in: 0...8, using: &random) {
      case 0: "\"-\""
      case 1: "at_least(\(low))"
      case 2: "less_than(\(low))"
      case 3: "\(low)"
      case 4: "any_of { \(low), more_than(\(low + 3)) }"
      default: "between(\(low), \(low + Int.random(in: 0...6, using: &random)), \"[)\")"
      }
    }
    let rows = (1...80).map { "{ \(cell()), \(cell()), \(cell()), \($0) }" }
    let rules = """
      return { table { inputs = { "a", "b", "c" }, outputs = { "answer" }, rows = {
      \(rows.joined(separator: ",\n"))
      } } }
      """
    let contexts = try [EvaluationMode.native, .lua].map { plan in
      var options = RuleOptions()
      options.plan = plan
      return RuleContext(try RuleModel(text: rules, options: options))
    }
    for _ in 0..<300 {
      let values = (0..<3).map { _ in
        [
          "\(Int.random(in: -1...27, using: &random))",
          "\(Int.random(in: 0...20, using: &random)).5", "null",
        ]
        .randomElement(using: &random) ?? "0"
      }
      let outcomes = try contexts.map { context in
        var context = context
        try context.setValues(
          json: #"{"a": \#(values[0]), "b": \#(values[1]), "c": \#(values[2])}"#)
        return outcome(in: context)
      }
      #expect(outcomes[0] == outcomes[1], "\(values)")
    }
  }
}
