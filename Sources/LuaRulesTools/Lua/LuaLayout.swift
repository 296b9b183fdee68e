import LuaBridge

/// Lua source that is written on one line if it fits, and otherwise on several.
indirect enum LuaLayout {
  case text(String)
  case table([Field])
  /// A function of the context that returns operands with an operator between them.
  case function(returning: [String], joinedBy: String)

  /// An entry of a table.
  struct Field {
    /// `name = `, `["any text"] = `, or nothing for an element.
    var label: String
    var value: LuaLayout

    init(_ name: String, _ value: LuaLayout) {
      label = "\(LuaText.field(name)) = "
      self.value = value
    }

    init(element: LuaLayout) {
      label = ""
      value = element
    }
  }

  /// The maximum number of columns of a line.
  static let width = 100

  /// Returns the source.
  ///
  /// - Parameters:
  ///   - indent: The indentation of the lines that follow the first one.
  ///   - used: The columns of the first line that are used before and after the
  ///     source.
  /// - Returns: The source, without a line break at its end.
  func written(indent: Int = 0, used: Int = 0) -> String {
    let flat = flat
    if !isBroken || used + flat.count <= Self.width { return flat }
    let inner = indent + 2
    let (outside, inside) = (Self.spaces(indent), Self.spaces(inner))
    switch self {
    case .text(let text): return text
    case .table(let fields):
      let lines = fields.map { field in
        let value = field.value.written(indent: inner, used: inner + field.label.count + 1)
        return "\(inside)\(field.label)\(value),\n"
      }
      return "{\n\(lines.joined())\(outside)}"
    case .function(let operands, let joiner):
      let first = operands.first ?? ""
      let others = operands.dropFirst().map { "\n\(inside)  \(joiner) \($0)" }
      return "function(c)\n\(inside)return \(first)\(others.joined())\n\(outside)end"
    }
  }

  /// Whether the source can be written on several lines.
  private var isBroken: Bool {
    switch self {
    case .text: false
    case .table(let fields): !fields.isEmpty
    case .function: true
    }
  }

  private var flat: String {
    switch self {
    case .text(let text): return text
    case .table(let fields):
      if fields.isEmpty { return "{}" }
      return "{ \(fields.map { $0.label + $0.value.flat }.joined(separator: ", ")) }"
    case .function(let operands, let joiner):
      return "function(c) return \(operands.joined(separator: " \(joiner) ")) end"
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
