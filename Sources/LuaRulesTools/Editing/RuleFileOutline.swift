import LuaSyntax

/// A rule file, or a file of rule tests, as an editor needs it: its rules or
/// tests, and each place that names a key or a member.
///
/// It is made of the text alone, so it exists for incomplete texts, too.
struct RuleFileOutline: Sendable {
  let syntax: SyntaxTree
  let isTestFile: Bool
  /// The rules and the groups of the file, each before those inside.
  private(set) var rules: [OutlinedRule] = []
  var tests: [OutlinedTest] = []
  /// Each place that names a key or a member, in the order of the text.
  private(set) var paths: [PathUse] = []
  /// The variables that hold the context, or what is below it.
  let variables: ContextVariables

  /// A rule, or a group of rules.
  struct OutlinedRule: Sendable {
    let table: Int
    /// The position in ``RuleFileOutline/rules`` of the group around it.
    let parent: Int?
    /// The key, also of the group around it.
    var key: String?
    /// The token of the key.
    var keyToken: Int?
    var name: String?
    /// Whether there are rules in it: those of a group, or the rows of a decision table.
    var isGroup = false
    /// The keys to which the last cells of each row give values, if it is a decision table.
    var outputs: [String] = []
  }

  /// A test, or a group of tests.
  struct OutlinedTest: Sendable {
    let table: Int
    let parent: Int?
    let name: String
    var keys: [String] = []
    var isGroup = false
    /// Whether it is a row of a table of cases.
    var isRow = false
  }

  /// A place that names a key or a member below one.
  struct PathUse: Sendable {
    enum Kind: Sendable {
      /// In a function.
      case read
      /// In a pattern.
      case pattern
      /// A rule assigns it.
      case assigned
      /// A test sets it in its context.
      case given
      /// A test expects something of it.
      case expected
    }

    /// All names; `[]` stands for the elements of a list.
    let names: [String]
    /// The names that are written here, in bytes, with their positions in ``names``.
    let steps: [(index: Int, range: Range<Int>)]
    let kind: Kind

    var key: String { names[0] }
  }

  /// The name of the elements of a list.
  static let element = "[]"

  init(_ text: String, isTestFile: Bool) {
    syntax = SyntaxTree(text)
    variables = ContextVariables(syntax)
    self.isTestFile = isTestFile
    addReads()
    if isTestFile {
      if let table = syntax.returnedTable { addTests(in: table) }
    } else if let table = syntax.returnedTable ?? ruleTable(syntax.returned) {
      addRules(in: table)
    }
    paths.sort { ($0.steps.first?.range.lowerBound ?? 0) < ($1.steps.first?.range.lowerBound ?? 0) }
  }

  // MARK: Reads

  private mutating func addReads() {
    for chain in syntax.chains {
      guard let (root, own) = root(of: chain) else { continue }
      var names = root
      var steps: [(Int, Range<Int>)] = []
      for step in own {
        if step.isMethod { break }
        if let token = step.token {
          steps.append((names.count, syntax.tokens.inner(syntax.tokens[token])))
        }
        names.append(step.token.map { syntax.text($0) } ?? Self.element)
      }
      if !steps.isEmpty { paths.append(PathUse(names: names, steps: steps, kind: .read)) }
    }
    for member in syntax.members where !member.isMethod {
      guard let token = member.token, let base = variables.path(of: member.base, in: syntax) else {
        continue
      }
      paths.append(
        PathUse(
          names: base + [syntax.text(token)],
          steps: [(base.count, syntax.tokens.inner(syntax.tokens[token]))], kind: .read))
    }
  }

  /// The path in front of a chain, and the steps behind it; of `t.a.name` with
  /// `local t = { a = c.user }` the step `name`.
  private func root(
    of chain: SyntaxTree.Chain
  ) -> (path: [String], steps: ArraySlice<SyntaxTree.Chain.Step>)? {
    guard let binding = chain.use.binding else { return nil }
    if let path = variables.path(of: binding) { return (path, chain.steps[...]) }
    guard let token = chain.steps.first?.token, !syntax.assigned.contains(binding),
      case .table(let table)? = syntax.bindings[binding].value,
      let value = syntax.field(syntax.text(token), of: table)?.value
    else { return nil }
    return variables.path(of: value, in: syntax).map { ($0, chain.steps.dropFirst()) }
  }

