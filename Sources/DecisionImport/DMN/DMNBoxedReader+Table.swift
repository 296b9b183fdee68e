extension DMNBoxedReader {
  func table(_ element: DMNElement) throws(DecisionTableFault) -> DMNTable {
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
  func values(of type: FEELType, _ name: String?) -> [FEELExpression] {
    var result = resultType
    if case .list(let element) = result { result = element }
    let member = name.flatMap { result.member($0) } ?? result
    for type in [type, member] {
      if case .choice(_, let values) = type { return values.map(FEELExpression.init) }
    }
    return []
  }

  func doc(of rule: DMNElement) -> String? {
    let notes = rule.all("annotationEntry").compactMap { $0.text(of: "text") }
    let texts = [rule.text(of: "description")].compactMap { $0 } + notes
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  func tests(_ text: DMNElement) throws(DecisionTableFault) -> FEELUnaryTests? {
    var parser = parser
    do {
      return try parser.unaryTests(of: text.text)
    } catch {
      throw DecisionTableFault(error, in: text)
    }
  }

  func policy(of table: DMNElement) throws(DecisionTableFault) -> TablePolicy {
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
