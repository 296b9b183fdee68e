import LuaRules

// What a file consists of: its rules and tests, its parts that fold, and what each name is.

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
    func symbol(_ name: String, _ token: Int, _ value: LuaSyntax.Value) -> Symbol? {
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

  private func range(ofTable number: Int) -> Range {
    let table = outline.syntax.tables[number]
    let tokens = outline.syntax.tokens
    return tokens[table.open].start..<tokens[max(table.open, table.close)].end
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

  // MARK: Folding

  /// The parts of several lines, as lines from 0; comments last.
  package var folds: [(lines: ClosedRange<Int>, isComment: Bool)] {
    let syntax = outline.syntax
    var folds: [(lines: ClosedRange<Int>, isComment: Bool)] = []
    var seen: Set<Int> = []
    func add(_ start: Int, _ end: Int) {
      guard start < syntax.tokens.count, end < syntax.tokens.count, start < end else { return }
      let first = position(of: syntax.tokens[start].start).line
      let last = position(of: syntax.tokens[end].start).line
      // The line of the end stays to be seen.
      guard last - 1 > first, seen.insert(first).inserted else { return }
      folds.append((first...last - 1, false))
    }
    for table in syntax.tables { add(table.open, table.close) }
    for function in syntax.functions { add(function.start, function.end) }
    for block in syntax.blocks { add(block.lowerBound, block.upperBound) }
    var run: ClosedRange<Int>?
    for comment in syntax.tokens.comments {
      let last = max(comment.lowerBound, comment.upperBound - 1)
      let lines = position(of: comment.lowerBound).line...position(of: last).line
      if let current = run, lines.lowerBound == current.upperBound + 1 {
        run = current.lowerBound...lines.upperBound
      } else {
        if let run, run.count > 1 { folds.append((run, true)) }
        run = lines
      }
    }
    if let run, run.count > 1 { folds.append((run, true)) }
    return folds
  }

  // MARK: Kinds of names

  /// What a name is, for highlighting.
  package enum NameKind: Int, Sendable, CaseIterable {
    case property, parameter, variable, function, namespace
  }

  /// The names of the text with their kinds, in order.
  package var names: [(range: Range, kind: NameKind, isDeclared: Bool)] {
    let syntax = outline.syntax
    var names: [(range: Range, kind: NameKind, isDeclared: Bool)] = []
    for path in outline.paths {
      for step in path.steps {
        names.append((step.range, .property, path.kind == .assigned))
      }
    }
    for use in syntax.uses {
      let range = syntax.tokens.inner(syntax.tokens[use.token])
      guard let number = use.binding else {
        let name = syntax.text(use.token)
        if LuaLibrary.names.contains(name) {
          names.append((range, .namespace, false))
        } else if LuaLibrary.entry(name)?.parameters != nil {
          names.append((range, .function, false))
        }
        continue
      }
      let binding = syntax.bindings[number]
      let kind: NameKind
      switch (binding.kind, binding.value) {
      case (.parameter, _): kind = .parameter
      case (_, .function?): kind = .function
      default:
        kind = EditedProject.module(of: binding, in: syntax) == nil ? .variable : .namespace
      }
      names.append((range, kind, use.token == binding.token))
    }
    names.sort { $0.range.lowerBound < $1.range.lowerBound }
    var end = -1
    return names.filter { name in
      defer { end = max(end, name.range.upperBound) }
      return name.range.lowerBound >= end && !name.range.isEmpty
    }
  }
}
