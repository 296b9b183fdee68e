import LuaSyntax

/// The tables of a file that get members after they are written.
struct TableFills {
  /// The variables whose own tables get members.
  private(set) var filled: Set<Int> = []
  /// The variables whose tables, or tables inside of these, may have another name, too.
  private(set) var escaping: Set<Int> = []
  /// Whether a table gets members that no such variable holds, such as that of a parameter.
  private(set) var hasUnclear: Bool
  private let syntax: SyntaxTree

  init(_ syntax: SyntaxTree) {
    self.syntax = syntax
    hasUnclear = syntax.writesUnnamed
    // A table of constants that gets another constant still has only constants.
    for (chain, value) in syntax.memberValues where !value.isConstant {
      addFill(syntax.chains[chain], isDirect: false)
    }
    var calls: [Int: SyntaxTree.Call] = [:]
    for call in syntax.calls { if let chain = call.chain { calls[chain] = call } }
    for (number, chain) in syntax.chains.enumerated() {
      addEscape(chain)
      if fillsTables(chain) { addFill(by: calls[number]) }
    }
  }

  private static let fillers = ["setmetatable", "rawset"]

  /// Whether a chain is a function of Lua that gives members to its first argument, or may be one.
  private func fillsTables(_ chain: SyntaxTree.Chain) -> Bool {
    guard chain.use.binding == nil else { return false }
    let name = syntax.text(chain.use.token)
    guard name == "table" else { return Self.fillers.contains(name) }
    guard let token = chain.steps.first?.token else { return true }
    return ["insert", "move"].contains(syntax.text(token))
  }

  private mutating func addFill(by call: SyntaxTree.Call?) {
    guard let call, let chain = call.chain else {
      hasUnclear = true
      return
    }
    let isMove = syntax.chains[chain].steps.first?.token.map { syntax.text($0) } == "move"
    let added = call.arguments.dropFirst()
    if !isMove, !added.isEmpty, added.allSatisfy(\.isConstant) { return }
    guard let table = isMove ? call.arguments.last : call.arguments.first,
      case .chain(let number) = table
    else {
      hasUnclear = true
      return
    }
    addFill(syntax.chains[number], isDirect: true)
  }

  /// Adds what fills the table of a chain, or the one in front of its last member.
  private mutating func addFill(_ chain: SyntaxTree.Chain, isDirect: Bool) {
    guard let binding = chain.use.binding, !syntax.assigned.contains(binding),
      case .table(let table)? = syntax.bindings[binding].value,
      chain.steps.count == (isDirect ? 0 : 1) || hasOnlyOwnTables(table)
        || chain.steps.count == (isDirect ? 1 : 2) && isOwnField(chain, of: table)
    else {
      hasUnclear = true
      return
    }
    filled.insert(binding)
  }

  /// Whether the first member of a chain is a table that is written inside the table of its variable,
  /// as `b` in `local a = { b = {} }`, and that nothing replaces: `a` is only read, filled and returned.
  private func isOwnField(_ chain: SyntaxTree.Chain, of table: Int) -> Bool {
    guard let binding = chain.use.binding, let token = chain.steps[0].token,
      case .table? = syntax.field(syntax.text(token), of: table)?.value
    else { return false }
    let returned = Set(
      syntax.functions.flatMap(\.returns).compactMap { value in
        if case .chain(let chain) = value { chain } else { nil as Int? }
      })
    let replaced = syntax.memberValues.contains { number, _ in
      syntax.chains[number].use.binding == binding && syntax.chains[number].steps.count == 1
    }
    return !replaced
      && syntax.chains.indices.allSatisfy { number in
        syntax.chains[number].use.binding != binding || !syntax.chains[number].steps.isEmpty
          || returned.contains(number)
      }
  }

  private func hasOnlyOwnTables(_ table: Int) -> Bool {
    syntax.tables[table].fields.allSatisfy { field in
      switch field.value {
      case .string, .plain, .text, .function: true
      case .table(let inner): hasOnlyOwnTables(inner)
      default: false
      }
    }
  }

  private mutating func addEscape(_ chain: SyntaxTree.Chain) {
    guard let binding = chain.use.binding, case .table(let table)? = syntax.bindings[binding].value
    else { return }
    let hasTables = syntax.tables[table].fields.contains { field in
      if case .table = field.value { true } else { false }
    }
    if chain.steps.isEmpty ? !isSearched(chain) : hasTables { escaping.insert(binding) }
  }

  /// Whether a table is only counted, or walked through: `#list`, `ipairs(list)`.
  private func isSearched(_ chain: SyntaxTree.Chain) -> Bool {
    let token = chain.use.token
    guard token > 1 else { return false }
    if syntax.tokens[token - 1].is("#") { return true }
    guard syntax.tokens[token - 1].is("("), let callee = syntax.use(atToken: token - 2) else {
      return false
    }
    let isFlat = chain.use.binding.map { binding in
      if case .table(let table)? = syntax.bindings[binding].value {
        return syntax.tables[table].fields.allSatisfy {
          if case .table = $0.value { false } else { true }
        }
      }
      return false
    }
    return callee.binding == nil && isFlat == true
      && ["ipairs", "pairs"].contains(syntax.text(callee.token))
  }
}

extension SyntaxTree.Value {
  /// Whether it is a number, a text, a Boolean, `nil`, or the result of an operator.
  fileprivate var isConstant: Bool {
    switch self {
    case .string, .plain, .text: true
    default: false
    }
  }
}