  /// The names of the value of a variable; `nil` if it does not come from the context.
  func path(ofBinding number: Int) -> [String]? { variables.path(of: number) }

  // MARK: Rules

  private mutating func addRules(in table: Int) {
    if ["rules", "key", "rows"].contains(where: { syntax.field($0, of: table) != nil }) {
      addRule(table, parent: nil)
      return
    }
    for field in syntax.tables[table].fields where field.name == nil {
      if let rule = ruleTable(field.value) { addRule(rule, parent: nil) }
    }
  }

  /// The table of a rule, a group, or a decision table, which stands in a call of `table`.
  private func ruleTable(_ value: SyntaxTree.Value?) -> Int? {
    switch value {
    case .table(let table)?: return table
    case .call(let number)?:
      let call = syntax.calls[number]
      guard syntax.globalPath(call.calledExpression) == ["table"], call.arguments.count == 1,
        case .table(let table) = call.arguments[0]
      else { return nil }
      return table
    default: return nil
    }
  }

  private mutating func addRule(_ table: Int, parent: Int?) {
    let number = rules.count
    var rule = OutlinedRule(table: table, parent: parent, key: parent.flatMap { rules[$0].key })
    if case .string(let token)? = syntax.field("key", of: table)?.value {
      rule.key = syntax.text(token)
      rule.keyToken = token
      add(names: rule.key ?? "", token, below: [], .assigned)
    }
    if case .string(let token)? = syntax.field("name", of: table)?.value {
      rule.name = syntax.text(token)
    }
    if case .table(let pattern)? = syntax.field("when", of: table)?.value {
      addNames(of: pattern, below: [], .pattern)
    }
    if case .table(let set)? = syntax.field("set", of: table)?.value {
      for field in syntax.tables[set].fields {
        if let name = field.name { add(names: syntax.text(name), name, below: [], .assigned) }
      }
    }
    for (column, kind) in [("inputs", PathUse.Kind.pattern), ("outputs", .assigned)] {
      for token in names(inColumn: column, of: table) {
        add(names: syntax.text(token), token, below: [], kind)
        if kind == .assigned { rule.outputs.append(syntax.text(token)) }
      }
    }
    rules.append(rule)
    if case .table(let rows)? = syntax.field("rows", of: table)?.value {
      rules[number].isGroup = true
      let key = rule.outputs.count == 1 ? rule.outputs[0] : nil
      for case .table(let row) in syntax.tables[rows].fields.map(\.value) {
        rules.append(OutlinedRule(table: row, parent: number, key: key))
      }
    }
    guard case .table(let inner)? = syntax.field("rules", of: table)?.value else { return }
    rules[number].isGroup = true
    for field in syntax.tables[inner].fields {
      if let rule = ruleTable(field.value) { addRule(rule, parent: number) }
    }
  }

  /// The tokens of the names in `inputs` or `outputs` of a decision table.
  func names(inColumn column: String, of table: Int) -> [Int] {
    guard case .table(let names)? = syntax.field(column, of: table)?.value else { return [] }
    return syntax.tables[names].fields.compactMap { field in
      if case .string(let token) = field.value { token } else { nil }
    }
  }

  /// Adds the names of nested tables: each is a member of the one around it.
  mutating func addNames(of table: Int, below path: [String], _ kind: PathUse.Kind) {
    for field in syntax.tables[table].fields {
      guard let name = field.name else {
        if case .table(let inner) = field.value, !path.isEmpty {
          addNames(of: inner, below: path + [Self.element], kind)
        }
        continue
      }
      let names = add(names: syntax.text(name), name, below: path, kind)
      if case .table(let inner) = field.value { addNames(of: inner, below: names, kind) }
    }
  }

  /// Adds a name, or several with dots between them.
  @discardableResult
  mutating func add(
    names text: String, _ token: Int, below path: [String], _ kind: PathUse.Kind
  ) -> [String] {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !parts.contains("") else { return path }
    var start = syntax.tokens.inner(syntax.tokens[token]).lowerBound
    var steps: [(Int, Range<Int>)] = []
    for (offset, part) in parts.enumerated() {
      steps.append((path.count + offset, start..<start + part.utf8.count))
      start += part.utf8.count + 1
    }
    paths.append(PathUse(names: path + parts, steps: steps, kind: kind))
    return path + parts
  }

}
