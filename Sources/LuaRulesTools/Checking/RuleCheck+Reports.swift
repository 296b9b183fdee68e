import LuaRules

extension RuleCheck {
  /// The findings as a rule author reads them, with a last line that counts them.
  public var text: String {
    (findings.map(\.description) + [summary, ""]).joined(separator: "\n")
  }

  private var summary: String {
    if findings.isEmpty { return "nothing found" }
    let counts = [(RuleFinding.Severity.error, "error"), (.warning, "warning"), (.info, "info")]
    return counts.compactMap { severity, name in
      let count = count(of: severity)
      if count == 0 { return nil as String? }
      return "\(count) \(name)\(count == 1 || severity == .info ? "" : "s")"
    }.joined(separator: ", ")
  }

  // MARK: JSON

  /// The findings as a JSON object on one line; names are in byte order.
  ///
  /// It has `errors`, `warnings` and `infos`, which are numbers, and the array `findings`.
  public var json: String {
    let objects = findings.map(\.json).joined(separator: ",")
    return "{\"errors\":\(count(of: .error)),\"findings\":[\(objects)],"
      + "\"infos\":\(count(of: .info)),\"warnings\":\(count(of: .warning))}"
  }

  // MARK: SARIF

  /// The findings as a log in SARIF 2.1.0 on one line, as code scanning takes it.
  public var sarif: String {
    let codes = RuleFinding.Code.all + otherCodes
    let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let rules = codes.map { code in
      "{\"id\":\(JSON.quoted(code.rawValue)),"
        + "\"shortDescription\":{\"text\":\(JSON.quoted(code.summary))}}"
    }.joined(separator: ",")
    let results = findings.map { $0.sarif(rule: numbers[$0.code] ?? 0) }.joined(separator: ",")
    return "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":["
      + "{\"columnKind\":\"utf16CodeUnits\",\"results\":[\(results)],"
      + "\"tool\":{\"driver\":{\"name\":\"luarules\",\"rules\":[\(rules)]}}}],"
      + "\"version\":\"2.1.0\"}"
  }

  /// The codes of errors that stop rules from being loaded.
  private var otherCodes: [RuleFinding.Code] {
    var known = Set(RuleFinding.Code.all)
    return findings.map(\.code).filter { known.insert($0).inserted }
  }
}

extension RuleFinding {
  fileprivate var json: String {
    var fields = ["\"code\":\(JSON.quoted(code.rawValue))"]
    if let columns {
      fields += ["\"column\":\(columns.start)", "\"endColumn\":\(columns.end)"]
    }
    fields.append("\"file\":\(JSON.quoted(location.file))")
    if let fix { fields.append("\"fix\":\(JSON.quoted(fix))") }
    if let line = location.line { fields.append("\"line\":\(line)") }
    fields.append("\"message\":\(JSON.quoted(message))")
    let notes = related.map { note in
      var fields: [String] = []
      if let place = note.location { fields.append("\"file\":\(JSON.quoted(place.file))") }
      if let line = note.location?.line { fields.append("\"line\":\(line)") }
      fields.append("\"message\":\(JSON.quoted(note.message))")
      return "{\(fields.joined(separator: ","))}"
    }
    fields.append("\"related\":[\(notes.joined(separator: ","))]")
    if let replacement { fields.append("\"replacement\":\(JSON.quoted(replacement))") }
    fields.append("\"severity\":\(JSON.quoted(severity.rawValue))")
    return "{\(fields.joined(separator: ","))}"
  }

  fileprivate func sarif(rule number: Int) -> String {
    var fields: [String] = []
    if let columns, let replacement {
      fields.append(
        "\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":\(location.artifact),"
          + "\"replacements\":[{\"deletedRegion\":\(location.region(columns)),"
          + "\"insertedContent\":{\"text\":\(JSON.quoted(replacement))}}]}],"
          + "\"description\":{\"text\":\(JSON.quoted("Write \(replacement)"))}}]")
    }
    fields.append("\"level\":\"\(severity == .info ? "note" : severity.rawValue)\"")
    fields.append("\"locations\":[{\"physicalLocation\":\(location.physical(columns))}]")
    let text = fix.map { "\(message) (\($0))" } ?? message
    fields.append("\"message\":{\"text\":\(JSON.quoted(text))}")
    let notes = related.enumerated().compactMap { index, note in
      note.location.map { place in
        "{\"id\":\(index + 1),\"message\":{\"text\":\(JSON.quoted(note.message))},"
          + "\"physicalLocation\":\(place.physical(nil))}"
      }
    }
    if !notes.isEmpty { fields.append("\"relatedLocations\":[\(notes.joined(separator: ","))]") }
    fields.append("\"ruleId\":\(JSON.quoted(code.rawValue))")
    fields.append("\"ruleIndex\":\(number)")
    return "{\(fields.joined(separator: ","))}"
  }
}

extension SourceLocation {
  fileprivate func physical(_ columns: RuleFinding.Columns?) -> String {
    "{\"artifactLocation\":\(artifact),\"region\":\(region(columns))}"
  }

  fileprivate var artifact: String { "{\"uri\":\(JSON.quoted(uri))}" }

  fileprivate func region(_ columns: RuleFinding.Columns?) -> String {
    let text = columns.map { "\"endColumn\":\($0.end),\"startColumn\":\($0.start)," } ?? ""
    return "{\(text)\"startLine\":\(line ?? 1)}"
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
