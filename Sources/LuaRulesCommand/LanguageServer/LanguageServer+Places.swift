import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

// Positions of the editor and parts of texts, and the forms of both in messages.

extension LanguageServer {
  /// A position in an open text.
  struct Place {
    let project: EditedProject
    let file: EditedFile
    /// The offset in bytes.
    let offset: Int

    /// Whether the text is Lua: the editor may send settings, such as the schema, too.
    var isInLua: Bool { !file.path.hasSuffix(".json") }
  }

  /// Returns a project with the texts that are open: a check may have put older ones there, which began
  /// before they were changed.
  mutating func edited(_ project: ServerProject) -> EditedProject {
    // A schema may be open, too; it is no file of rules.
    for (path, open) in texts where path.hasSuffix(".lua") {
      guard let known = projects[project]?.edited.files[path], !known.text.hasSameBytes(as: open)
      else { continue }
      projects[project]?.edited.files[path] = EditedFile(open, path: path)
    }
    return projects[project]?.edited ?? EditedProject()
  }

  /// Returns the document of a request, with the project that it belongs to.
  mutating func document(
    _ parameters: JSONValue
  ) throws(RequestError) -> (project: EditedProject, file: EditedFile) {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw RequestError(code: .invalidParameters, message: "expected `textDocument.uri`")
    }
    guard let path = Self.path(ofURI: uri), let text = texts[path] else {
      throw RequestError(code: .invalidParameters, message: "the document is not open")
    }
    let project = ServerProject(of: path, options)
    let edited = self.edited(project)
    if let known = edited.files[path], known.text.hasSameBytes(as: text) { return (edited, known) }
    if path.hasSuffix(".json") {
      let file = EditedFile(text, path: path)
      return (projects[project]?.edited ?? EditedProject(), file)
    }
    // Before the first check it is not known where rules are.
    guard projects[project]?.edited.belongs(path) ?? true else {
      let known = projects[project]?.others[path].flatMap {
        $0.text.hasSameBytes(as: text) ? $0 : nil
      }
      let file = known ?? EditedFile(text, path: path)
      projects[project]?.others[path] = file
      return (projects[project]?.edited ?? EditedProject(), file)
    }
    let file = EditedFile(text, path: path)
    projects[project, default: ProjectState()].edited.files[path] = file
    return (projects[project]?.edited ?? EditedProject(), file)
  }

  mutating func place(_ parameters: JSONValue) throws(RequestError) -> Place {
    guard let position = Self.position(parameters["position"]) else {
      throw RequestError(
        code: .invalidParameters, message: "expected `textDocument.uri` and `position`")
    }
    let (project, file) = try document(parameters)
    return Place(project: project, file: file, offset: file.offset(of: position, in: encoding))
  }

  // MARK: Writing

  static func json(_ position: EditedFile.Position) -> JSONValue {
    .object(["line": .integer(position.line), "character": .integer(position.character)])
  }

  /// Returns the position of an offset in bytes.
  func json(_ offset: Int, in file: EditedFile) -> JSONValue {
    Self.json(file.position(of: offset, in: encoding))
  }

  func json(_ range: EditedFile.Range, in file: EditedFile) -> JSONValue {
    json(range, in: file.lines)
  }

  func json(_ range: EditedFile.Range, in text: TextPositions) -> JSONValue {
    .object([
      "start": Self.json(text.position(of: range.lowerBound, in: encoding)),
      "end": Self.json(text.position(of: range.upperBound, in: encoding)),
    ])
  }

  /// Returns parts of files as locations, of which many may be in one file.
  func locations(_ places: [EditedProject.Place], in project: EditedProject) -> [JSONValue] {
    var addresses: [String: JSONValue] = [:]
    return places.map { place in
      let address = addresses[place.path] ?? .string(uri(of: place.path))
      addresses[place.path] = address
      return .object(["uri": address, "range": range(of: place, in: project)])
    }
  }

  func range(of place: EditedProject.Place, in project: EditedProject) -> JSONValue {
    func settings() -> EditedFile? {
      let files = [project.schema?.file].compactMap(\.self) + project.grants.map(\.file)
      return files.first { $0.path == place.path }
    }
    guard let file = project.files[place.path] ?? settings() else {
      let start = Self.json(EditedFile.Position(line: 0, character: 0))
      return .object(["start": start, "end": start])
    }
    return json(place.range, in: file)
  }

  /// Returns changes of files; an editor that wants so gets the versions of its texts with them.
  func edit(_ changes: [String: [JSONValue]]) -> JSONValue {
    let paths = changes.keys.sorted()
    guard editor["workspace"]?["workspaceEdit"]?["documentChanges"] == .boolean(true) else {
      let changes = paths.map { (uri(of: $0), JSONValue.array(changes[$0] ?? [])) }
      return .object([
        "changes": .object(Dictionary(changes, uniquingKeysWith: { first, _ in first }))
      ])
    }
    return .object([
      "documentChanges": .array(
        paths.map { path in
          .object([
            "textDocument": .object([
              "uri": .string(uri(of: path)),
              "version": versions[path].map { .integer($0) } ?? .null,
            ]),
            "edits": .array(changes[path] ?? []),
          ])
        })
    ])
  }
}
