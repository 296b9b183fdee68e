import LuaRules
import LuaSyntax

/// The types of values in words, through the results of functions.
struct ValueTypes {
  private let project: EditedProject
  private let paths: ValuePaths
  /// The functions whose results are being looked for.
  private var entered: Set<Function> = []
  private let budget = WorkBudget(1000)
  private static let greatestDepth = 10

  private struct Function: Hashable {
    let path: String
    let number: Int
  }

  init(_ project: EditedProject) {
    self.project = project
    paths = ValuePaths(project)
  }

  /// Returns the type of a variable; `nil` if it is not known, or may change.
  func type(ofBinding number: Int, in file: EditedFile) -> String? {
    let syntax = file.outline.syntax
    let binding = syntax.bindings[number]
    let first = binding.value.flatMap { type(of: $0, binding.expression, in: file, depth: 0) }
    switch binding.kind {
    case .local where !syntax.assigned.contains(number): return first
    case .local: return first.map { "\($0) in the beginning" }
    case .loop(0) where binding.isCounter(in: syntax): return "a number"
    case .loop(0): return syntax.isWalked(binding, by: "ipairs") ? "a number" : nil
    case .loop, .parameter: return nil
    }
  }

  private func type(
    of value: SyntaxTree.Value, _ expression: Int?, in file: EditedFile, depth: Int
  ) -> String? {
    guard depth < Self.greatestDepth, budget.spend() else { return nil }
    let syntax = file.outline.syntax
    switch value {
    case .string, .text: return "a string"
    case .function: return "a function"
    case .table(let table): return syntax.type(ofTable: table)
    case .plain: return expression.flatMap { syntax.type(ofOperation: $0) }
    case .chain(let number):
      if let path = paths.paths(of: value, in: file).first {
        return project.index?.declaration(of: path)?.type.expectation
      }
      let chain = syntax.chains[number]
      if let name = syntax.globalName(of: chain), let entry = LuaLibrary.entry(name) {
        return entry.parameters == nil ? "`\(entry.result)`" : "a function"
      }
      guard chain.steps.isEmpty, let binding = chain.use.binding,
        !syntax.assigned.contains(binding), let value = syntax.bindings[binding].value
      else { return nil }
      return type(of: value, syntax.bindings[binding].expression, in: file, depth: depth + 1)
    case .call(let number):
      guard let chain = syntax.calls[number].chain else { return nil }
      return type(ofCall: syntax.chains[chain], in: file, depth: depth)
    case .member, .either, .other:
      return paths.paths(of: value, in: file).first.flatMap {
        project.index?.declaration(of: $0)?.type.expectation
      }
    }
  }

  /// The type of the result of a call; at first with the name of the function.
  private func type(
    ofCall chain: SyntaxTree.Chain, in file: EditedFile, depth: Int
  ) -> String? {
    let syntax = file.outline.syntax
    let isResult = !entered.isEmpty
    if let name = syntax.globalName(of: chain), let entry = LuaLibrary.entry(name) {
      return isResult ? "`\(entry.result)`" : "what `\(entry.name)` returns: `\(entry.result)`"
    }
    let type = resultType(of: chain, in: file, depth: depth)
    if isResult { return type }
    let steps = chain.steps.compactMap { $0.token.map { syntax.text($0) } }
    let name = ([syntax.text(chain.use.token)] + steps).joined(separator: ".")
    return (type.map { "\($0), " } ?? "") + "what `\(name)` returns"
  }

  /// The type of what a function of the project returns: the one that its comment names, else that of
  /// all its results.
  private func resultType(
    of chain: SyntaxTree.Chain, in file: EditedFile, depth: Int
  ) -> String? {
    guard let (function, target) = project.calledFunction(of: chain, in: file) else { return nil }
    if let note = target.annotation(ofResultOf: function) { return "`\(note)`" }
    var inside = self
    guard inside.entered.insert(Function(path: target.path, number: function)).inserted else {
      return nil
    }
    var types: Set<String> = []
    for value in target.outline.syntax.functions[function].returns {
      guard let type = inside.type(of: value, nil, in: target, depth: depth + 1) else {
        return nil
      }
      types.insert(type)
    }
    return types.count == 1 ? types.first : nil
  }
}

extension SyntaxTree.Binding {
  /// Whether a variable of a loop counts: `for i = 1, 3`.
  func isCounter(in syntax: SyntaxTree) -> Bool {
    token + 1 < syntax.tokens.count && syntax.tokens[token + 1].is("=")
  }
}

extension SyntaxTree {
  /// Whether a variable of a loop is one of a walk by a function of Lua: `for i, x in ipairs(list)`.
  fileprivate func isWalked(_ binding: Binding, by name: String) -> Bool {
    guard case .call(let call)? = binding.value, let chain = calls[call].chain else { return false }
    return globalName(of: chains[chain]) == name
  }

  fileprivate func type(ofTable table: Int) -> String {
    let names = tables[table].fields.compactMap { $0.name.map { "`\(text($0))`" } }
    let count = tables[table].fields.count
    if names.isEmpty { return count == 0 ? "a table" : "a list of \(count)" }
    return "a table with \(names.prefix(8).joined(separator: ", "))"
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  /// The type of a number, of `true`, or of what an operator gives; `nil` for `nil`.
  fileprivate func type(ofOperation number: Int) -> String? {
    let expression = expressions[withoutParentheses(number)]
    switch expression.kind {
    case .literal:
      let token = tokens[expression.tokens.lowerBound]
      if token.is("true") || token.is("false") { return "true or false" }
      return token.kind == .number ? "the number \(tokens.text(token))" : nil
    case .unary("not", _): return "true or false"
    case .unary: return "a number"
    case .binary(let word, _, _, _):
      switch word {
      case "==", "~=", "<", ">", "<=", ">=": return "true or false"
      case "and", "or": return nil
      default: return "a number"
      }
    default: return nil
    }
  }
}
