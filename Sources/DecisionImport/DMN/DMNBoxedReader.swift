/// Reads the logic of decisions: boxed expressions become what they mean in FEEL.
struct DMNBoxedReader {
  let types: DMNTypes
  let members: FEELNames
  /// The variables and functions in scope.
  var names: [String]
  /// The type of what is read, whose values may tell the order of a table's outputs.
  var resultType = FEELType.any

  /// The elements that hold logic.
  static let kinds: Set<String> = [
    "literalExpression", "decisionTable", "context", "invocation", "functionDefinition", "list",
    "relation", "conditional", "for", "some", "every", "filter",
  ]

  /// The element with the logic of another one.
  static func logic(of element: DMNElement) -> DMNElement? {
    element.children.first { kinds.contains($0.name) }
  }

  /// Reads an element of ``kinds``.
  ///
  /// - Throws: ``DecisionTableFault`` for what cannot be converted.
  func expression(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    let value = try bare(element)
    guard let reference = element.attributes["typeRef"] else { return value }
    let type = types.type(reference)
    return type == .any || element.name == "functionDefinition" ? value : .conform(value, type)
  }

  func bare(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    switch element.name {
    case "literalExpression": return try literal(element)
    case "decisionTable": return .table(try table(element))
    case "context": return try context(element)
    case "invocation": return try invocation(element)
    case "functionDefinition": return try function(element)
    case "list":
      var values: [FEELExpression] = []
      for child in element.children where Self.kinds.contains(child.name) {
        values.append(try expression(child))
      }
      return .list(values)
    case "relation": return try relation(element)
    case "conditional":
      return .choice(
        try part("if", of: element), try part("then", of: element), try part("else", of: element))
    case "for":
      let iterator = try iterator(element)
      return .loop(
        [iterator], try adding([iterator.name, "partial"]).part("return", of: element))
    case "some", "every":
      let iterator = try iterator(element)
      return .quantified(
        isEvery: element.name == "every", [iterator],
        try adding([iterator.name]).part("satisfies", of: element))
    case "filter":
      return .filter(
        try part("in", of: element),
        try adding(["item"], allMembers: true).part("match", of: element))
    default:
      throw DecisionTableFault("\(element.title) cannot be converted", line: element.line)
    }
  }

  func adding(_ more: [String], allMembers: Bool = false) -> DMNBoxedReader {
    var reader = self
    reader.names += more
    if allMembers { reader.names += types.memberNames }
    return reader
  }

  /// Reads the logic within a named part.
  func part(_ name: String, of element: DMNElement) throws(DecisionTableFault)
    -> FEELExpression
  {
    guard let part = element.first(name), let logic = Self.logic(of: part) else {
      throw DecisionTableFault("\(element.title) has no `\(name)`", line: element.line)
    }
    return try expression(logic)
  }

  func iterator(_ element: DMNElement) throws(DecisionTableFault) -> FEELIterator {
    FEELIterator(
      name: element.attributes["iteratorVariable"] ?? "item", values: try part("in", of: element))
  }

  // MARK: Texts

  var parser: FEELParser {
    var known = FEELNames.ofFunctions
    for name in names { known.add(name) }
    return FEELParser(names: known, members: members, types: types.types)
  }

  func literal(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    if let language = element.attributes["expressionLanguage"],
      !language.lowercased().contains("feel")
    {
      throw DecisionTableFault(
        "an expression of another language than FEEL cannot be converted", line: element.line)
    }
    if element.first("importedValues") != nil {
      throw DecisionTableFault("an imported expression cannot be converted", line: element.line)
    }
    guard let text = element.first("text"), !text.text.trimmed.isEmpty else {
      throw DecisionTableFault("the expression is empty", line: element.line)
    }
    return try parsed(text)
  }

  func parsed(_ text: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    var parser = parser
    do {
      return try parser.expression(of: text.text)
    } catch {
      throw DecisionTableFault(error, in: text)
    }
  }

  // MARK: Contexts, functions and relations

