import LuaRules

extension RuleCheck {
  /// The findings as rule authors read them; the last line counts them.
  public var text: String {
    (findings.map(\.description) + [summary, ""]).joined(separator: "\n")
  }

  private var summary: String {
    findings.isEmpty ? "nothing found" : RuleFinding.counts(of: findings)
  }

  // MARK: JSON

  /// The findings as a JSON object on one line; names are in byte order.
  ///
  /// It has `errors`, `warnings` and `infos`, which are numbers, and the array `findings`.
  public var json: String {
    JSONLayout.object([
      "errors": .integer(count(of: .error)), "findings": .list(findings.map(\.json)),
      "infos": .integer(count(of: .info)), "warnings": .integer(count(of: .warning)),
    ]).line
  }

  // MARK: SARIF

  /// The findings as a log in SARIF 2.1.0 on one line, for code scanning.
  public var sarif: String {
    let codes = RuleFinding.Code.all + otherCodes
    let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let rules = codes.map { code in
      JSONLayout.object(["id": .string(code.rawValue), "shortDescription": sarifText(code.summary)])
    }
    let run = JSONLayout.object([
      "columnKind": .string("utf16CodeUnits"),
      "results": .list(findings.map { $0.sarif(rule: numbers[$0.code] ?? 0) }),
      "tool": .object([
        "driver": .object(["name": .string("luarules"), "rules": .list(rules)])
      ]),
    ])
    return JSONLayout.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "runs": .list([run]), "version": .string("2.1.0"),
    ]).line
  }

  /// The codes of errors that stop rules from being loaded.
  private var otherCodes: [RuleFinding.Code] {
    var known = Set(RuleFinding.Code.all)
    return findings.map(\.code).filter { known.insert($0).inserted }
  }
}

/// Returns a text as a SARIF object.
private func sarifText(_ text: String) -> JSONLayout { .object(["text": .string(text)]) }

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
      "endColumn": columns.map { .integer($0.end) }, "file": .string(location.file),
      "fix": fix.map { .string($0) }, "line": location.line.map { .integer($0) },
      "message": .string(message), "related": .list(notes),
      "replacement": replacement.map { .string($0) }, "severity": .string(severity.rawValue),
    ])
  }

  fileprivate func sarif(rule number: Int) -> JSONLayout {
    let notes = related.enumerated().compactMap { index, note in
      note.location.map { place in
        JSONLayout.object([
          "id": .integer(index + 1), "message": sarifText(note.message),
          "physicalLocation": place.physical(nil),
        ])
      }
    }
    return .object([
      "fixes": sarifFixes, "level": .string(severity == .info ? "note" : severity.rawValue),
      "locations": .list([.object(["physicalLocation": location.physical(columns)])]),
      "message": sarifText(fix.map { "\(message) (\($0))" } ?? message),
      "relatedLocations": notes.isEmpty ? nil : .list(notes),
      "ruleId": .string(code.rawValue), "ruleIndex": .integer(number),
    ])
  }

  /// The replacement, if there is one.
  private var sarifFixes: JSONLayout? {
    guard let columns, let replacement else { return nil }
    let change = JSONLayout.object([
      "artifactLocation": location.artifact,
      "replacements": .list([
        .object([
          "deletedRegion": location.region(columns), "insertedContent": sarifText(replacement),
        ])
      ]),
    ])
    return .list([
      .object([
        "artifactChanges": .list([change]), "description": sarifText("Write \(replacement)"),
      ])
    ])
  }
}

extension SourceLocation {
  fileprivate func physical(_ columns: RuleFinding.Columns?) -> JSONLayout {
    .object(["artifactLocation": artifact, "region": region(columns)])
  }

  fileprivate var artifact: JSONLayout { .object(["uri": .string(uri)]) }

  fileprivate func region(_ columns: RuleFinding.Columns?) -> JSONLayout {
    .object([
      "endColumn": columns.map { .integer($0.end) },
      "startColumn": columns.map { .integer($0.start) }, "startLine": .integer(line ?? 1),
    ])
  }

  /// The path as a URI reference, relative if the path is.
  private var uri: String {
    var path = file[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    let text = path.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text.hasPrefix("/") ? "file://\(text)" : text
  }
}
