import LuaSyntax

// What a function does with tables and functions that it has from elsewhere.

extension WrittenFunction {
  /// Returns the variable that is called; `nil` if something else is.
  func variable(calledBy call: Int) -> Int? {
    syntax.binding(syntax.withoutParentheses(syntax.calls[call].calledExpression))
  }

  /// Returns the name of the function that a call calls: `f`, `m` for a method, `t.f` for a captured table `t`.
  func name(calledBy call: Int) -> String? {
    let callee = syntax.withoutParentheses(syntax.calls[call].calledExpression)
    switch syntax.expressions[callee].kind {
    case .name: return syntax.text(syntax.expressions[callee].tokens.lowerBound)
    case .member(_, _, isMethod: true): return method(calledBy: call)
    default:
      guard let (base, name) = file.namedMember(callee) else { return nil }
      guard let table = syntax.binding(base), isOutside(table) else { return name }
      return "\(syntax.bindings[table].name).\(name)"
    }
  }

  /// Returns the name of the method that is called; `nil` if something else is.
  func method(calledBy call: Int) -> String? {
    guard
      case .member(_, let name?, isMethod: true) = syntax.expressions[
        syntax.calls[call].calledExpression
      ].kind
    else { return nil }
    return syntax.text(name)
  }

  /// Whether the arguments of a call are the parameters, and nothing is assigned to these.
  func givesParameters(_ call: Int) -> Bool {
    syntax.calls[call].argumentExpressions.map { syntax.binding($0) } == parameters
      && parameters.allSatisfy { $0.map { !syntax.assigned.contains($0) } ?? false }
  }

  /// Whether a call calls this function, by a local variable that is nothing else.
  func callsItself(_ call: Int) -> Bool {
    guard let variable = variable(calledBy: call),
      case .function(number)? = syntax.bindings[variable].value
    else { return false }
    return !syntax.assigned.contains(variable)
  }

  /// Returns the names that the function, and those inside it, read of a table that it captures.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - isWithCalled: Whether to include names whose values are only called, or passed to calls.
  /// - Returns: The names; `nil` if they use the table in another way.
  func namesRead(ofCaptured name: String, isWithCalled: Bool = false) -> Set<String>? {
    guard let table = captured(name) else { return nil }
    var names: Set<String> = []
    for use in uses(of: table) {
      guard let member = file.parents[use], !file.targets.contains(member),
        let (base, name) = file.namedMember(member), base == use
      else { return nil }
      if isWithCalled || !file.isCalledOrGiven(member) { names.insert(name) }
    }
    return names
  }

  /// Returns how often the function reads a captured table by calculated keys; `nil` if something else is done with it.
  func countOfLookups(inCaptured name: String) -> Int? {
    guard let table = captured(name) else { return nil }
    let uses = uses(of: table)
    let areLookups = uses.allSatisfy { use in
      guard let element = file.parents[use], !file.targets.contains(element),
        case .index(use, let key) = syntax.expressions[element].kind
      else { return false }
      let token = syntax.expressions[use].tokens.lowerBound
      return syntax.literal(key) == nil && syntax.use(atToken: token)?.function == number
    }
    return areLookups ? uses.count : nil
  }

  /// Whether a parameter is only called, or passed to calls.
  func onlyCallsOrGives(parameter index: Int) -> Bool {
    guard parameters.indices.contains(index), let parameter = parameters[index],
      !file.captured.contains(parameter)
    else { return false }
    return uses(of: parameter).allSatisfy { file.isCalledOrGiven($0) }
  }
}

extension WrittenFile {
  /// Returns what a member is read of, and its name; `nil` for another expression, and for a method.
  func namedMember(_ expression: Int) -> (base: Int, name: String)? {
    switch syntax.expressions[expression].kind {
    case .member(let base, let name?, isMethod: false): (base, syntax.text(name))
    case .index(let base, let index): string(syntax.onlyValue(index) ?? index).map { (base, $0) }
    default: nil
    }
  }

  /// Returns the text of a string without escapes; `nil` for another expression.
  func string(_ expression: Int) -> String? {
    guard let token = syntax.literal(expression), token.kind == .string else { return nil }
    let text = syntax.tokens.text(token)
    return text.contains("\\") ? nil : text
  }

  /// Whether a value is only called, or passed to a call.
  fileprivate func isCalledOrGiven(_ expression: Int) -> Bool {
    guard let parent = parents[expression] else { return false }
    if case .call = syntax.expressions[parent].kind { return true }
    return false
  }
}
