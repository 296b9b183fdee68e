import LuaRules

// What is told about local variables and parameters.

extension EditedProject {
  /// Returns a description of a variable: what it is, its type, and what it is given.
  func description(ofVariable number: Int, in file: EditedFile, at offset: Int) -> String? {
    let syntax = file.outline.syntax
    let binding = syntax.bindings[number]
    if let path = file.outline.path(ofBinding: number) {
      if path.isEmpty { return "**\(binding.name)**: the context, whose members are the keys" }
      let text = "**\(binding.name)** is `c.\(Self.text(of: path))`"
      return text + (description(of: path).map { "\n\n\($0)" } ?? "")
    }
    if let module = Self.module(of: binding, in: syntax) {
      return description(ofModule: module, in: file)
    }
    if case .function? = binding.value {
      return file.description(
        ofDefinitionAt: syntax.tokens[binding.token].start, title: binding.name)
    }
    if case .chain(let chain)? = binding.value, !syntax.assigned.contains(number),
      let name = syntax.libraryName(of: syntax.chains[chain]),
      let text = Self.description(ofLibrary: name)
    {
      return "**\(binding.name)** is `\(name)`\n\n\(text)"
    }
    var title = "**\(binding.name)**: \(kind(of: binding, at: offset, in: file))"
    if let type = type(of: number, in: file) { title += ", \(type)" }
    if case .parameter(let function, _) = binding.kind,
      let note = file.annotation(ofParameter: binding.name, of: function)
    {
      title += ", \(note)"
    }
    var parts = [title]
    if case .local = binding.kind, !binding.valueTokens.isEmpty {
      parts.append("```lua\n\(file.code(inLineOf: binding.token))\n```")
    }
    let line = file.position(of: syntax.tokens[binding.token].start).line
    let comment = file.comment(before: file.offset(of: .init(line: line, character: 0)))
    if case .local = binding.kind, !comment.isEmpty { parts.append(comment) }
    let uses = syntax.uses.count { $0.binding == number } - 1
    let count = uses == 0 ? "Not used" : uses == 1 ? "Used once" : "Used \(uses) times"
    parts.append(
      syntax.assigned.contains(number) ? "\(count). It gets another value later." : "\(count).")
    return parts.joined(separator: "\n\n")
  }

  /// What kind of variable it is, in words.
  private func kind(
    of binding: LuaSyntax.Binding, at offset: Int, in file: EditedFile
  ) -> String {
    let syntax = file.outline.syntax
    switch binding.kind {
    case .parameter(let function, _):
      let named = syntax.bindings.first { other in
        if case .function(function)? = other.value { true } else { false }
      }
      return "a parameter" + (named.map { " of `\($0.name)`" } ?? "")
    case .loop(let position):
      guard case .call(let call)? = binding.value,
        let chain = syntax.calls[call].chain,
        let name = syntax.libraryName(of: syntax.chains[chain])
      else {
        return syntax.isCounter(binding) ? "the number of a loop" : "a variable of a loop"
      }
      let list = syntax.calls[call].arguments.first.flatMap {
        file.outline.variables.path(of: $0, in: syntax)
      }
      let whole = list.map { "`c.\(Self.text(of: $0))`" } ?? "`\(name)`"
      switch (name, position) {
      case ("ipairs", 0): return "the position in \(whole)"
      case ("pairs", 0): return "the name in \(whole)"
      case ("ipairs", 1), ("pairs", 1): return "an element of \(whole)"
      default: return "a variable of a loop over \(whole)"
      }
    case .local:
      let inside = syntax.functions.filter { function in
        syntax.tokens[function.start].start < offset && offset <= syntax.tokens[function.end].end
      }
      let isOutside = inside.contains { $0.start > binding.token }
      return isOutside ? "a local variable from outside of this function" : "a local variable"
    }
  }

  /// The type of a variable in words; `nil` if it is not known, or may change.
  private func type(of number: Int, in file: EditedFile) -> String? {
    let syntax = file.outline.syntax
    let binding = syntax.bindings[number]
    switch binding.kind {
    case .local where !syntax.assigned.contains(number):
      return binding.value.flatMap { type(of: $0, binding.valueTokens, in: file, depth: 0) }
    case .local:
      let first = binding.value.flatMap { type(of: $0, binding.valueTokens, in: file, depth: 0) }
      return first.map { "\($0) in the beginning" }
    case .loop(0) where syntax.isCounter(binding): return "a number"
    case .loop(0): return syntax.isWalked(binding, by: "ipairs") ? "a number" : nil
    case .loop, .parameter: return nil
    }
  }