  func context(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    var reader = self
    var entries: [FEELEntry] = []
    var result: FEELExpression?
    for entry in element.all("contextEntry") {
      guard let logic = Self.logic(of: entry) else {
        throw DecisionTableFault("an entry of the context has no expression", line: entry.line)
      }
      guard let variable = entry.first("variable"), let name = variable.attributes["name"] else {
        result = try reader.expression(logic)
        continue
      }
      let kept = reader.names
      // A function may call itself.
      if logic.name == "functionDefinition" { reader.names.append(name) }
      var value = try reader.expression(logic)
      reader.names = kept
      let type = types.type(variable.attributes["typeRef"])
      if type != .any, type != .function { value = .conform(value, type) }
      entries.append(FEELEntry(name: name, value: value))
      reader.names.append(name)
    }
    return .context(entries, result: result)
  }

  func function(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    if let kind = element.attributes["kind"], kind != "FEEL" {
      throw DecisionTableFault(
        "a function of the kind \(kind) cannot be converted", line: element.line)
    }
    let parameters = element.all("formalParameter").map {
      FEELParameter(
        name: $0.attributes["name"] ?? "", type: types.type($0.attributes["typeRef"]))
    }
    guard let logic = Self.logic(of: element) else {
      throw DecisionTableFault("the function has no expression", line: element.line)
    }
    return .function(parameters, try adding(parameters.map(\.name)).expression(logic))
  }

  func invocation(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    guard let callee = Self.logic(of: element) else {
      throw DecisionTableFault("the invocation names no function", line: element.line)
    }
    var values: [(name: String, value: FEELExpression)] = []
    for binding in element.all("binding") {
      let name = binding.first("parameter")?.attributes["name"] ?? ""
      let value = Self.logic(of: binding)
      values.append((name, value == nil ? .null : try expression(value ?? binding)))
    }
    let function = try expression(callee)
    return values.isEmpty ? .call(function, []) : .namedCall(function, values)
  }

  func relation(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    let columns = element.all("column").map {
      (name: $0.attributes["name"] ?? "", type: types.type($0.attributes["typeRef"]))
    }
    var rows: [FEELExpression] = []
    for row in element.all("row") {
      let cells = row.children.filter { Self.kinds.contains($0.name) }
      guard cells.count == columns.count else {
        throw DecisionTableFault(
          "the row has \(cells.count) cells, and the relation \(columns.count) columns",
          line: row.line)
      }
      var entries: [FEELEntry] = []
      for (column, cell) in zip(columns, cells) {
        let value = try expression(cell)
        entries.append(
          FEELEntry(
            name: column.name, value: column.type == .any ? value : .conform(value, column.type)))
      }
      rows.append(.context(entries, result: nil))
    }
    return .list(rows)
  }
}

extension FEELExpression {
  /// Whether a literal is of a type.
  func fits(_ type: FEELType) -> Bool {
    switch (constant, type) {
    case (.null?, _), (.text?, .text), (.boolean?, .boolean), (.integer?, .number),
      (.number?, .number):
      true
    default: false
    }
  }
}

extension FEELExpression {
  /// The literal of a constant.
  init(_ constant: CellValue) {
    self =
      switch constant {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let integer): .number(String(integer))
      case .number(let digits): .number(digits)
      case .text(let text): .text(text)
      }
  }
}

extension DecisionTableFault {
  /// A fault of an expression, with the line in the file and the place in the text.
  init(_ fault: FEELFault, in text: DMNElement) {
    let scalars = text.text.unicodeScalars
    let before = scalars.prefix(fault.offset)
    let lines = before.count { $0 == "\n" }
    let column = before.reversed().prefix { $0 != "\n" }.count
    let line = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines < line.count ? line[lines].trimmed : ""
    self.init(
      fault.message + (shown.isEmpty ? "" : ", in `\(shown.prefix(80))` at \(column + 1)"),
      line: text.line + lines, hint: fault.hint)
  }
}
