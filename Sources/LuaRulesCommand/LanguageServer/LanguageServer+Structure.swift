import LuaRules
import LuaRulesTools

// What documents and projects consist of.

extension LanguageServer {
  mutating func documentSymbols(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    let support = editor["textDocument"]?["documentSymbol"]
    if support?["hierarchicalDocumentSymbolSupport"] == .boolean(true) {
      return .array(file.symbols.map { json($0, in: file) })
    }
    return .array(flat(file.symbols, below: nil, in: file))
  }

  /// The symbols in a list, for an editor that knows no symbols inside of others.
  private func flat(
    _ symbols: [EditedFile.Symbol], below container: String?, in file: EditedFile
  ) -> [JSONValue] {
    symbols.flatMap { symbol -> [JSONValue] in
      let name = Self.shown(symbol.name)
      return [information(on: symbol, in: file, container: container ?? symbol.detail)]
        + flat(symbol.children, below: name, in: file)
    }
  }

  /// Returns a symbol with its file, and with the name of what it is in.
  private func information(
    on symbol: EditedFile.Symbol, in file: EditedFile, container: String
  ) -> JSONValue {
    .object([
      "name": .string(Self.shown(symbol.name)), "kind": .integer(symbol.kind.number),
      "containerName": .string(container),
      "location": .object([
        "uri": .string(uri(of: file.path)), "range": json(symbol.range, in: file),
      ]),
    ])
  }

  private func json(_ symbol: EditedFile.Symbol, in file: EditedFile) -> JSONValue {
    .object([
      "name": .string(Self.shown(symbol.name)),
      "detail": .string(symbol.detail), "kind": .integer(symbol.kind.number),
      "range": json(symbol.range, in: file), "selectionRange": json(symbol.nameRange, in: file),
      "children": .array(symbol.children.map { json($0, in: file) }),
    ])
  }

  /// The name of a symbol, which must not be blank: an editor may refuse all symbols then.
  private static func shown(_ name: String) -> String {
    name.allSatisfy(\.isWhitespace) ? "rule" : name
  }

  /// The most symbols that are sent for one search.
  private static let mostSymbols = 1000

  mutating func workspaceSymbols(_ parameters: JSONValue) -> JSONValue {
    let wanted = (parameters["query"]?.string ?? "").lowercased()
    var found: [JSONValue] = []
    for project in Array(projects.keys) {
      for file in edited(project).sortedFiles {
        var pending = Array(file.symbols.reversed())
        while let symbol = pending.popLast(), found.count < Self.mostSymbols {
          pending += symbol.children.reversed()
          let texts = [symbol.name, symbol.detail].map { $0.lowercased() }
          guard wanted.isEmpty || texts.contains(where: { $0.contains(wanted) }) else { continue }
          found.append(information(on: symbol, in: file, container: symbol.detail))
        }
      }
    }
    return .array(found)
  }

  mutating func foldingRanges(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    return .array(
      file.folds.map { fold in
        var range: [String: JSONValue] = [
          "startLine": .integer(fold.lines.lowerBound), "endLine": .integer(fold.lines.upperBound),
        ]
        if fold.isComment { range["kind"] = .string("comment") }
        return .object(range)
      })
  }

  mutating func selectionRanges(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    var found: [JSONValue] = []
    for value in parameters["positions"]?.elements ?? [] {
      guard let position = Self.position(value) else {
        throw RequestError(code: .invalidParameters, message: "expected positions")
      }
      var outer: JSONValue?
      for part in file.selections(around: file.offset(of: position, in: encoding)).reversed() {
        var selection = ["range": json(part, in: file)]
        selection["parent"] = outer
        outer = .object(selection)
      }
      found.append(outer ?? .null)
    }
    return .array(found)
  }

  /// SOURCE: the Language Server Protocol: each token is five numbers, with its
  /// place relative to the one before.
  mutating func semanticTokens(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    let part = part(parameters["range"], of: file)
    var data: [JSONValue] = []
    var last = EditedFile.Position(line: 0, character: 0)
    for name in file.names where part.overlaps(name.range) {
      let start = file.position(of: name.range.lowerBound, in: encoding)
      let end = file.position(of: name.range.upperBound, in: encoding)
      // A token lies in one line; a name in long brackets may not.
      guard start.line == end.line else { continue }
      let isSameLine = start.line == last.line
      data += [
        start.line - last.line, isSameLine ? start.character - last.character : start.character,
        end.character - start.character, name.kind.rawValue, name.isDeclared ? 1 : 0,
      ].map { .integer($0) }
      last = start
    }
    return .object(["data": .array(data)])
  }
}

extension EditedFile.Symbol.Kind {
  /// SOURCE: `SymbolKind` of the Language Server Protocol.
  fileprivate var number: Int {
    switch self {
    case .group: 3
    case .rule: 7
    case .test: 6
    case .function: 12
    }
  }
}
