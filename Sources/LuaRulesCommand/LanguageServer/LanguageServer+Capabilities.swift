import LuaRules
import LuaRulesTools

// What the server tells an editor that it can do.

extension LanguageServer {
  /// The answer to a request.
  typealias Question = @Sendable (inout LanguageServer, JSONValue) throws(RequestError) -> JSONValue

  /// The requests about documents and rules, by their methods.
  static let questions: [String: Question] = [
    "textDocument/hover": { (server, asked) throws(RequestError) in try server.hover(asked) },
    "textDocument/completion": { (server, asked) throws(RequestError) in
      try server.completion(asked)
    },
    "textDocument/signatureHelp": { (server, asked) throws(RequestError) in
      try server.signatureHelp(asked)
    },
    "textDocument/inlayHint": { (server, asked) throws(RequestError) in
      try server.inlayHints(asked)
    },
    "textDocument/definition": { (server, asked) throws(RequestError) in
      try server.definition(asked)
    },
    "textDocument/declaration": { (server, asked) throws(RequestError) in
      try server.declaration(asked)
    },
    "textDocument/typeDefinition": { (server, asked) throws(RequestError) in
      try server.typeDefinition(asked)
    },
    "textDocument/selectionRange": { (server, asked) throws(RequestError) in
      try server.selectionRanges(asked)
    },
    "textDocument/references": { (server, asked) throws(RequestError) in
      try server.references(asked)
    },
    "textDocument/documentHighlight": { (server, asked) throws(RequestError) in
      try server.highlights(asked)
    },
    "textDocument/prepareCallHierarchy": { (server, asked) throws(RequestError) in
      try server.prepareCallHierarchy(asked)
    },
    "callHierarchy/incomingCalls": { (server, asked) throws(RequestError) in
      try server.incomingCalls(asked)
    },
    "callHierarchy/outgoingCalls": { (server, asked) throws(RequestError) in
      try server.outgoingCalls(asked)
    },
    "textDocument/documentSymbol": { (server, asked) throws(RequestError) in
      try server.documentSymbols(asked)
    },
    "workspace/symbol": { (server, asked) in server.workspaceSymbols(asked) },
    "textDocument/foldingRange": { (server, asked) throws(RequestError) in
      try server.foldingRanges(asked)
    },
    "textDocument/semanticTokens/full": { (server, asked) throws(RequestError) in
      try server.semanticTokens(asked)
    },
    "textDocument/semanticTokens/range": { (server, asked) throws(RequestError) in
      try server.semanticTokens(asked)
    },
    "textDocument/prepareRename": { (server, asked) throws(RequestError) in
      try server.prepareRename(asked)
    },
    "textDocument/rename": { (server, asked) throws(RequestError) in try server.rename(asked) },
    "workspace/willRenameFiles": { (server, asked) throws(RequestError) in
      try server.willRenameFiles(asked)
    },
    "textDocument/codeAction": { (server, asked) throws(RequestError) in
      try server.codeActions(asked)
    },
    // What has no data is as it was.
    "codeAction/resolve": { (_, action) in action },
    "textDocument/formatting": { (server, asked) throws(RequestError) in
      try server.formatting(asked)
    },
    "textDocument/rangeFormatting": { (server, asked) throws(RequestError) in
      try server.rangeFormatting(asked)
    },
    "textDocument/codeLens": { (server, asked) throws(RequestError) in try server.codeLenses(asked)
    },
  ]

  /// The commands that code lenses and actions name.
  enum Command: String, CaseIterable {
    case runTests = "luarules.runTests"
    case explain = "luarules.explain"
    case candidates = "luarules.candidates"
    case fixAll = "luarules.fixAll"
  }

  var capabilities: JSONValue {
    .object([
      "capabilities": Self.capabilities(encoding),
      "serverInfo": .object([
        "name": .string("luarules"), "version": .string(LuaRulesCommand.configuration.version),
      ]),
    ])
  }

  private static func capabilities(_ encoding: PositionEncoding) -> JSONValue {
    .object([
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": .object([
        "openClose": .boolean(true), "change": .integer(2), "save": .boolean(true),
      ]),
      "hoverProvider": .boolean(true),
      "definitionProvider": .boolean(true),
      "declarationProvider": .boolean(true),
      "typeDefinitionProvider": .boolean(true),
      "referencesProvider": .boolean(true),
      "documentHighlightProvider": .boolean(true),
      "documentSymbolProvider": .boolean(true),
      "workspaceSymbolProvider": .boolean(true),
      "foldingRangeProvider": .boolean(true),
      "selectionRangeProvider": .boolean(true),
      "inlayHintProvider": .boolean(true),
      "callHierarchyProvider": .boolean(true),
      "documentFormattingProvider": .boolean(true),
      "documentRangeFormattingProvider": .boolean(true),
      "codeLensProvider": .object(["resolveProvider": .boolean(false)]),
      "codeActionProvider": .object([
        "codeActionKinds": .array([.string("quickfix"), .string("source.fixAll")]),
        "resolveProvider": .boolean(true),
      ]),
      "renameProvider": .object(["prepareProvider": .boolean(true)]),
      "signatureHelpProvider": .object([
        "triggerCharacters": .array([.string("("), .string(",")])
      ]),
      "executeCommandProvider": .object([
        "commands": .array(Command.allCases.map { .string($0.rawValue) })
      ]),
      "semanticTokensProvider": .object([
        "legend": .object([
          "tokenTypes": .array(EditedFile.NameKind.allCases.map { .string("\($0)") }),
          "tokenModifiers": .array([.string("declaration")]),
        ]),
        "full": .boolean(true), "range": .boolean(true),
      ]),
      "workspace": .object([
        "workspaceFolders": .object([
          "supported": .boolean(true), "changeNotifications": .boolean(true),
        ]),
        "fileOperations": .object([
          "willRename": .object([
            "filters": .array([.object(["pattern": .object(["glob": .string("**/*.lua")])])])
          ])
        ]),
      ]),
      "completionProvider": .object([
        "triggerCharacters": .array([".", ":", "\"", "'", "=", " "].map { .string($0) })
      ]),
    ])
  }
}
