// What names stand for.

extension SyntaxTree {
  /// Returns the name of the global, or of the member of one, that a chain stands for, such as
  /// `string.format`.
  ///
  /// A local variable that is never assigned stands for its value: `local format = string.format`.
  ///
  /// - Returns: The name with dots; `nil` for a chain that begins with another variable, or that has a
  ///   method or an index that is no text.
  package func globalName(of chain: Chain) -> String? {
    var name = text(chain.use.token)
    if let binding = chain.use.binding {
      guard !assigned.contains(binding), case .chain(let number)? = bindings[binding].value,
        chains[number].use.binding == nil, let original = globalName(of: chains[number])
      else { return nil }
      name = original
    }
    for step in chain.steps {
      guard let token = step.token, !step.isMethod else { return nil }
      name += ".\(text(token))"
    }
    return name
  }
}
