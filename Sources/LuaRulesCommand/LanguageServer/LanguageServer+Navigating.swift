import LuaRules
import LuaRulesTools

// Where something is defined, where it is used, and who reads a key.

extension LanguageServer {
  mutating func definition(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let places = place.project.definitions(in: place.file, at: place.offset)
    return .array(locations(places, in: place.project))
  }

  mutating func declaration(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let places = place.project.declarations(in: place.file, at: place.offset)
    return .array(locations(places, in: place.project))
  }

  mutating func typeDefinition(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let places = place.project.typeDefinitions(in: place.file, at: place.offset)
    return .array(locations(places, in: place.project))
  }

  // MARK: Swift

  static let questionsOfSwift: Set<String> = [
    "textDocument/definition", "textDocument/declaration",
  ]

  /// Looks for the places where the program declares a name, on another thread.
  ///
  /// - Returns: Whether the request waits for them.
  mutating func waitsForSwift(_ request: Request) throws(RequestError) -> Bool {
    let place = try place(request.parameters)
    guard let name = place.project.swiftName(in: place.file, at: place.offset),
      let package = SwiftSources.package(around: place.file.path)
    else { return false }
    swiftWorker.add(SwiftWorker.Job(request: request, name: name, package: package))
    return true
  }

  /// Answers a request that waited for places in Swift files.
  mutating func answer(_ found: SwiftWorker.Report) throws {
    guard !isShutDown else { return }
    try respond(to: found.request.id) { server throws(RequestError) in
      let own = try Self.questions[found.request.method]?(&server, found.request.parameters)
      let places = found.places.map { place in
        JSONValue.object([
          "uri": .string(server.uri(of: place.place.path)),
          "range": server.json(place.place.range, in: place.text),
        ])
      }
      return .array((own?.elements ?? []) + places)
    }
  }

  mutating func references(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    var places = place.project.occurrences(in: place.file, at: place.offset)
    if parameters["context"]?["includeDeclaration"] == .boolean(false) {
      let declared = place.project.declaringPlaces(in: place.file, at: place.offset)
      places.removeAll(where: declared.contains)
    }
    return .array(locations(places, in: place.project))
  }

  mutating func highlights(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    let places = place.project.occurrences(in: place.file, at: place.offset, isWhole: false)
    let declared = Set(place.file.names.filter(\.isDeclared).map(\.range))
    return .array(
      places.filter { $0.path == place.file.path }.map {
        .object([
          "range": json($0.range, in: place.file),
          "kind": .integer(
            declared.contains($0.range) ? Self.writtenKind : Self.readKind),
        ])
      })
  }

  /// SOURCE: `DocumentHighlightKind` of the Language Server Protocol.
  private static let (readKind, writtenKind) = (2, 3)
}
