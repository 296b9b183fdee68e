import LuaRules
import LuaRulesTools

// What gives a module another name, which is that of its file.

extension LanguageServer {
  /// Whether the editor gives files other names.
  var canMoveFiles: Bool {
    let support = editor["workspace"]?["workspaceEdit"]
    return support?["documentChanges"] == .boolean(true)
      && support?["resourceOperations"]?.elements.contains(.string("rename")) == true
  }

  func renameModule(at place: Place, to name: String) throws(RequestError) -> JSONValue {
    let move = try moved { () throws(RenameError) in
      try place.project.moduleMove(in: place.file, at: place.offset, to: name)
    }
    try checkOtherProjects([move.path], of: ServerProject(of: place.file.path, options))
    guard move.newPath != move.path else { return edit([:]) }
    let file = JSONValue.object([
      "kind": .string("rename"), "oldUri": .string(uri(of: move.path)),
      "newUri": .string(uri(of: move.newPath)),
    ])
    let changes = edit(changes(of: move, in: place.project))["documentChanges"]?.elements ?? []
    return .object(["documentChanges": .array(changes + [file])])
  }

  /// Returns the changes of the files that require modules whose files get other names.
  mutating func willRenameFiles(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    var edits: [String: [JSONValue]] = [:]
    for file in parameters["files"]?.elements ?? [] {
      guard let path = file["oldUri"]?.string.flatMap(Self.path(ofURI:)),
        let newPath = file["newUri"]?.string.flatMap(Self.path(ofURI:)), path != newPath,
        case let project = edited(ServerProject(of: path, options)), project.isRequired(path)
      else { continue }
      let move = try moved { () throws(RenameError) in
        try project.moduleMove(from: path, to: newPath)
      }
      edits.merge(changes(of: move, in: project)) { $0 + $1 }
    }
    return edits.isEmpty ? .null : edit(edits)
  }

  private func moved(
    _ find: () throws(RenameError) -> ModuleMove
  ) throws(RequestError) -> ModuleMove {
    do throws(RenameError) {
      return try find()
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
  }

  private func changes(
    of move: ModuleMove, in project: EditedProject
  ) -> [String: [JSONValue]] {
    Dictionary(grouping: move.changes, by: \.place.path).mapValues { changes in
      changes.map { change in
        .object([
          "range": range(of: change.place, in: project), "newText": .string(change.name),
        ])
      }
    }
  }
}
