import LuaBridge
import LuaRules

/// The rules of a key as a decision table, with what a check finds about each row.
///
/// Rows are in the order in which they are asked. The columns are the paths that patterns test: those of decision
/// tables in the order in which they are written, then the others in byte order.
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
    var layout = TableLayout()
    for core in try model.asked() { layout.add(core) }
    return wanted.map { KeyTable($0, $1, layout, model.schema, findings) }
  }

  private init(
    _ key: String, _ rules: [ListedRule], _ layout: TableLayout, _ schema: RuleSchema,
    _ findings: [SourceLocation: [RuleFinding]]
  ) {
    self.key = key
    policy = schema.hitPolicy(of: key)
    let tests = rules.map(\.predicate.tests)
    let tested = Set(names: tests.flatMap { $0.conditions.map(\.path) })
    let written = layout.columns(of: rules.map(\.location)).inputs.filter { tested.contains($0) }
    let paths = written + tested.subtracting(Set(names: written)).sortedByBytes()
    let hasOthers = tests.contains { !$0.others.isEmpty }
    let hasPriorities = Set(rules.map(\.priority)).count > 1
    let hasNotes = rules.contains { $0.name != nil || $0.doc != nil }
    headings =
      paths + (hasOthers ? ["when"] : []) + [key] + (hasPriorities ? ["priority"] : [])
      + (hasNotes ? ["about"] : []) + ["place"]
    rows = zip(rules, tests).map { rule, tests in
      var cells = paths.map { path in
        tests.conditions.first { $0.path.hasSameBytes(as: path) }?.condition.text ?? "-"
      }
      if hasOthers {
        let others = tests.others.map(\.rawValue)
        cells.append(others.isEmpty ? "-" : others.joined(separator: " and "))
      }
      cells.append(rule.outcomeText(schema))
      if hasPriorities { cells.append(String(rule.priority.rawValue)) }
      if hasNotes {
        cells.append([rule.name, rule.doc].compactMap(\.self).joined(separator: ": "))
      }
      cells.append(rule.location.description + (rule.model > 0 ? " (fallback \(rule.model))" : ""))
      let found = findings[rule.location] ?? []
      return Row(cells: cells, findings: found.filter { $0.key == nil || $0.key == key })
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
