import LuaRules
import LuaRulesTools

// The Swift of contributing.md that is not quoted; see ReadmeCode.swift.

func foundCodes(_ text: String) throws(RuleError) -> [String] {
  try RuleCheck(RuleSource(text: text)).findings.map(\.code.rawValue)
}

struct Celsius: Hashable, Sendable, LuaConvertible, ValueTypeProviding {
  var degrees: Double

  static var valueType: ValueType { .number }

  var luaRepresentation: LuaRepresentation { .value(.number(degrees)) }

  init(luaValue: LuaValue) throws(ConversionError) {
    switch luaValue {
    case .number(let number): degrees = number
    case .integer(let integer): degrees = Double(integer)
    default: throw ConversionError(.wrongType, given: luaValue.literal, expected: "degrees")
    }
  }
}
