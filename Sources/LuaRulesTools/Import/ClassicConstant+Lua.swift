import LuaBridge

extension ClassicConstant {
  /// The constant as Lua source.
  var layout: LuaLayout {
    switch self {
    case .list(let elements): .table(elements.map { LuaLayout.Field(element: $0.layout) })
    case .dictionary(let entries): .table(entries.map { LuaLayout.Field($0.name, $0.value.layout) })
    case .null: .text("null")
    default: .text(operand)
    }
  }

  /// The constant in the form for comparisons in Lua code.
  var operand: String {
    switch self {
    case .null, .list, .dictionary: "nil"
    case .boolean(let flag): flag ? "true" : "false"
    // Lua reads the digits of the least integer as a float.
    case .integer(.min): "math.mininteger"
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .string(let text): LuaText.quoted(text)
    }
  }
}