  private func type(
    of value: LuaSyntax.Value, _ tokens: Range<Int>, in file: EditedFile, depth: Int,
    isResult: Bool = false
  ) -> String? {
    guard depth < 10 else { return nil }
    let syntax = file.outline.syntax
    switch value {
    case .string, .text: return "a string"
    case .function: return "a function"
    case .table(let table):
      let names = syntax.tables[table].fields.compactMap { $0.name.map { "`\(syntax.text($0))`" } }
      let count = syntax.tables[table].fields.count
      if names.isEmpty { return count == 0 ? "a table" : "a list of \(count)" }
      return "a table with \(names.prefix(8).joined(separator: ", "))"
        + (names.count > 8 ? " and \(names.count - 8) more" : "")
    case .plain: return syntax.typeOfOperation(in: tokens)
    case .chain(let number):
      if let path = file.outline.variables.path(of: value, in: syntax) {
        return index?.declaration(of: path)?.type.expectation
      }
      let chain = syntax.chains[number]
      if let name = syntax.libraryName(of: chain), let entry = LuaLibrary.entry(name) {
        return entry.parameters == nil ? "`\(entry.result)`" : "a function"
      }
      guard chain.steps.isEmpty, let binding = chain.use.binding,
        !syntax.assigned.contains(binding), let value = syntax.bindings[binding].value
      else { return nil }
      return type(
        of: value, syntax.bindings[binding].valueTokens, in: file, depth: depth + 1,
        isResult: isResult)
    case .call(let number):
      let call = syntax.calls[number]
      guard let chain = call.chain else { return nil }
      if let name = syntax.libraryName(of: syntax.chains[chain]), let entry = LuaLibrary.entry(name)
      {
        return isResult ? "`\(entry.result)`" : "what `\(entry.name)` returns: `\(entry.result)`"
      }
      // Results of results are not followed: there may be very many, and functions may call themselves.
      if isResult { return nil }
      let steps = syntax.chains[chain].steps.compactMap { $0.token.map { syntax.text($0) } }
      let name = ([syntax.text(syntax.chains[chain].use.token)] + steps).joined(separator: ".")
      let type = resultType(of: syntax.chains[chain], in: file)
      return (type.map { "\($0), " } ?? "") + "what `\(name)` returns"
    case .member, .either, .other:
      return file.outline.variables.path(of: value, in: syntax).flatMap {
        index?.declaration(of: $0)?.type.expectation
      }
    }
  }
}

extension EditedProject {
  /// The type of what a function of the project returns: the one that its comment names, else that of
  /// all its results.
  private func resultType(
    of chain: LuaSyntax.Chain, in file: EditedFile
  ) -> String? {
    guard let (function, target) = calledFunction(of: chain, in: file) else { return nil }
    if let note = target.annotation(ofResultOf: function) { return "`\(note)`" }
    let returns = target.outline.syntax.functions[function].returns
    let types = Set(returns.map { type(of: $0, 0..<0, in: target, depth: 0, isResult: true) })
    return types.count == 1 ? types.first ?? nil : nil
  }

  /// The function that a chain names: one of the file, or of a module, with its file.
  private func calledFunction(
    of chain: LuaSyntax.Chain, in file: EditedFile
  ) -> (function: Int, file: EditedFile)? {
    let syntax = file.outline.syntax
    guard let binding = chain.use.binding, !syntax.assigned.contains(binding) else { return nil }
    if chain.steps.isEmpty, case .function(let function)? = syntax.bindings[binding].value {
      return (function, file)
    }
    guard chain.steps.count == 1, let token = chain.steps[0].token,
      let module = Self.module(of: syntax.bindings[binding], in: syntax),
      let target = self.file(ofModule: module, requiredBy: file.path),
      let place = target.definitions(ofMember: syntax.text(token)).first
    else { return nil }
    let inner = target.outline.syntax
    let value =
      inner.memberValues.first { number, _ in
        inner.chains[number].steps.last?.token.map { inner.tokens[$0].start }
          == place.range.lowerBound
      }?.value ?? inner.returnedTable.flatMap { inner.field(syntax.text(token), of: $0)?.value }
    guard case .function(let function)? = value else { return nil }
    return (function, target)
  }
}

extension LuaSyntax {
  /// Whether a variable of a loop counts: `for i = 1, 3`.
  fileprivate func isCounter(_ binding: Binding) -> Bool {
    binding.token + 1 < tokens.count && tokens[binding.token + 1].is("=")
  }

  /// Whether a variable of a loop is one of a walk by a function of Lua: `for i, x in ipairs(list)`.
  fileprivate func isWalked(_ binding: Binding, by name: String) -> Bool {
    guard case .call(let call)? = binding.value, let chain = calls[call].chain else { return false }
    return libraryName(of: chains[chain]) == name
  }

  /// The type of a number, of `true`, or of what an operator gives; `nil` for `nil`.
  fileprivate func typeOfOperation(in range: Range<Int>) -> String? {
    guard let first = range.first, range.upperBound <= tokens.count else { return nil }
    if range.count == 1 {
      if tokens[first].is("true") || tokens[first].is("false") { return "true or false" }
      return tokens[first].kind == .number ? "the number \(text(first))" : nil
    }
    var depth = 0
    var isComparison = false
    for token in tokens.all[range] {
      switch token.word {
      case "(", "[", "{", "function": depth += 1
      case ")", "]", "}", "end": depth -= 1
      case "and" where depth == 0, "or" where depth == 0: return nil
      case "==", "~=", "<", ">", "<=", ">=", "not": if depth == 0 { isComparison = true }
      default: break
      }
    }
    return isComparison ? "true or false" : "a number"
  }
}

extension EditedFile {
  /// The code in the line of a token, without the spaces around it.
  fileprivate func code(inLineOf token: Int) -> String {
    let line = position(of: outline.syntax.tokens[token].start).line
    let text = (self.line(line) ?? "").drop { $0 == " " || $0 == "\t" }
    return text.count > 120 ? "\(text.prefix(120))…" : String(text)
  }
}
