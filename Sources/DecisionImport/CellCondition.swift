/// A condition that an input cell can state.
package enum CellCondition: Hashable, Sendable {
  case equal(CellValue)
  /// Another value than some values.
  case none([CellValue])
  case comparison(Comparison, CellValue)
  /// A value between two others; the flags tell whether these are included.
  case range(CellValue, isLeastInside: Bool, CellValue, isMostInside: Bool)
  /// A date before a day, such as `2026-01-31`.
  case before(String)
  case after(String)
  /// A date after one day and before another one.
  case between(after: String, before: String)

  /// A comparison with a bound, as a cell writes it.
  package enum Comparison: String, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case moreThan = ">"
    case lessThan = "<"

    fileprivate var function: String {
      switch self {
      case .atLeast: "at_least"
      case .atMost: "at_most"
      case .moreThan: "more_than"
      case .lessThan: "less_than"
      }
    }
  }
}

extension InputCell {
  /// Returns the text of a cell that requires one of some conditions.
  ///
  /// - Parameters:
  ///   - alternatives: The conditions; without any, the cell requires nothing.
  ///   - type: What the column holds, if its header says so.
  /// - Returns: The text; `nil` if the reader would not understand it in the same way.
  package static func text(of alternatives: [CellCondition], _ type: ColumnType?) -> String? {
    guard !alternatives.isEmpty else { return "-" }
    let text = alternatives.map { $0.text(type) }.joined(separator: ", ")
    let parts = alternatives.map(\.lua)
    let lua = parts.count == 1 ? parts[0] : "{ \(parts.joined(separator: ", ")) }"
    guard let read = try? InputCell(text, type), read.lua == lua else { return nil }
    return text
  }
}

extension OutputCell {
  /// Returns the text of a cell that gives a value.
  ///
  /// - Parameters:
  ///   - value: The value; without one, the cell gives nothing.
  ///   - type: What the column holds, if its header says so.
  /// - Returns: The text; `nil` if the reader would not understand it in the same way.
  package static func text(of value: CellValue?, _ type: ColumnType?) -> String? {
    guard let value else { return "-" }
    let text = value.text(type)
    guard let read = try? OutputCell(text, type), read.value == value else { return nil }
    return text
  }
}

extension CellCondition {
  /// The constants that it mentions.
  package var constants: [CellValue] {
    switch self {
    case .equal(let value), .comparison(_, let value): [value]
    case .none(let values): values
    case .range(let least, _, let most, _): [least, most]
    case .before(let day), .after(let day): [.text(day)]
    case .between(let first, let last): [.text(first), .text(last)]
    }
  }

  fileprivate func text(_ type: ColumnType?) -> String {
    switch self {
    case .equal(let value): return value.text(type)
    case .none(let values):
      return "not(\(values.map { $0.text(type) }.joined(separator: ", ")))"
    case .comparison(let comparison, let value):
      return "\(comparison.rawValue) \(value.bound)"
    case .range(let least, let isLeastInside, let most, let isMostInside):
      return "\(isLeastInside ? "[" : "(")\(least.bound)..\(most.bound)\(isMostInside ? "]" : ")")"
    case .before(let day): return "< \(day)"
    case .after(let day): return "> \(day)"
    case .between(let after, let before):
      // With the days that are included, as people write a period.
      if let first = CalendarDay(after)?.shifted(by: 1),
        let last = CalendarDay(before)?.shifted(by: -1),
        first.text <= last.text
      {
        return "[\(first.text)..\(last.text)]"
      }
      return "(\(after)..\(before))"
    }
  }

  /// What the reader makes of the text.
  fileprivate var lua: String {
    switch self {
    // The text of an empty cell.
    case .equal(.text("-")): return "one_of { \"-\" }"
    case .equal(let value): return value.lua
    case .none(let values):
      return values.count == 1
        ? "is_not(\(values[0].lua))" : "none_of { \(values.map(\.lua).joined(separator: ", ")) }"
    case .comparison(let comparison, let value): return "\(comparison.function)(\(value.lua))"
    case .range(let least, let isLeastInside, let most, let isMostInside):
      let ends = "\(isLeastInside ? "[" : "(")\(isMostInside ? "]" : ")")"
      return "between(\(least.lua), \(most.lua)\(ends == "[]" ? "" : ", \"\(ends)\""))"
    case .before(let day): return "before(\(CellValue.text(day).lua))"
    case .after(let day): return "after(\(CellValue.text(day).lua))"
    case .between(let after, let before):
      return "all_of { after(\(CellValue.text(after).lua)), before(\(CellValue.text(before).lua)) }"
    }
  }
}

extension CellValue {
  /// The value as a cell; a text has quotation marks where it may look like something else.
  fileprivate func text(_ type: ColumnType?) -> String {
    switch self {
    case .null: return "null"
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let integer): return String(integer)
    case .number(let digits): return digits
    case .text(let text):
      if CalendarDay(text) != nil || text.isPlain { return text }
      if case .enumeration(let texts)? = type, texts.contains(text), text.isPlainWithSigns {
        return text
      }
      return quoted
    }
  }

  /// The value behind a sign of comparison, where only a date is a text without quotation marks.
  fileprivate var bound: String {
    guard case .text(let text) = self, CalendarDay(text) == nil else { return self.text(nil) }
    return quoted
  }

  private var quoted: String {
    guard case .text(let text) = self else { return "" }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension String {
  /// Whether it is words that no cell understands as anything else.
  fileprivate var isPlain: Bool {
    guard first?.isLetter == true, last != " ",
      allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " })
    else { return false }
    return !["null", "true", "false"].contains(lowercased())
  }

  /// The same, with hyphens inside.
  fileprivate var isPlainWithSigns: Bool {
    hasSuffix("-") ? false : replacing("-", with: "_").isPlain
  }
}
