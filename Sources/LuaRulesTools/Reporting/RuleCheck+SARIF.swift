import LuaRules

extension RuleCheck {
  /// The findings as a log in SARIF 2.1.0 on one line, for code scanning.
  public var sarif: String {
    let codes = RuleFinding.Code.all + otherCodes
    let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let rules = codes.map { code in
      JSONLayout.object([
        "fullDescription": sarifText(code.summary), "help": sarifText(code.help),
        "id": .string(code.rawValue), "name": .string(code.title),
        "shortDescription": sarifText(code.summary),
      ])
    }
    var fingerprints = FindingFingerprints()
    let results = findings.map { finding in
      finding.sarif(rule: numbers[finding.code] ?? 0, fingerprint: fingerprints.next(finding))
    }
    let run = JSONLayout.object([
      "columnKind": .string("utf16CodeUnits"), "results": .list(results),
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

extension RuleFinding.Code {
  /// The code as the name of a type: `UnknownKey`.
  fileprivate var title: String {
    rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// What a code host shows beside a finding.
  fileprivate var help: String {
    let isHidden = Self.all.contains(self)
    let guide = isHidden ? "Checks: the reference" : "Writing rules"
    return summary + " The guide \"\(guide)\" explains `\(rawValue)`."
      + (isHidden ? " The comment `-- check: ignore \(rawValue)` hides it in one line." : "")
  }
}

/// Tells findings apart from run to run, wherever their lines have moved.
struct FindingFingerprints {
  private var counts: [UInt64: Int] = [:]

  /// Returns the fingerprint of the next finding: of its code, its file and its
  /// message without the numbers of lines, and how many such were before.
  mutating func next(_ finding: RuleFinding) -> String {
    // Other numbers may be those of a value, such as `10:30`.
    let message = finding.message.replacing(/line [0-9]+/, with: "")
      .replacing(/(\.lua):[0-9]+/) { $0.1 }
    let text = [finding.code.rawValue, finding.location.uri, message].joined(separator: "\0")
    // SOURCE: FNV-1a with 64 bits.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    counts[hash, default: 0] += 1
    return String(hash, radix: 16) + ":\(counts[hash] ?? 1)"
  }
}

/// Returns a text as a SARIF object.
private func sarifText(_ text: String) -> JSONLayout { .object(["text": .string(text)]) }

extension RuleFinding {
  fileprivate func sarif(rule number: Int, fingerprint: String) -> JSONLayout {
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
      "partialFingerprints": .object(["luarules/v1": .string(fingerprint)]),
      "relatedLocations": notes.isEmpty ? nil : .list(notes),
      "ruleId": .string(code.rawValue), "ruleIndex": .integer(number),
    ])
  }

  /// The correction, if there is one.
  private var sarifFixes: JSONLayout? {
    guard let correction else { return nil }
    let replacements = correction.edits.map { edit in
      JSONLayout.object([
        "deletedRegion": .object([
          "endColumn": .integer(edit.end.column), "endLine": .integer(edit.end.line),
          "startColumn": .integer(edit.start.column), "startLine": .integer(edit.start.line),
        ]),
        "insertedContent": sarifText(edit.text),
      ])
    }
    let change = JSONLayout.object([
      "artifactLocation": location.artifact, "replacements": .list(replacements),
    ])
    let description =
      if let replacement { "Write \(replacement)" } else { fix ?? "Correct it" }
    return .list([
      .object(["artifactChanges": .list([change]), "description": sarifText(description)])
    ])
  }
}

extension SourceLocation {
  fileprivate func physical(_ columns: RuleFinding.Columns?) -> JSONLayout {
    .object(["artifactLocation": artifact, "region": region(columns)])
  }

  /// The file; a relative path counts from the root of the sources, wherever they are checked out.
  fileprivate var artifact: JSONLayout {
    let isRelative = !uri.hasPrefix("file://")
    return .object(["uri": .string(uri), "uriBaseId": isRelative ? .string("%SRCROOT%") : nil])
  }

  /// The part of the file; `nil` if the line is not known.
  private func region(_ columns: RuleFinding.Columns?) -> JSONLayout? {
    guard let line else { return nil }
    return .object([
      "endColumn": columns.map { .integer($0.end) },
      "startColumn": columns.map { .integer($0.start) }, "startLine": .integer(line),
    ])
  }

  /// The path as a URI reference, relative if the path is.
  fileprivate var uri: String {
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
