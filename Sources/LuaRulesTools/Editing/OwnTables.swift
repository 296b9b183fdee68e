import LuaSyntax

/// The tables, written in a file, that its values may be: those of variables, and the elements of lists.
struct OwnTables {
  private let syntax: SyntaxTree
  private let budget = WorkBudget(mostTables)

  /// More tables are not looked at: a file can name one table in very many ways.
  private static let mostTables = 2000
  private static let greatestDepth = 12

  init(_ syntax: SyntaxTree) {
    self.syntax = syntax
  }

  /// Returns the tables that a variable may be, behind some names; an element of a list has the name `[]`.
  func tables(ofVariable binding: Int, below names: some Sequence<String>) -> [Int] {
    names.reduce(tables(ofVariable: binding, depth: 0)) { parts(of: $0, named: $1) }
  }

  /// Returns the tables that a chain may be in front of one of its members.
  func tables(of chain: SyntaxTree.Chain, before end: Int) -> [Int] {
    tables(of: chain, before: end, depth: 0)
  }

  /// Returns the token that defines a member of one of some tables.
  func definition(of name: String, in tables: [Int]) -> Int? {
    tables.lazy.compactMap { syntax.field(name, of: $0)?.name }.first
  }

  /// Returns the names of the entries of some tables.
  func names(in tables: [Int]) -> [String] {
    Set(
      tables.flatMap { syntax.tables[$0].fields.compactMap { $0.name.map { syntax.text($0) } } }
    ).sortedByBytes()
  }

  // MARK: Values

  private func tables(ofVariable number: Int, depth: Int) -> [Int] {
    let binding = syntax.bindings[number]
    guard depth < Self.greatestDepth, !syntax.assigned.contains(number),
      let value = binding.value
    else { return [] }
    switch binding.kind {
    case .local: return tables(of: value, depth: depth + 1)
    case .loop(1):
      guard case .call(let call) = value, let list = syntax.calls[call].arguments.first,
        let callee = syntax.calls[call].chain,
        let name = syntax.globalName(of: syntax.chains[callee]),
        name == "ipairs" || name == "pairs"
      else { return [] }
      return parts(
        of: tables(of: list, depth: depth + 1), named: name == "pairs" ? nil : Self.element)
    case .loop, .parameter: return []
    }
  }

  private func tables(of value: SyntaxTree.Value, depth: Int) -> [Int] {
    guard depth < Self.greatestDepth, budget.spend() else { return [] }
    switch value {
    case .table(let table): return [table]
    case .chain(let number):
      let chain = syntax.chains[number]
      return tables(of: chain, before: chain.steps.count, depth: depth + 1)
    case .either(let values): return values.flatMap { tables(of: $0, depth: depth + 1) }
    default: return []
    }
  }

  private func tables(of chain: SyntaxTree.Chain, before end: Int, depth: Int) -> [Int] {
    guard let binding = chain.use.binding else { return [] }
    let names = chain.steps.prefix(end).map { $0.token.map { syntax.text($0) } ?? Self.element }
    return names.reduce(tables(ofVariable: binding, depth: depth)) { parts(of: $0, named: $1) }
  }

  private static let element = RuleFileOutline.element

  /// Returns the tables that are in some tables under a name, as elements, or, without a name, anywhere.
  private func parts(of tables: [Int], named name: String?) -> [Int] {
    var found: [Int] = []
    for table in tables {
      if let name, name != Self.element {
        guard budget.spend() else { return found }
        if case .table(let part)? = syntax.field(name, of: table)?.value { found.append(part) }
        continue
      }
      for field in syntax.tables[table].fields where name == nil || field.name == nil {
        guard budget.spend() else { return found }
        if case .table(let part) = field.value { found.append(part) }
      }
    }
    return found
  }
}
