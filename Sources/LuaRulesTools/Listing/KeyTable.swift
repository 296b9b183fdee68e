import LuaBridge
import LuaRules

/// The rules of a key as a decision table, with what a check finds about each row.
///
/// Rows are in the order in which they are asked; the columns are the paths that patterns test, in byte order.
package struct KeyTable: Sendable {
  private let key: String
  private let policy: HitPolicy
  private let headings: [String]
  private let rows: [Row]

  private struct Row: Sendable {
    let cells: [String]
    let findings: [RuleFinding]
  }

  /// Creates the tables of some keys.
  ///
  /// - Parameters:
  ///   - key: The key; `nil` for all keys that rules assign.
  ///   - model: The rules.
  ///   - check: What was found about them.
  /// - Returns: A table for each key.
  /// - Throws: `RuleError` if no rule assigns the key.
  package static func tables(
    for key: String?, in model: RuleModel, _ check: RuleCheck
  ) throws(RuleError) -> [KeyTable] {
    let candidates = try model.listedCandidates()
    let wanted = candidates.filter { key == nil || $0.key == key }
    if let key, wanted.isEmpty {
      throw RuleError(
        .unknownKey, "no rule assigns `\(key)`",
        hint: Spelling.suggestion(for: key, among: candidates.map(\.key)).map {
          "did you mean `\($0)`?"
        })
    }
    let findings = Dictionary(grouping: check.findings) { $0.rule ?? $0.location }
    return wanted.map { KeyTable($0, $1, model.schema, findings) }
  }

  private init(
    _ key: String, _ rules: [ListedRule], _ schema: RuleSchema,
    _ findings: [SourceLocation: [RuleFinding]]
  ) {
    self.key = key
    policy = schema.hitPolicy(of: key)
    let tested = rules.map { TestedCells($0.predicate) }
    let paths = Set(tested.flatMap(\.cells.keys)).sortedByBytes()
    let hasOthers = tested.contains { !$0.others.isEmpty }
    headings = paths + (hasOthers ? ["when"] : []) + [key, "place"]
    rows = zip(rules, tested).map { rule, tested in
      var cells = paths.map { tested.cells[$0]?.joined(separator: " and ") ?? "-" }
      if hasOthers {
        cells.append(tested.others.isEmpty ? "-" : tested.others.joined(separator: " and "))
      }
      cells.append(rule.outcomeText(schema))
      cells.append(rule.location.description + (rule.model > 0 ? " (fallback \(rule.model))" : ""))
      return Row(cells: cells, findings: findings[rule.location] ?? [])
    }
  }

  /// The key, with its hit policy unless that is `first`.
  private var title: String { policy.isFirst ? key : "\(key) (\(policy.rawValue))" }

  // MARK: Text

  /// The table for a terminal; what was found about a row follows it.
  package var text: String {
    var columns = headings.map { TextColumn($0) }
    for row in rows { for (index, cell) in row.cells.enumerated() { columns[index].add(cell) } }
    var lines = [PrintableText.of(title)]
    for (index, line) in columns.lines.enumerated() {
      lines.append(line)
      if index > 0 { lines += rows[index - 1].findings.map { "  \($0.severity): \($0.inOneLine)" } }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: HTML

  /// Returns a page with tables.
  package static func page(_ tables: [KeyTable]) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>\(tables.map { HTML.text($0.key) }.joined(separator: ", "))</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; }
    table { border-collapse: collapse; margin-bottom: 2rem; }
    th, td { border: 1px solid #ccc; padding: .3rem .6rem; text-align: left; }
    th { background: #f3f3f3; }
    .finding td { background: #fff4d6; border-top: 0; }
    .finding.error td { background: #ffe0dd; }
    .finding.info td { background: #eef4ff; }
    </style>
    \(tables.map(\.html).joined(separator: "\n"))
    </html>

    """
  }

  private var html: String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>\(cells.map { "<\(tag)>\(HTML.text($0))</\(tag)>" }.joined())</tr>"
    }
    var lines = ["<h2>\(HTML.text(title))</h2>", "<table>", row(headings, "th")]
    for one in rows {
      lines.append(row(one.cells, "td"))
      lines += one.findings.map {
        "<tr class=\"finding \($0.severity)\"><td colspan=\"\(headings.count)\">\(HTML.text($0.inOneLine))</td></tr>"
      }
    }
    return (lines + ["</table>"]).joined(separator: "\n")
  }
}

/// What a predicate tests: texts for the cells of paths, and for what is no pattern.
private struct TestedCells {
  var cells: [String: [String]] = [:]
  var others: [String] = []

  init(_ predicate: Predicate) { add(predicate) }

  private mutating func add(_ predicate: Predicate) {
    switch predicate {
    case .always: break
    case .never: others.append("never")
    case .function: others.append("a function")
    case .host: others.append("a host function")
    case .all(let parts): for part in parts { add(part) }
    case .pattern(let pattern):
      for entry in pattern.entries {
        cells[entry.path.joined(separator: "."), default: []].append(entry.condition.text)
      }
    }
  }
}

extension RuleFinding {
  /// The message, with the places to which it relates, and the code.
  fileprivate var inOneLine: String {
    let notes = related.map { note in
      [note.location?.description, note.message].compactMap(\.self).joined(separator: ": ")
    }
    let more = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return "\(message)\(more) [\(code.rawValue)]"
  }
}

/// Text in HTML.
private enum HTML {
  static func text(_ text: String) -> String {
    var result = ""
    for character in PrintableText.of(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
