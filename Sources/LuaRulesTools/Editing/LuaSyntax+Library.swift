// What belongs to the libraries of Lua.

extension LuaSyntax {
  /// The name of the function or the value of a library that a chain stands for, also where a local
  /// variable has it: `local format = string.format`.
  func libraryName(of chain: Chain) -> String? {
    var name = text(chain.use.token)
    if let binding = chain.use.binding {
      guard !assigned.contains(binding), case .chain(let number)? = bindings[binding].value,
        chains[number].use.binding == nil, let original = libraryName(of: chains[number])
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
