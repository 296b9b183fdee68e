import LuaBridge
import LuaRules

extension Check {
  /// Returns what to write in place of a text that is compared with a date or a duration; `nil` for
  /// other values.
  static func fix(forTime value: TestedValue, _ type: ValueType) -> String? {
    guard case .string(let text) = value.value else { return nil }
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
