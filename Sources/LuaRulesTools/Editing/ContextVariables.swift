import LuaSyntax

/// Finds the variables of a file that hold the context, or a value below it.
///
/// A parameter of a local function has the path of its arguments, where the function is only called, and
/// each call gives the same path.
struct ContextVariables: Sendable {
  private var paths: [Int: [String]] = [:]

  /// - Complexity: O(*n*) for *n* variables and calls.
  init(_ syntax: SyntaxTree) {
    let search = ContextSearch(syntax)
    for number in syntax.bindings.indices { paths[number] = search.path(of: number, depth: 0) }
  }

  /// Returns the names on the way from the context to the value of a variable; `nil` for another value.
  func path(of binding: Int) -> [String]? { paths[binding] }

  /// Returns the names on the way to a value.
  func path(of value: SyntaxTree.Value, in syntax: SyntaxTree) -> [String]? {
    syntax.path(of: value, depth: 0, WorkBudget(1000)) { binding, _ in path(of: binding) }
  }
}

/// The search for the paths of variables, each looked for once.
private final class ContextSearch {
  private let syntax: SyntaxTree
  private var known: [Int: [String]?] = [:]
  /// The variables of local functions, by function.
  private var functions: [Int: Int] = [:]
  /// The calls of local variables.
  private var calls: [Int: [Int]] = [:]
  /// The variables that are also used as values.
  private var escaping: Set<Int> = []
  private let budget: WorkBudget

  init(_ syntax: SyntaxTree) {
    self.syntax = syntax
    budget = WorkBudget(1000 + 16 * syntax.chains.count)
    for (number, binding) in syntax.bindings.enumerated() {
      if case .function(let function)? = binding.value, !syntax.assigned.contains(number) {
        functions[function] = number
      }
    }
    var called: Set<Int> = []
    for (number, call) in syntax.calls.enumerated() {
      guard let chain = call.chain, syntax.chains[chain].steps.isEmpty,
        let binding = syntax.chains[chain].use.binding
      else { continue }
      calls[binding, default: []].append(number)
      called.insert(chain)
    }
    for (number, chain) in syntax.chains.enumerated() where !called.contains(number) {
      if let binding = chain.use.binding { escaping.insert(binding) }
    }
  }

  /// The most variables that are followed one behind the other.
  private static let greatestDepth = 20

  func path(of number: Int, depth: Int) -> [String]? {
    if let path = known[number] { return path }
    guard depth < Self.greatestDepth else { return nil }
    // A variable that depends on itself has no path.
    known[number] = .some(nil)
    let path = find(number, depth)
    known[number] = .some(path)
    return path
  }

  private func find(_ number: Int, _ depth: Int) -> [String]? {
    let binding = syntax.bindings[number]
    switch binding.kind {
    case .parameter(let function, let position):
      if let path = argument(position, of: function, depth) { return path }
      return position == 0 && takesContext(function, binding.name) ? [] : nil
    case .local: return binding.value.flatMap { path(of: $0, depth) }
    case .loop(1):
      guard case .call(let call)? = binding.value, let list = syntax.calls[call].arguments.first,
        let callee = syntax.calls[call].chain,
        let name = syntax.globalName(of: syntax.chains[callee]),
        ["ipairs", "pairs"].contains(name),
        let path = path(of: list, depth)
      else { return nil }
      return path + [RuleFileOutline.element]
    case .loop: return nil
    }
  }

  private func path(of value: SyntaxTree.Value, _ depth: Int) -> [String]? {
    syntax.path(of: value, depth: depth, budget) { self.path(of: $0, depth: $1 + 1) }
  }

  /// The path of an argument that each call of a local function gives.
  private func argument(_ position: Int, of function: Int, _ depth: Int) -> [String]? {
    guard let binding = functions[function], !escaping.contains(binding),
      let calls = calls[binding]
    else { return nil }
    var found: [String]?
    for call in calls {
      guard position < syntax.calls[call].arguments.count,
        let path = path(of: syntax.calls[call].arguments[position], depth + 1),
        found == nil || found == path
      else { return nil }
      found = path
    }
    return found
  }

  /// Whether the first parameter of a function is the context: that of a function of a rule, or one
  /// that is named `c` or `context`.
  private func takesContext(_ function: Int, _ name: String) -> Bool {
    if name == "c" || name == "context" { return true }
    let start = syntax.functions[function].start
    guard start > 1, syntax.tokens[start - 1].is("=") else { return false }
    let field = syntax.tokens[start - 2]
    return syntax.tokens.isName(field, "when") || syntax.tokens.isName(field, "value")
  }
}

extension SyntaxTree {
  /// Returns the names on the way from the context to a value.
  ///
  /// Of `c.order or {}` it is that of `c.order`.
  fileprivate func path(
    of value: Value, depth: Int, _ budget: WorkBudget,
    _ pathOfBinding: (_ binding: Int, _ depth: Int) -> [String]?
  ) -> [String]? {
    guard budget.spend() else { return nil }
    switch value {
    case .chain(let number):
      let chain = chains[number]
      guard let binding = chain.use.binding, !chain.steps.contains(where: \.isMethod) else {
        return nil
      }
      // `local t = { a = c.user }`, then `t.a`.
      if let token = chain.steps.first?.token, !assigned.contains(binding), depth < 20,
        case .table(let table)? = bindings[binding].value,
        let value = field(text(token), of: table)?.value
      {
        let rest = chain.steps.dropFirst().map {
          $0.token.map { text($0) } ?? RuleFileOutline.element
        }
        return path(of: value, depth: depth + 1, budget, pathOfBinding).map { $0 + rest }
      }
      guard let root = pathOfBinding(binding, depth) else { return nil }
      return root + chain.steps.map { $0.token.map { text($0) } ?? RuleFileOutline.element }
    case .member(let number):
      let member = members[number]
      guard depth < 20, !member.isMethod,
        let base = path(of: member.base, depth: depth + 1, budget, pathOfBinding)
      else { return nil }
      return base + [member.token.map { text($0) } ?? RuleFileOutline.element]
    case .either(let values):
      var found: [String]?
      for value in values {
        switch value {
        case .table, .plain, .string, .text: continue
        default: break
        }
        guard let path = path(of: value, depth: depth + 1, budget, pathOfBinding),
          found == nil || found == path
        else { return nil }
        found = path
      }
      return found
    default: return nil
    }
  }
}
