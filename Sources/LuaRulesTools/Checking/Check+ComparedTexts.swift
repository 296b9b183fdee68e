import LuaBridge
import LuaRules

extension Check {
  /// Returns what to write in place of a text that is compared with a number, a date or a duration; `nil`
  /// for other values.
  static func fix(
    forText value: TestedValue, comparedWith name: String, _ type: ValueType
  ) -> String? {
    guard case .string(let text) = value.value else { return nil }
    if let order = text.wholeMatch(of: #/\s*(<=|>=|<|>)\s*(-?[\d.]+)\s*/#),
      type.ordering == .number
    {
      return
        "a pattern compares for equality: write `function(c) return c.\(name) \(order.1) \(order.2) end`"
    }
    switch type.present {
    case .date:
      let isDate = text.prefixMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
      return "rules see a date as seconds: write `dates.time(\"\(isDate ? text : "…")\")`, with"
        + " `local dates = require \"dates\"`"
    case .duration: return "rules see a duration as seconds: write a number"
    default: return nil
    }
  }
}
