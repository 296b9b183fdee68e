import LuaBridge
import LuaRules
import LuaRulesTools

// All safe corrections of a file together, tried out as by `luarules check --fix`.

extension LanguageServer {
  private static let fixAllKind = "source.fixAll"

  /// Whether a request is for the corrections of a whole file: as an action, to fill in the changes of
  /// one, or by a command.
  static func asksToFixAll(_ request: Request) -> Bool {
    switch request.method {
    case "textDocument/codeAction": wants(fixAllKind, request.parameters) ?? false
    case "codeAction/resolve": request.parameters["kind"]?.string == fixAllKind
    case "workspace/executeCommand":
      request.parameters["command"]?.string == Command.fixAll.rawValue
    default: false
    }
  }

  /// The action without its changes, which are worked out when it is chosen: they take some checks.
  func fixAllLater(_ parameters: JSONValue) -> [JSONValue] {
    guard Self.wants(Self.fixAllKind, parameters) == nil,
      let uri = parameters["textDocument"]?["uri"],
      let path = uri.string.flatMap(Self.path(ofURI:)),
      hasSafeCorrections(path)
    else { return [] }
    let properties = editor["textDocument"]?["codeAction"]?["resolveSupport"]?["properties"]
    if properties?.elements.contains(.string("edit")) == true {
      return [Self.fixAll(["data": .object(["uri": uri])])]
    }
    // A command alone is known to the oldest editors, too.
    return [
      .object([
        "title": .string(Self.fixAllTitle), "command": .string(Command.fixAll.rawValue),
        "arguments": .array([uri]),
      ])
    ]
  }

  private static let fixAllTitle = "Apply all safe corrections of LuaRules"

  private static func fixAll(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      members.merging([
        "title": .string(fixAllTitle), "kind": .string(fixAllKind),
      ]) { $1 })
  }

  private func hasSafeCorrections(_ path: String) -> Bool {
    currentFindings(in: path).contains { $0.correction?.isSafe == true }
  }

  /// Tries the safe corrections of a file on another thread, if there are any.
  ///
  /// - Returns: Whether the request waits for them.
  mutating func waitsForFixes(_ request: Request) -> Bool {
    let parameters = request.parameters
    let uri =
      parameters["textDocument"]?["uri"] ?? parameters["data"]?["uri"]
      ?? parameters["arguments"]?.elements.first
    guard let path = uri?.string.flatMap(Self.path(ofURI:)), texts[path] != nil,
      hasSafeCorrections(path)
    else { return false }
    fixWorker.add(
      FixWorker.Job(
        request: request, project: ServerProject(of: path, options), path: path, texts: texts))
    return true
  }

  /// Answers a request that waited for the corrections of a file.
  mutating func answer(_ fixed: FixWorker.Report) throws {
    guard !isShutDown else { return }
    let (request, path) = (fixed.job.request, fixed.job.path)
    try respond(to: request.id) { server throws(RequestError) in
      guard let text = fixed.job.texts[path],
        server.texts[path]?.hasSameBytes(as: text) == true
      else {
        throw RequestError(
          code: .contentModified, message: "the text was changed in the meantime")
      }
      let file = EditedFile(text, path: path)
      let changes = fixed.corrected.map { file.lineChanges(to: $0) } ?? []
      let edits = changes.map { change in
        JSONValue.object([
          "range": server.json(change.range, in: file), "newText": .string(change.text),
        ])
      }
      let edit = server.edit([path: edits])
      let action = Self.fixAll(["edit": edit])
      switch request.method {
      case "codeAction/resolve": return action
      case "workspace/executeCommand":
        if !changes.isEmpty { server.ask("workspace/applyEdit", ["edit": edit]) }
        return .null
      default:
        return .array(try server.quickFixes(request.parameters) + (changes.isEmpty ? [] : [action]))
      }
    }
  }
}
