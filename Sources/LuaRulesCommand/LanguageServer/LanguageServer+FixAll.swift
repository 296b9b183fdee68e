import LuaBridge
import LuaRules
import LuaRulesTools

// All safe corrections of a file together, tried out as by `luarules check --fix`.

extension LanguageServer {
  private static let fixAllKind = "source.fixAll"

  /// Whether a request is for the corrections of a whole file: as an action, or to fill in the changes
  /// of one.
  static func asksToFixAll(_ request: Request) -> Bool {
    switch request.method {
    case "textDocument/codeAction": wants(fixAllKind, request.parameters) ?? false
    case "codeAction/resolve": request.parameters["kind"]?.string == fixAllKind
    default: false
    }
  }

  /// The action without its changes, for an editor that asks for these when the action is chosen.
  func fixAllLater(_ parameters: JSONValue) -> [JSONValue] {
    let properties = editor["textDocument"]?["codeAction"]?["resolveSupport"]?["properties"]
    guard Self.wants(Self.fixAllKind, parameters) == nil,
      properties?.elements.contains(.string("edit")) == true,
      let uri = parameters["textDocument"]?["uri"],
      let path = uri.string.flatMap(Self.path(ofURI:)),
      hasSafeCorrections(path)
    else { return [] }
    return [Self.fixAll(["data": .object(["uri": uri])])]
  }

  private static func fixAll(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      members.merging([
        "title": .string("Apply all safe corrections of LuaRules"), "kind": .string(fixAllKind),
      ]) { $1 })
  }

  private func hasSafeCorrections(_ path: String) -> Bool {
    currentFindings(in: path).contains { $0.correction?.isSafe == true }
  }

  /// Tries the safe corrections of a file on another thread, if there are any.
  ///
  /// - Returns: Whether the request waits for them.
  mutating func startFixing(_ request: Request) throws(RequestError) -> Bool {
    let parameters = request.parameters
    let uri = parameters["textDocument"]?["uri"] ?? parameters["data"]?["uri"]
    guard let path = uri?.string.flatMap(Self.path(ofURI:)), let text = texts[path],
      hasSafeCorrections(path)
    else { return false }
    let project = ServerProject(of: path, options)
    let texts = texts
    let box = SendableOptions(options: options)
    let events = events
    RuleThread.start {
      let corrected = Self.corrected(path, project, texts, box.options)
      events.push(
        .fixed(Fixed(request: request, path: path, text: text, corrected: corrected)))
    }
    return true
  }

  /// The result for a request that waited for the corrections of a file.
  struct Fixed: Sendable {
    let request: Request
    let path: String
    /// The text that was corrected.
    let text: String
    /// The text with the corrections; `nil` if there are none.
    let corrected: [UInt8]?
  }

  /// Answers a request that waited for the corrections of a file.
  mutating func answer(_ fixed: Fixed) throws {
    guard !isShutDown else { return }
    try respond(to: fixed.request.id) { server throws(RequestError) in
      guard server.texts[fixed.path]?.hasSameBytes(as: fixed.text) == true else {
        throw RequestError(
          code: .contentModified, message: "the text was changed in the meantime")
      }
      let file = EditedFile(fixed.text, path: fixed.path)
      let changes = fixed.corrected.map { file.lineChanges(to: $0) } ?? []
      let edits = changes.map { change in
        JSONValue.object([
          "range": server.json(change.range, in: file), "newText": .string(change.text),
        ])
      }
      let action = Self.fixAll(["edit": server.edit([fixed.path: edits])])
      if fixed.request.method == "codeAction/resolve" { return action }
      return .array(
        try server.quickFixes(fixed.request.parameters) + (changes.isEmpty ? [] : [action]))
    }
  }

  /// Returns the text of a file with its safe corrections, as `luarules check --fix` writes it.
  private static func corrected(
    _ path: String, _ project: ServerProject, _ texts: [String: String], _ options: RuleArguments
  ) -> [UInt8]? {
    let fileSystem = BufferedFileSystem(texts: texts)
    guard let options = try? project.options(options, in: fileSystem) else { return nil }
    let corrections = try? RuleCorrections(
      includingUnsafe: false, in: fileSystem,
      where: { absolute($0.location.file) == path },
      checking: { try RuleCheck(options, fileSystem: $0) })
    return corrections?.files.first { absolute($0.path) == path }?.corrected
  }
}
