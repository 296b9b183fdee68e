import LuaRules
import LuaRulesTools
import Testing

/// Failures of rules that are asked beside functions of the program.
@Suite struct TriedHostTests {
  private static let schema = #"""
    { "type": "object", "required": ["name", "stops", "price", "heavy", "kind", "rows"],
      "properties": {
        "name": { "type": "string" }, "stops": { "type": "integer", "minimum": 0, "maximum": 9 },
        "price": { "type": "integer", "minimum": 1 }, "heavy": { "type": "boolean" },
        "kind": { "enum": ["shop", "depot", "locker"] },
        "rows": { "type": "array", "minItems": 1, "items": { "type": "object", "required": ["n"],
          "properties": { "n": { "type": "integer" }, "note": { "type": "string" } } } },
        "flag": { "type": "boolean" }, "t": { "type": "string" } },
      "x-host": {
        "holiday": { "parameters": [{ "type": "string" }], "result": { "type": "boolean" } },
        "isOpen": { "parameters": [{ "type": "integer" }], "result": { "type": "boolean" } },
        "count": { "parameters": [], "result": { "type": "integer" } } } }
    """#

  private static let host: HostFunctions = [
    "holiday": .function { (_: RuleContext, _: String) in false },
    "isOpen": .function { (_: RuleContext, _: Int) in false },
    "count": .function { (_: RuleContext) in 1 },
  ]

  private static let names = #"local names = { shop = "S", depot = "D" }"#

  private static func found(_ rules: [String]) throws -> [String] {
    let text = "\(names) local _ = names return {\n\(rules.joined(separator: "\n"))\n}"
    return try CheckedText.check(text, schema: schema, host: host).findings
      .filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue)" }
  }

  private static let holiday =
    #"{ key = "t", when = function(c) return host.holiday(c.name) end, value = "h" },"#

  @Test(arguments: [
    [holiday, #"{ key = "t", value = function(c) return "each " .. c.price // c.stops end },"#],
    [
      #"{ key = "flag", value = function(c) return host.holiday(c.name) end },"#,
      #"{ key = "t", value = function(c) return (c.flag and "a" or "b") .. c.price // c.stops end },"#,
    ],
    [holiday, #"{ key = "t", value = function(c) return "x" .. names[c.kind] end },"#],
    [
      holiday,
      #"{ key = "t", value = function(c) local out if c.heavy then out = "a" end return out:upper() end },"#,
    ],
    [
      "",
      #"{ key = "t", value = function(c) local n = host.count() return n .. c.price // c.stops end },"#,
    ],
  ])
  func `what fails whatever a function of the program gives is told`(rules: [String]) throws {
    let found = try Self.found(rules)
    #expect(found.count == 1 && found[0].hasPrefix("3 possible-"), "\(found)")
  }

  @Test(arguments: [
    // What the program says of a value may make sure of it.
    [
      #"{ key = "t", when = function(c) return not host.isOpen(c.stops) end, value = "h" },"#,
      #"{ key = "t", value = function(c) return "each " .. c.price // c.stops end },"#,
    ],
    [
      #"{ key = "t", when = function(c) return host.isOpen(c.stops) end, value = function(c) return "e" .. c.price // c.stops end },"#,
      #"{ key = "t", value = "h" },"#,
    ],
    [
      #"{ key = "flag", value = function(c) return host.isOpen(c.stops) end }, { key = "t", when = { flag = false }, value = "h" },"#,
      #"{ key = "t", value = function(c) return "each " .. c.price // c.stops end },"#,
    ],
    // Which number it gives is not known.
    [
      "", #"{ key = "t", value = function(c) return "each " .. c.price // host.count() end },"#,
    ],
    [
      "",
      #"{ key = "t", value = function(c) if host.holiday(c.name) then return "h" end return "e" .. c.price // c.stops end },"#,
    ],
  ])
  func `what a function of the program may prevent is not told`(rules: [String]) throws {
    #expect(try Self.found(rules) == [])
  }
}
