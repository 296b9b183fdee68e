import LuaBridge
import LuaRules

// The fields of a test, and of a test file.

extension RuleTestReader {
  /// Reads a list of paths, which are relative to the file.
  mutating func paths(_ node: LocatedNode, _ field: String) -> [String] {
    let folder = FilePath.folder(of: file.path)
    var paths: [String] = []
    for element in list(node, field, of: "paths") {
      guard case .scalar(.string(let path)) = element.node else {
        report(
          "`\(field)` has \(element.value.literal) in it; expected paths", at: element.location)
        continue
      }
      paths.append(path == "." ? folder : path.hasPrefix("/") ? path : FilePath.join(folder, path))
    }
    if paths.isEmpty, errors.isEmpty {
      report("`\(field)` names nothing; expected paths", at: node.location)
    }
    return paths
  }

  /// Reads the values of a context, over the values of the tables around it.
  mutating func readContext(_ node: LocatedNode, into scope: inout Inherited) {
    guard let table = names(node, "context") else { return }
    guard spend(scope.context.fields.count + table.fields.count, at: node.location) else { return }
    for (name, field) in node.fields { scope.places[name] = field.location }
    scope.context = scope.context.overridden(by: table)
  }

  /// Reads the functions that replace host functions.
  mutating func readHost(_ node: LocatedNode, code: String, into scope: inout Inherited) {
    guard case .table = node.node, node.elements.isEmpty, !node.fields.isEmpty else {
      report(
        "`host` is \(node.value.literal); expected names with functions or values",
        at: node.location)
      return
    }
    scope.hosts.append("\(code).host")
  }

  mutating func readSkip(_ node: LocatedNode, into scope: inout Inherited) {
    switch node.node {
    case .scalar(.boolean(let isSkipped)): if isSkipped { scope.skipped = "" }
    case .scalar(.string(let reason)): scope.skipped = PrintableText.of(reason)
    default:
      report(
        "`skip` is \(node.value.literal); expected `true`, or the reason", at: node.location)
    }
  }

  /// Reads the expected values of keys.
  mutating func readValues(_ node: LocatedNode, into scope: inout Inherited) {
    guard let table = names(node, "expect") else { return }
    for (name, field) in node.fields {
      guard let value = table[name], isPath(name, field),
        !isFunction(field, "expect.\(name)")
      else { continue }
      expect(
        RuleTestExpectation(key: name, wanted: .value(value), location: field.location), in: &scope)
    }
  }

  /// Reads the expected errors of keys.
  mutating func readErrors(_ node: LocatedNode, into scope: inout Inherited) {
    guard names(node, "errors") != nil else { return }
    for (name, field) in node.fields where isPath(name, field) {
      let text: String?
      switch field.node {
      case .scalar(.boolean(true)): text = nil
      case .scalar(.string(let part)): text = part
      default:
        report(
          "`errors.\(name)` is \(field.value.literal); expected the code of the error, a part of "
            + "its message, or `true`", at: field.location)
        continue
      }
      expect(
        RuleTestExpectation(key: name, wanted: .error(text), location: field.location), in: &scope)
    }
  }

  private func expect(_ expectation: RuleTestExpectation, in scope: inout Inherited) {
    scope.expectations.removeAll { $0.key == expectation.key }
    scope.expectations.append(expectation)
  }

  // MARK: Rows

  /// Reads a table of cases: each row has the given values, then the expected
  /// ones.
  mutating func readRows(
    of node: LocatedNode, _ fields: [String: LocatedNode], _ given: LocatedNode, _ scope: Inherited
  ) {
    let paths = strings(given, "given")
    guard let expected = fields["expect"], let cases = fields["cases"] else {
      report(
        "a test with `given` has no `\(fields["expect"] == nil ? "expect" : "cases")`",
        at: given.location,
        hint: "write `given = { \"todo.priority\" }, expect = { \"color\" }, cases = { { \"high\", "
          + "\"red\" } }`")
      return
    }
    if let wanted = fields["errors"] {
      report("a test with `given` has no `errors`", at: wanted.location)
    }
    let keys = strings(expected, "expect")
    guard !paths.isEmpty, !keys.isEmpty else { return }
    for row in list(cases, "cases", of: "rows") {
      readRow(row, paths, keys, scope)
    }
  }

  private mutating func readRow(
    _ row: LocatedNode, _ paths: [String], _ keys: [String], _ scope: Inherited
  ) {
    guard row.fields.isEmpty, row.elements.count == paths.count + keys.count else {
      report(
        "a row has \(row.elements.count) values; expected \(paths.count + keys.count): "
          + (paths + keys).joined(separator: ", "),
        at: row.location, hint: "`null` means nothing")
      return
    }
    var scope = scope
    let values = row.elements.prefix(paths.count)
    scope.names.append(values.map(\.value.literal).joined(separator: ", "))
    for (path, element) in zip(paths, values) {
      guard !isFunction(element, path), spend(scope.context.fields.count, at: row.location) else {
        return
      }
      let steps = path.split(separator: ".").map(String.init)
      scope.context = scope.context.setting(element.value, at: steps[...])
      scope.places[steps[0]] = row.location
    }
    for (key, element) in zip(keys, row.elements.dropFirst(paths.count)) {
      guard !isFunction(element, key) else { continue }
      expect(
        RuleTestExpectation(key: key, wanted: .value(element.value), location: row.location),
        in: &scope)
    }
    add(scope, at: row.location)
  }

  // MARK: Forms

  mutating func list(_ node: LocatedNode, _ field: String, of what: String) -> [LocatedNode] {
    guard case .table = node.node, node.fields.isEmpty else {
      report(
        "`\(field)` is \(node.value.literal); expected a list of \(what)", at: node.location)
      return []
    }
    return node.elements
  }

  private mutating func strings(_ node: LocatedNode, _ field: String) -> [String] {
    let elements = list(node, field, of: "names")
    var names: [String] = []
    for element in elements {
      guard case .scalar(.string(let name)) = element.node else {
        report(
          "`\(field)` has \(element.value.literal) in it; expected names", at: element.location)
        continue
      }
      if isPath(name, element) { names.append(name) }
    }
    if elements.isEmpty, errors.isEmpty {
      report("`\(field)` is empty; expected names", at: node.location)
    }
    return names
  }

  /// Returns the values of a table that has only names as keys.
  private mutating func names(_ node: LocatedNode, _ field: String) -> LuaTable? {
    guard case .table(let table) = node.value, table.elements.isEmpty else {
      let example = field == "errors" ? "unknown-member" : "Hello"
      report(
        "`\(field)` is \(node.value.literal); expected names with values", at: node.location,
        hint: "write `\(field) = { title = \"\(example)\" }`")
      return nil
    }
    if field == "context", isFunction(node, field) { return nil }
    return table
  }

  /// Returns whether a text is a name, or names separated by dots; reports an
  /// error if not.
  private mutating func isPath(_ name: String, _ node: LocatedNode) -> Bool {
    if ComparedQuestion.steps(of: name) != nil { return true }
    report(
      "\(LuaValue.string(name).literal) is not a key; expected a name, or names with dots between",
      at: node.location)
    return false
  }

  private mutating func isFunction(_ node: LocatedNode, _ name: String) -> Bool {
    guard node.node.firstFunction != nil else { return false }
    report(
      "`\(name)` \(node.value.typeName == "a function" ? "is" : "has") a function; expected values",
      at: node.location)
    return true
  }
}
