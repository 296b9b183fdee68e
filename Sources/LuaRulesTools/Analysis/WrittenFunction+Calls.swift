import LuaSyntax

// What a function does with tables and functions that it has from elsewhere.

extension WrittenFunction {
  /// Whether it, or a function inside it, calls something.
  var calls: Bool {
    expressions.contains { part in
      if case .call = syntax.expressions[part].kind { true } else { false }
    }
  }

  /// Returns the names that the function, and those inside it, read of a table that it captures.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - isWithCalled: Whether names count, too, whose values they only call, or give to calls.
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

  /// Whether all that is done with a parameter is to call it, or to give it to calls.
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

  /// Whether all that is done with a value is to call it, or to give it to a call.
  fileprivate func isCalledOrGiven(_ expression: Int) -> Bool {
    guard let parent = parents[expression] else { return false }
    if case .call = syntax.expressions[parent].kind { return true }
    return false
  }
}
