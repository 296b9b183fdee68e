import Foundation
import LuaRules
import LuaRulesTools

// What is told about a position, and what may be written there.

extension LanguageServer {
  /// Returns a Markdown text, or without its marks for an editor that shows plain texts only.
  private func content(_ markdown: String, in forms: JSONValue?) -> JSONValue {
    let forms = forms?.elements ?? []
    if forms.isEmpty || forms.contains(.string("markdown")) {
      return .object(["kind": .string("markdown"), "value": .string(markdown)])
    }
    let plain = markdown.replacing("```lua\n", with: "").replacing("\n```", with: "")
      .replacing("**", with: "").replacing("`", with: "")
    return .object(["kind": .string("plaintext"), "value": .string(plain)])
  }

  mutating func hover(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    guard place.isInLua, let found = place.project.description(in: place.file, at: place.offset)
    else {
      return .null
    }
    return .object([
      "contents": content(found.text, in: editor["textDocument"]?["hover"]?["contentFormat"]),
      "range": json(found.range, in: place.file),
    ])
  }

  mutating func completion(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    guard place.isInLua else { return .array([]) }
    // Behind a space only listed values are offered; the editor asks again for each letter of a word.
    let trigger = parameters["context"]?["triggerCharacter"]?.string
    let isPartial = trigger == " " || trigger == "="
    let found =
      isPartial
      ? place.project.listedValues(in: place.file, at: place.offset)
      : place.project.suggestions(in: place.file, at: place.offset)
    let items = JSONValue.array(
      found.map { suggestion in
        var item: [String: JSONValue] = [
          "label": .string(suggestion.text), "kind": .integer(suggestion.kind.number),
        ]
        if !suggestion.detail.isEmpty { item["detail"] = .string(suggestion.detail) }
        if let doc = suggestion.doc { item["documentation"] = .string(doc) }
        return .object(item)
      })
    return isPartial ? .object(["isIncomplete": .boolean(true), "items": items]) : items
  }

  mutating func signatureHelp(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    guard place.isInLua, let signature = place.project.signature(in: place.file, at: place.offset)
    else {
      return .null
    }
    let support = editor["textDocument"]?["signatureHelp"]?["signatureInformation"]
    let content: JSONValue = .object([
      "label": .string(signature.label),
      "documentation": content(signature.doc, in: support?["documentationFormat"]),
      "parameters": .array(labels(of: signature).map { .object(["label": $0]) }),
    ])
    return .object([
      "signatures": .array([content]), "activeSignature": .integer(0),
      "activeParameter": .integer(signature.active),
    ])
  }

  /// The labels of parameters: their places in the label of the function, if the editor knows these,
  /// because two parameters may have the same text.
  private func labels(of signature: EditedProject.Signature) -> [JSONValue] {
    let support = editor["textDocument"]?["signatureHelp"]?["signatureInformation"]?[
      "parameterInformation"]?["labelOffsetSupport"]
    var rest = signature.label[...]
    if let open = rest.firstIndex(of: "(") { rest = rest[open...] }
    return signature.parameters.map { parameter in
      guard support == .boolean(true), let range = rest.range(of: parameter) else {
        return .string(parameter)
      }
      rest = rest[range.upperBound...]
      let label = signature.label
      // SOURCE: the Language Server Protocol: these offsets count UTF-16 units.
      return .array(
        [range.lowerBound, range.upperBound].map { .integer($0.utf16Offset(in: label)) })
    }
  }

  mutating func inlayHints(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (project, file) = try document(parameters)
    let part = part(parameters["range"], of: file)
    return .array(
      project.hints(in: file, part).map { hint in
        .object([
          "position": json(hint.offset, in: file), "label": .string(hint.text),
          "tooltip": .string(hint.detail), "paddingLeft": .boolean(true),
        ])
      })
  }

  /// Returns a range in bytes; without a range, the whole text.
  func part(_ range: JSONValue?, of file: EditedFile) -> EditedFile.Range {
    guard let start = Self.position(range?["start"]), let end = Self.position(range?["end"]) else {
      return 0..<file.text.utf8.count + 1
    }
    let first = file.offset(of: start, in: encoding)
    let last = file.offset(of: end, in: encoding)
    return min(first, last)..<max(first, last) + 1
  }
}

extension EditedProject.Suggestion.Kind {
  /// SOURCE: `CompletionItemKind` of the Language Server Protocol.
  fileprivate var number: Int {
    switch self {
    case .function: 3
    case .member: 5
    case .key, .variable: 6
    case .module: 9
    case .field: 10
    case .value: 20
    }
  }
}
