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

  private func bare(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
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
  private func part(_ name: String, of element: DMNElement) throws(DecisionTableFault)
    -> FEELExpression
  {
    guard let part = element.first(name), let logic = Self.logic(of: part) else {
      throw DecisionTableFault("\(element.title) has no `\(name)`", line: element.line)
    }
    return try expression(logic)
  }

  private func iterator(_ element: DMNElement) throws(DecisionTableFault) -> FEELIterator {
    FEELIterator(
      name: element.attributes["iteratorVariable"] ?? "item", values: try part("in", of: element))
  }

  // MARK: Texts

  private var parser: FEELParser {
    FEELParser(names: FEELNames(names + FEELFunction.names), members: members, types: types.types)
  }

  private func literal(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
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

  private func parsed(_ text: DMNElement) throws(DecisionTableFault) -> FEELExpression {
    var parser = parser
    do {
      return try parser.expression(of: text.text)
    } catch {
      throw DecisionTableFault(error, in: text)
    }
  }

  // MARK: Contexts, functions and relations

  private func context(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
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

  private func invocation(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
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

  private func relation(_ element: DMNElement) throws(DecisionTableFault) -> FEELExpression {
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

  // MARK: Tables

  private func table(_ element: DMNElement) throws(DecisionTableFault) -> DMNTable {
    let policy = try policy(of: element)
    var inputs: [DMNTable.Input] = []
    for input in element.all("input") {
      guard let expression = input.first("inputExpression"), let text = expression.first("text"),
        !text.text.trimmed.isEmpty
      else { throw DecisionTableFault("an input has no expression", line: input.line) }
      inputs.append(
        DMNTable.Input(
          expression: try parsed(text), type: types.type(expression.attributes["typeRef"])))
    }
    let clauses = element.all("output")
    var outputs: [DMNTable.Output] = []
    for output in clauses {
      var values: [FEELExpression] = []
      if let text = output.first("outputValues")?.first("text"), !text.text.trimmed.isEmpty {
        values = try tests(text)?.tests ?? []
      }
      var standard: FEELExpression?
      if let text = output.first("defaultOutputEntry")?.first("text"), !text.text.trimmed.isEmpty {
        standard = try parsed(text)
      }
      let name = output.attributes["name"]
      if clauses.count > 1, name == nil {
        throw DecisionTableFault("an output has no name", line: output.line)
      }
      if values.isEmpty {
        values = self.values(of: types.type(output.attributes["typeRef"]), name)
      }
      outputs.append(
        DMNTable.Output(
          name: name, type: types.type(output.attributes["typeRef"]), values: values,
          standard: standard))
    }
    guard !outputs.isEmpty else {
      throw DecisionTableFault("the table has no output", line: element.line)
    }
    if outputs.count > 1, [.sum, .minimum, .maximum].contains(policy) {
      throw DecisionTableFault(
        "the \(policy.rawValue) of several outputs has no meaning", line: element.line)
    }
    if [.priority, .outputOrder].contains(policy), outputs.allSatisfy(\.values.isEmpty) {
      throw DecisionTableFault(
        "the policy \(policy.rawValue) requires the values of the output, in their order",
        line: element.line, hint: "add `outputValues`")
    }
    var rows: [DMNTable.Row] = []
    for rule in element.all("rule") {
      let (cells, results) = (rule.all("inputEntry"), rule.all("outputEntry"))
      guard cells.count == inputs.count, results.count == outputs.count else {
        throw DecisionTableFault(
          "the rule has another number of cells than the table", line: rule.line)
      }
      var tested: [FEELUnaryTests?] = []
      for cell in cells { tested.append(try cell.first("text").flatMap(adding(["?"]).tests)) }
      var given: [FEELExpression] = []
      for (index, cell) in results.enumerated() {
        guard let text = cell.first("text"), !["", "-"].contains(text.text.trimmed) else {
          given.append(.null)
          continue
        }
        let value = try parsed(text)
        let type = outputs[index].type
        given.append(type == .any || value.fits(type) ? value : .conform(value, type))
      }
      rows.append(
        DMNTable.Row(
          line: rule.line, inputs: tested, outputs: given, doc: doc(of: rule)))
    }
    return DMNTable(policy: policy, inputs: inputs, outputs: outputs, rows: rows)
  }

  /// The allowed values of an output, in their order: those of its type, or of what the table gives.
  private func values(of type: FEELType, _ name: String?) -> [FEELExpression] {
    var result = resultType
    if case .list(let element) = result { result = element }
    let member = name.flatMap { result.member($0) } ?? result
    for type in [type, member] {
      if case .choice(_, let values) = type { return values.map(FEELExpression.init) }
    }
    return []
  }

  private func doc(of rule: DMNElement) -> String? {
    let notes = rule.all("annotationEntry").compactMap { $0.text(of: "text") }
    let texts = [rule.text(of: "description")].compactMap { $0 } + notes
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  private func tests(_ text: DMNElement) throws(DecisionTableFault) -> FEELUnaryTests? {
    var parser = parser
    do {
      return try parser.unaryTests(of: text.text)
    } catch {
      throw DecisionTableFault(error, in: text)
    }
  }

  private func policy(of table: DMNElement) throws(DecisionTableFault) -> TablePolicy {
    let word = table.attributes["hitPolicy"] ?? "UNIQUE"
    if let aggregation = table.attributes["aggregation"], word == "COLLECT" {
      switch aggregation {
      case "SUM": return .sum
      case "MIN": return .minimum
      case "MAX": return .maximum
      case "COUNT": return .count
      default:
        throw DecisionTableFault("`\(aggregation)` is no aggregation", line: table.line)
      }
    }
    switch word {
    case "UNIQUE": return .unique
    case "FIRST": return .firstDeclared
    case "ANY": return .any
    case "PRIORITY": return .priority
    case "COLLECT", "RULE ORDER": return .collectDeclared
    case "OUTPUT ORDER": return .outputOrder
    default: throw DecisionTableFault("`\(word)` is no hit policy", line: table.line)
    }
  }
}

extension FEELExpression {
  /// Whether a literal is of a type.
  fileprivate func fits(_ type: FEELType) -> Bool {
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
  fileprivate init(_ constant: CellValue) {
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
