import LuaRules
import LuaRulesTools

// Who reads a key, who calls a function, and what both read and call.

extension LanguageServer {
  mutating func prepareCallHierarchy(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    if let function = place.project.function(in: place.file, at: place.offset) {
      return .array([item(function, in: place.project)])
    }
    guard let call = place.project.key(in: place.file, at: place.offset) else { return .null }
    return .array([item(call, in: place.project)])
  }

  mutating func incomingCalls(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (subject, project) = try called(parameters)
    let calls =
      switch subject {
      case .key(let key): project.readers(of: key).map { EditedProject.Call.key($0) }
      case .function(let function): project.callers(of: function)
      }
    return .array(
      calls.map { call in
        let (item, path, uses) = parts(of: call, in: project)
        return .object([
          "from": item,
          "fromRanges": .array(uses.filter { $0.path == path }.map { range(of: $0, in: project) }),
        ])
      })
  }

  mutating func outgoingCalls(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (subject, project) = try called(parameters)
    let calls =
      switch subject {
      case .key(let key):
        project.reads(by: key).map { EditedProject.Call.key($0) }
          + project.functions(calledBy: key)
      case .function(let function): project.calls(by: function)
      }
    return .array(
      calls.map { call in
        let (item, _, uses) = parts(of: call, in: project)
        return .object([
          "to": item, "fromRanges": .array(uses.map { range(of: $0, in: project) }),
        ])
      })
  }

  /// What an item of a hierarchy stands for.
  private enum Called {
    case key(String)
    case function(EditedProject.NamedFunction)
  }

  private mutating func called(
    _ parameters: JSONValue
  ) throws(RequestError) -> (subject: Called, project: EditedProject) {
    let item = parameters["item"]
    guard let name = item?["name"]?.string, let uri = item?["uri"]?.string,
      let path = Self.path(ofURI: uri)
    else {
      throw RequestError(code: .invalidParameters, message: "expected `item.name` and `item.uri`")
    }
    let project = edited(ServerProject(of: path, options))
    if item?["kind"] == .integer(Self.functionKind), let file = project.files[path],
      let start = Self.position(item?["selectionRange"]?["start"]),
      let function = project.function(in: file, at: file.offset(of: start, in: encoding))
    {
      return (.function(function), project)
    }
    return (.key(name), project)
  }

  /// SOURCE: `SymbolKind` of the Language Server Protocol.
  private static let functionKind = 12
  /// SOURCE: `SymbolKind` of the Language Server Protocol: a property.
  private static let keyKind = 7

  /// The item of a call, the file that it is in, and the places that name it.
  private func parts(
    of call: EditedProject.Call, in project: EditedProject
  ) -> (item: JSONValue, path: String, uses: [EditedProject.Place]) {
    switch call {
    case .key(let call): (item(call, in: project), call.place.path, call.reads)
    case .function(let function, let uses):
      (item(function, in: project), function.place.path, uses)
    }
  }

  private func item(_ call: EditedProject.KeyCall, in project: EditedProject) -> JSONValue {
    item(call.key, Self.keyKind, call.place, in: project)
  }

  private func item(
    _ function: EditedProject.NamedFunction, in project: EditedProject
  ) -> JSONValue {
    item(function.name, Self.functionKind, function.place, in: project)
  }

  private func item(
    _ name: String, _ kind: Int, _ place: EditedProject.Place, in project: EditedProject
  ) -> JSONValue {
    let range = range(of: place, in: project)
    return .object([
      "name": .string(name), "kind": .integer(kind), "uri": .string(uri(of: place.path)),
      "range": range, "selectionRange": range,
    ])
  }
}
