import LuaSyntax

// The rules, the tests and the functions of a file.

extension EditedFile {
  /// A rule, a test or a function, with those inside.
  package struct Symbol: Sendable {
    /// The kind of a symbol.
    package enum Kind: Sendable {
      case group, rule, test, function
    }

    package let name: String
    package let detail: String
    package let kind: Kind
    package let range: Range
    /// The part that names it.
    package let nameRange: Range
    package var children: [Symbol] = []
  }

  /// The functions, the rules and the tests of the file.
  package var symbols: [Symbol] {
    let syntax = outline.syntax
    let functions = syntax.bindings.compactMap { binding -> Symbol? in
      guard case .local = binding.kind, case .function(let number)? = binding.value,
        syntax.functions.indices.contains(number)
      else { return nil }
      let name = syntax.tokens[binding.token].start..<syntax.tokens[binding.token].end
      let end = syntax.tokens[syntax.functions[number].end].end
      return Symbol(
        name: binding.name, detail: "function", kind: .function,
        range: name.lowerBound..<max(end, name.upperBound), nameRange: name)
    }
    let all = (functions + memberFunctions).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return all + ruleSymbols(below: nil) + testSymbols(below: nil)
  }

  /// The functions of tables: `function t.a()`, `t.a = function`, and those that a module returns.
  private var memberFunctions: [Symbol] {
    let syntax = outline.syntax
    func symbol(_ name: String, _ token: Int, _ value: SyntaxTree.Value) -> Symbol? {
      guard case .function(let number) = value, syntax.functions.indices.contains(number) else {
        return nil
      }
      let part = syntax.tokens.inner(syntax.tokens[token])
      let start = min(part.lowerBound, syntax.tokens[syntax.functions[number].start].start)
      let end = max(part.upperBound, syntax.tokens[syntax.functions[number].end].end)
      return Symbol(
        name: name, detail: "function", kind: .function, range: start..<end, nameRange: part)
    }
    let members = syntax.memberValues.compactMap { number, value -> Symbol? in
      let chain = syntax.chains[number]
      guard let token = chain.steps.last?.token else { return nil }
      let steps = chain.steps.compactMap { $0.token.map { syntax.text($0) } }
      let name = ([syntax.text(chain.use.token)] + steps).joined(separator: ".")
      return symbol(name, token, value)
    }
    guard outline.rules.isEmpty, outline.tests.isEmpty, let table = syntax.returnedTable else {
      return members
    }
    return members
      + syntax.tables[table].fields.compactMap { field in
        field.name.flatMap { symbol(syntax.text($0), $0, field.value) }
      }
  }

  private func ruleSymbols(below parent: Int?) -> [Symbol] {
    let children = Dictionary(grouping: outline.rules.indices) { outline.rules[$0].parent }
    func symbols(below parent: Int?) -> [Symbol] {
      (children[parent] ?? []).map { number in
        let rule = outline.rules[number]
        let range = range(ofTable: rule.table)
        let nameRange =
          rule.keyToken.map { outline.syntax.tokens[$0].start..<outline.syntax.tokens[$0].end }
          ?? range.lowerBound..<range.lowerBound + 1
        return Symbol(
          name: rule.name ?? rule.key ?? condition(of: rule),
          detail: rule.name == nil ? "" : rule.key ?? "",
          kind: rule.isGroup ? .group : .rule, range: range, nameRange: nameRange,
          children: symbols(below: number))
      }
    }
    return symbols(below: parent)
  }

  /// The beginning of the rule's text, for a rule without a key.
  private func condition(of rule: RuleFileOutline.OutlinedRule) -> String {
    let range = range(ofTable: rule.table)
    let text = String(decoding: outline.syntax.tokens.bytes[range].prefix(40), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "rule"
  }

  private func testSymbols(below parent: Int?) -> [Symbol] {
    let children = Dictionary(grouping: outline.tests.indices) { outline.tests[$0].parent }
    func symbols(below parent: Int?) -> [Symbol] {
      (children[parent] ?? []).map { number in
        let test = outline.tests[number]
        let range = range(ofTable: test.table)
        return Symbol(
          name: test.name, detail: test.keys.joined(separator: ", "),
          kind: test.isGroup ? .group : .test, range: range,
          nameRange: range.lowerBound..<range.lowerBound + 1, children: symbols(below: number))
      }
    }
    return symbols(below: parent)
  }

}
