import LuaRules

extension RuleCheck {
  /// The findings as rule authors read them; the last line counts them.
  public var text: String {
    (findings.map(\.description) + [summary, ""]).joined(separator: "\n")
  }

  var summary: String {
    findings.isEmpty ? "nothing found" : RuleFinding.counts(of: findings)
  }

  /// The findings as a JSON object on one line; names are in byte order.
  ///
  /// It has `errors`, `warnings` and `infos`, which are numbers, and the array `findings`.
  public var json: String {
    JSONLayout.object([
      "errors": .integer(count(of: .error)), "findings": .list(findings.map(\.json)),
      "infos": .integer(count(of: .info)), "warnings": .integer(count(of: .warning)),
    ]).line
  }
}

extension RuleFinding {
  fileprivate var json: JSONLayout {
    let notes = related.map { note in
      JSONLayout.object([
        "file": (note.location?.file).map { .string($0) },
        "line": (note.location?.line).map { .integer($0) }, "message": .string(note.message),
      ])
    }
    return .object([
      "code": .string(code.rawValue), "column": columns.map { .integer($0.start) },
      "correction": correction.map(\.json), "endColumn": columns.map { .integer($0.end) },
      "file": .string(location.file),
      "fix": fix.map { .string($0) }, "line": location.line.map { .integer($0) },
      "message": .string(message), "related": .list(notes),
      "replacement": replacement.map { .string($0) }, "severity": .string(severity.rawValue),
    ])
  }
}

extension RuleFinding.Correction {
  fileprivate var json: JSONLayout {
    let edits = edits.map { edit in
      JSONLayout.object([
        "column": .integer(edit.start.column), "endColumn": .integer(edit.end.column),
        "endLine": .integer(edit.end.line), "line": .integer(edit.start.line),
        "text": .string(edit.text),
      ])
    }
    return .object(["edits": .list(edits), "isSafe": .boolean(isSafe)])
  }
}
