import LuaSyntax

// What functions return, and the functions that functions make.

extension ValueOrigins {
  /// Returns the origin of what a call of a function of the project returns: that of all its results;
  /// `nil` where the function is not known.
  func foundResult(of call: SyntaxTree.Call, _ file: EditedFile) -> ValueOrigin? {
    guard let (function, module) = function(of: call, file) else {
      return nil
    }
    let returns = module.outline.syntax.functions[function].returns
    guard !returns.isEmpty else { return nil }
    return following(function, module) {
      returns.reduce(nil) { found, value in joined(found, self.found(value, module)) }
    }
  }

  /// The function that a call means, with its file: one of this file, or of a module.
  private func function(
    of call: SyntaxTree.Call, _ file: EditedFile
  ) -> (function: Int, file: EditedFile)? {
    let syntax = file.outline.syntax
    guard let number = call.chain, let binding = syntax.chains[number].use.binding,
      !syntax.assigned.contains(binding)
    else { return nil }
    let steps = syntax.chains[number].steps
    if steps.isEmpty, case .function(let function)? = syntax.bindings[binding].value {
      return (function, file)
    }
    guard steps.count == 1, !steps[0].isMethod, let token = steps[0].token else { return nil }
    let module: EditedFile
    if roles(of: file).module == binding {
      module = file
    } else if let name = EditedProject.module(of: syntax.bindings[binding], in: syntax),
      let target = project.file(ofModule: name, requiredBy: file.path)
    {
      module = target
    } else {
      return nil
    }
    guard !isWrittenElsewhere(module) else { return nil }
    return self.function(named: syntax.text(token), of: module).map { ($0, module) }
  }

  /// The only function that a module has by a name.
  private func function(named name: String, of module: EditedFile) -> Int? {
    let roles = roles(of: module)
    let functions = roles.members.filter { $0.value == name }.map(\.key)
    let exported = roles.exported.filter { $0.value.contains(name) }.map(\.key)
    guard functions.count + exported.count == 1 else { return nil }
    if let function = functions.first { return function }
    guard let binding = exported.first, !module.outline.syntax.assigned.contains(binding),
      case .function(let function)? = module.outline.syntax.bindings[binding].value
    else { return nil }
    return function
  }

  /// Whether a function is made by another one, whose calls all stand where rules have functions.
  func isMadeForRules(_ function: Int, _ file: EditedFile) -> Bool {
    let syntax = file.outline.syntax
    let roles = roles(of: file)
    let maker = syntax.functions.indices.first { number in
      syntax.functions[number].returns.contains { value in
        if case .function(function) = value { true } else { false }
      }
    }
    guard let maker, let binding = roles.bindings[maker], roles.exported[binding] == nil else {
      return false
    }
    let uses = syntax.chains.indices.filter { syntax.chains[$0].use.binding == binding }
    return !uses.isEmpty
      && uses.allSatisfy { chain in
        roles.calls[chain].map(roles.functionCalls.contains) ?? false
      }
  }
}
