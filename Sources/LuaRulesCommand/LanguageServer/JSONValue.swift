import LuaRules

/// A JSON value of an editor's message.
enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number that is not an integer, or too large for one.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member with a name; `nil` if the value is not an object or has no such
  /// member.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The number as a position or a count; `nil` if the value is not an integer.
  var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
}

extension JSONValue {
  /// Creates the value of a JSON text that was read.
  init(_ value: LuaValue) {
    switch value {
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let integer): self = .integer(Int(integer))
    case .number(let number): self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .string(let text): self = .string(text)
    case .table(let table) where !table.isObject:
      self = .array(table.elements.map { JSONValue($0) })
    case .table(let table):
      // Names with different bytes may be equal Swift strings.
      self = .object(
        Dictionary(table.fields.map { ($0.name, JSONValue($0.value)) }) { first, _ in first })
    // JSON has no other values.
    case .nil, .null, .bytes, .object, .function: self = .null
    }
  }

  /// The value in the form for writing.
  var layout: JSONLayout {
    switch self {
    case .null: .text("null")
    case .boolean(let flag): .boolean(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .text("\(number)")
    case .string(let text): .string(text)
    case .array(let elements): .list(elements.map(\.layout))
    case .object(let members): .object(members.mapValues { $0.layout })
    }
  }
}
