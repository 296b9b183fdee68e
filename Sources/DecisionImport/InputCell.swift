/// What an input cell requires.
package struct InputCell: Sendable {
  /// The cell as Lua: `"-"`, a constant, a list or a condition.
  package let lua: String
  /// A value that fulfills it; `nil` if any does, or none is known.
  package let example: CellValue?
  /// The constants in it, from which the type of the column is found.
  let constants: [CellValue]

  /// A cell that requires nothing.
  static let empty = InputCell(lua: "\"-\"", example: nil, constants: [])

  init(lua: String, example: CellValue?, constants: [CellValue]) {
    self.lua = lua
    self.example = example
    self.constants = constants
  }

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - text: The text of the cell.
  ///   - type: What the column holds, if its header says so.
  /// - Throws: A message about what is not understood.
  init(_ text: String, _ type: ColumnType?) throws(CellFault) {
    let text = text.trimmed
    if ["", "-", "–", "—"].contains(text) {
      self = .empty
      return
    }
    if text.hasDecimalComma, type != .text {
      throw CellFault(
        "`\(text)` may be one number or two; write a point in a number, and a space behind other commas"
      )
    }
    var parts: [InputCell] = []
    for part in Self.parts(of: text) { parts.append(try Self.part(part, type)) }
    guard parts.count > 1 else {
      self = parts[0]
      return
    }
    self.init(
      lua: "{ \(parts.map(\.lua).joined(separator: ", ")) }", example: parts[0].example,
      constants: parts.flatMap(\.constants))
  }

  /// The texts between commas that are not in quotes or brackets.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      case "," where !isQuoted && depth <= 0:
        parts.append(part.trimmed)
        part = ""
        continue
      default: break
      }
      part.append(character)
    }
    return parts + [part.trimmed]
  }

  private static func part(_ text: String, _ type: ColumnType?) throws(CellFault) -> InputCell {
    if let negation = text.firstMatch(of: /^(?i:not) ?\((.*)\)$/) {
      return try negated(String(negation.1), type)
    }
    for sign in [">=", "<=", "!=", "<>", ">", "<", "="] where text.hasPrefix(sign) {
      return try comparison(sign, String(text.dropFirst(sign.count)).trimmed, type, in: text)
    }
    if let range = try range(text, type) { return range }
    let value = try constant(text, type, in: text)
    // The text of an empty cell.
    let lua = value == .text("-") ? "one_of { \"-\" }" : value.lua
    return InputCell(lua: lua, example: value, constants: [value])
  }

  private static func constant(
    _ text: String, _ type: ColumnType?, in cell: String
  ) throws(CellFault) -> CellValue {
    guard !text.isEmpty, let value = CellValue(text, type) else {
      throw CellFault("`\(cell)` is not \(type?.phrase ?? "a value")")
    }
    // What looks like a condition, and is none, must not become a text.
    let looksLikeCondition =
      text.first.map { "=<>!≥≤≠~[]".contains($0) } == true || text.contains("..")
    if looksLikeCondition, !text.hasPrefix("\""), type != .text {
      throw CellFault("`\(cell)` is not understood; write quotation marks around a text")
    }
    if case .enumeration(let texts)? = type, case .text(let text) = value, !texts.contains(text) {
      throw CellFault("`\(text)` is not one of \(texts.joined(separator: ", "))")
    }
    return value
  }

  private static func negated(_ text: String, _ type: ColumnType?) throws(CellFault) -> InputCell {
    var values: [CellValue] = []
    for part in parts(of: text) {
      if let opposite = opposite(of: part) {
        guard parts(of: text).count == 1 else {
          throw CellFault("`not(\(text))` has several conditions; write them in rows of their own")
        }
        return try self.part(opposite, type)
      }
      values.append(try constant(part, type, in: "not(\(text))"))
    }
    let lua =
      values.count == 1
      ? "is_not(\(values[0].lua))" : "none_of { \(values.map(\.lua).joined(separator: ", ")) }"
    return InputCell(lua: lua, example: other(than: values, type), constants: values)
  }

  /// The comparison that holds where another one does not, for values that can be compared.
  private static func opposite(of text: String) -> String? {
    for (sign, other) in [(">=", "<"), ("<=", ">"), (">", "<="), ("<", ">=")]
    where text.hasPrefix(sign) {
      return other + text.dropFirst(sign.count)
    }
    return nil
  }

  private static func comparison(
    _ sign: String, _ text: String, _ type: ColumnType?, in cell: String
  ) throws(CellFault) -> InputCell {
    let value = try constant(text, type, in: cell)
    func made(_ lua: String, _ example: CellValue?) -> InputCell {
      InputCell(lua: lua, example: example, constants: [value])
    }
    if sign == "=" { return made(value.lua, value) }
    if sign == "!=" || sign == "<>" {
      return made("is_not(\(value.lua))", other(than: [value], type))
    }
    if case .text(let text) = value, let day = CalendarDay(text) {
      guard let before = day.shifted(by: -1), let after = day.shifted(by: 1) else {
        throw CellFault("`\(text)` has no day beside it; leave the bound out")
      }
      return switch sign {
      case "<": made("before(\(value.lua))", .text(before.text))
      case "<=": made("before(\"\(after.text)\")", value)
      case ">": made("after(\(value.lua))", .text(after.text))
      default: made("after(\"\(before.text)\")", value)
      }
    }
    switch value {
    case .integer, .number: break
    case .text:
      guard text.hasPrefix("\"") || type == .text else {
        throw CellFault(
          "`\(text)` in `\(cell)` is not a number or a date; write quotation marks around a text")
      }
    case .null, .boolean: throw CellFault("`\(text)` in `\(cell)` has no order")
    }
    return switch sign {
    case ">=": made("at_least(\(value.lua))", value)
    case "<=": made("at_most(\(value.lua))", value)
    case ">": made("more_than(\(value.lua))", value.neighbor(1))
    default: made("less_than(\(value.lua))", value.neighbor(-1))
    }
  }

  /// Reads `[1..5)`, `]1..5[` or `1..5`; `nil` for another text.
  private static func range(_ text: String, _ type: ColumnType?) throws(CellFault) -> InputCell? {
    guard !text.hasPrefix("\""), let dots = text.firstRange(of: ".."),
      type != .text || text.first.map({ "[(]".contains($0) }) == true
    else { return nil }
    var lower = String(text[..<dots.lowerBound]).trimmed
    var upper = String(text[dots.upperBound...]).trimmed
    var ends = ("[", "]")
    if let open = lower.first, "[(]".contains(open) {
      guard let close = upper.last, "])[".contains(close) else {
        throw CellFault("`\(text)` opens with a bracket, and does not close with one")
      }
      ends = (open == "[" ? "[" : "(", close == "]" ? "]" : ")")
      lower = String(lower.dropFirst()).trimmed
      upper = String(upper.dropLast()).trimmed
    }
    let (least, most) = (try constant(lower, type, in: text), try constant(upper, type, in: text))
    if case .text(let first) = least, case .text(let last) = most, let start = CalendarDay(first),
      let end = CalendarDay(last)
    {
      guard let before = ends.0 == "[" ? start.shifted(by: -1) : start,
        let after = ends.1 == "]" ? end.shifted(by: 1) : end, let example = before.shifted(by: 1)
      else { throw CellFault("`\(text)` has a bound with no day beside it; leave the bound out") }
      guard start.text <= end.text else { throw CellFault("`\(text)` has the later date first") }
      return InputCell(
        lua: "all_of { after(\"\(before.text)\"), before(\"\(after.text)\") }",
        example: .text(example.text), constants: [least, most])
    }
    guard least.isNumber == most.isNumber, least.isNumber || type == .text else {
      throw CellFault("`\(text)` is not a range of numbers, dates or texts")
    }
    if let first = least.double, let last = most.double, first > last {
      throw CellFault("`\(text)` has the greater number first")
    }
    let form = ends == ("[", "]") ? "" : ", \"\(ends.0)\(ends.1)\""
    return InputCell(
      lua: "between(\(least.lua), \(most.lua)\(form))",
      example: ends.0 == "[" ? least : ends.1 == "]" ? most : least.neighbor(1),
      constants: [least, most])
  }

  /// A value of the kind of some values that is none of them.
  private static func other(than values: [CellValue], _ type: ColumnType?) -> CellValue? {
    if case .enumeration(let texts)? = type {
      return texts.lazy.map { CellValue.text($0) }.first { !values.contains($0) }
    }
    switch values.first {
    case .boolean(let flag)?: return values.count == 1 ? .boolean(!flag) : nil
    case .integer?, .number?:
      return (0...Int64(values.count)).lazy.map { CellValue.integer($0) }.first {
        !values.contains($0)
      }
    case .text?: return .text("other")
    default: return nil
    }
  }
}

