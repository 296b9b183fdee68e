import LuaRules
import LuaRulesTools

/// What a check finds in a text, in short.
enum CheckedText {
  /// The findings of a text as `LINE CODE SEVERITY`.
  static func findings(
    _ text: String, schema: String? = nil,
    host: HostFunctions = ["greeting": .function { (_: RuleContext) in "Hello" }]
  ) throws -> [String] {
    try check(text, schema: schema, host: host).findings.map {
      "\($0.location.line ?? 0) \($0.code.rawValue) \($0.severity.rawValue)"
    }
  }

  /// Checks the rules of a list, one a line; the first is line 1.
  static func check(
    _ text: String, schema: String? = nil,
    host: HostFunctions = ["greeting": .function { (_: RuleContext) in "Hello" }]
  ) throws -> RuleCheck {
    let schema = try schema.map { try RuleSchema(json: $0) } ?? RuleSchema()
    return try RuleCheck(RuleSource(text: text, name: "r.lua"), schema: schema, host: host)
  }

  /// Checks rules that a file returns, one a line.
  static func findings(
    rules: [String], schema: String? = nil, before: String = ""
  ) throws -> [String] {
    let list = rules.map { "  { \($0) }," }.joined(separator: "\n")
    return try findings("\(before) return {\n\(list)\n}", schema: schema)
  }
}
