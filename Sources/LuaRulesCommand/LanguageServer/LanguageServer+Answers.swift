import Foundation
import LuaRules
import LuaRulesTools

// The server's answers about a position, and its messages for findings.

extension LanguageServer {
  /// A position in an open text.
  private struct Place {
    let path: String
    let text: String
    /// The offset in bytes.
    let offset: Int
    /// The line, from 1.
    let line: Int
  }

  private func place(_ parameters: JSONValue) throws(RequestError) -> Place {
    let position = parameters["position"]
    guard let uri = parameters["textDocument"]?["uri"]?.string,
      let line = position?["line"]?.integer, let character = position?["character"]?.integer,
      line >= 0, character >= 0
    else {
      throw RequestError(
        code: .invalidParameters, message: "expected `textDocument.uri` and `position`")
    }
    guard let path = Self.path(ofURI: uri), let text = texts[path] else {
      throw RequestError(code: .invalidParameters, message: "the document is not open")
    }
    return Place(
      path: path, text: text, offset: Self.offset(in: text, line: line, character: character),
      line: line + 1)
  }

  /// Converts a character position in UTF-16 units to an offset in bytes.
  private static func offset(in text: String, line: Int, character: Int) -> Int {
    var start = text.utf8.startIndex
    for _ in 0..<line {
      guard let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        return text.utf8.count
      }
      start = text.utf8.index(after: end)
    }
    let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
    let units = text.utf16[start..<end]
    let place =
      units.index(units.startIndex, offsetBy: character, limitedBy: units.endIndex) ?? end
    return text.utf8.distance(from: text.utf8.startIndex, to: place)
  }

  func hover(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let text = index(for: place.path)?.description(
      in: place.text, at: place.offset, of: place.path, line: place.line)
    guard let text else { return .null }
    return .object([
      "contents": .object(["kind": .string("markdown"), "value": .string(text)])
    ])
  }

  func definition(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let places = index(for: place.path)?.definitions(in: place.text, at: place.offset) ?? []
    return .array(
      places.map { .object(["uri": .string(uri(ofFile: $0.file)), "range": range(of: $0, nil)]) })
  }

  func completion(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let found = index(for: place.path)?.suggestions(in: place.text, at: place.offset) ?? []
    return .array(
      found.map { suggestion in
        var item: [String: JSONValue] = [
          "label": .string(suggestion.text), "kind": .integer(suggestion.kind.number),
        ]
        if !suggestion.detail.isEmpty { item["detail"] = .string(suggestion.detail) }
        if let doc = suggestion.doc { item["documentation"] = .string(doc) }
        return .object(item)
      })
  }

  // MARK: Findings

  func diagnostic(of finding: RuleFinding) -> JSONValue {
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .info: 3
      }
    let related = finding.related.compactMap { note in
      note.location.map { place in
        JSONValue.object([
          "location": .object([
            "uri": .string(uri(ofFile: place.file)), "range": range(of: place, nil),
          ]),
          "message": .string(note.message),
        ])
      }
    }
    let text = finding.fix.map { "\(finding.message)\n\($0)" } ?? finding.message
    return .object([
      "range": range(of: finding.location, finding.columns), "severity": .integer(severity),
      "code": .string(finding.code.rawValue), "source": .string("luarules"),
      "message": .string(text), "relatedInformation": .array(related),
    ])
  }

  func diagnostic(of error: RuleError) -> JSONValue {
    let place = error.location ?? SourceLocation(file: ".")
    let text = error.hint.map { "\(error.message)\n\($0)" } ?? error.message
    return .object([
      "range": range(of: place, nil), "severity": .integer(1),
      "code": .string(error.code.rawValue), "source": .string("luarules"),
      "message": .string(text),
    ])
  }

  private func uri(ofFile file: String) -> String { uri(of: Self.absolute(file)) }

  /// Returns the columns of a line, or the whole line; editors cut a range that
  /// is too long.
  private func range(of place: SourceLocation, _ columns: RuleFinding.Columns?) -> JSONValue {
    let line = JSONValue.integer(max(0, (place.line ?? 1) - 1))
    let start = columns.map { $0.start - 1 } ?? 0
    let end = columns.map { $0.end - 1 } ?? 1000
    return .object([
      "start": .object(["line": line, "character": .integer(start)]),
      "end": .object(["line": line, "character": .integer(end)]),
    ])
  }
}

extension RuleIndex.Suggestion.Kind {
  /// SOURCE: `CompletionItemKind` of the Language Server Protocol.
  fileprivate var number: Int {
    switch self {
    case .key: 6
    case .member: 5
    case .value: 20
    case .field: 10
    }
  }
}