/// What an output cell gives.
package struct OutputCell: Sendable {
  /// The cell as Lua: `"-"` or a constant.
  package let lua: String
  /// The constant; `nil` for an empty cell.
  package let value: CellValue?

  /// Reads a cell.
  ///
  /// - Throws: A message about what is not understood.
  init(_ text: String, _ type: ColumnType?) throws(CellFault) {
    let text = text.trimmed
    if ["", "-", "–", "—"].contains(text) {
      (lua, value) = ("\"-\"", nil)
      return
    }
    if text.hasDecimalComma, type != .text {
      throw CellFault(
        "`\(text)` may be a number with a comma; write a point, or quotation marks around a text")
    }
    guard let value = CellValue(text, type) else {
      throw CellFault("`\(text)` is not \(type?.phrase ?? "a value")")
    }
    if case .enumeration(let texts)? = type, case .text(let text) = value, !texts.contains(text) {
      throw CellFault("`\(text)` is not one of \(texts.joined(separator: ", "))")
    }
    // A text of this form would be an empty cell.
    guard value != .text("-") else { throw CellFault("the text `-` cannot be given by a cell") }
    (lua, self.value) = (value.lua, value)
  }
}

/// What is wrong with a cell.
struct CellFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension ColumnType {
  /// The type as part of a sentence.
  var phrase: String {
    switch self {
    case .text: "a text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date such as 2026-01-31"
    case .enumeration(let texts): "one of \(texts.joined(separator: ", "))"
    }
  }
}

extension CellValue {
  /// A number that is greater, or less; `nil` for other values, and where there is none.
  fileprivate func neighbor(_ step: Int64) -> CellValue? {
    switch self {
    case .integer(let integer):
      let (next, isTooLarge) = integer.addingReportingOverflow(step)
      return isTooLarge ? nil : .integer(next)
    case .number(let digits):
      guard let number = Double(digits) else { return nil }
      let next = number + Double(step)
      return next == number ? nil : .number("\(next)")
    case .text(let text): return step > 0 ? .text(text + "a") : nil
    case .null, .boolean: return nil
    }
  }
}

extension CellValue {
  /// The value of a number.
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let digits): Double(digits)
    default: nil
    }
  }
}

extension String {
  /// Whether a comma stands between two digits outside of quotation marks.
  fileprivate var hasDecimalComma: Bool {
    !hasPrefix("\"") && firstMatch(of: /[0-9],[0-9]/) != nil
  }
}
