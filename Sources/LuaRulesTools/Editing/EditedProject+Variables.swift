import LuaSyntax

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
    let followed = ValuePaths(self).paths(ofBinding: number, in: file)
    if let first = followed.first {
      let names = followed.map { $0.isEmpty ? "the context" : "`c.\(Self.text(of: $0))`" }
      let kind = kind(of: binding, at: offset, in: file)
      let note = annotation(of: binding, in: file).map { ", \($0)" } ?? ""
      return "**\(binding.name)**: \(kind), which is \(names.joined(separator: " or "))\(note)"
        + (description(of: first).map { "\n\n\($0)" } ?? "")
    }
    if case .function? = binding.value {
      return file.description(
        ofDefinitionAt: syntax.tokens[binding.token].start, title: binding.name)
    }
    if case .chain(let chain)? = binding.value, !syntax.assigned.contains(number),
      let name = syntax.globalName(of: syntax.chains[chain]),
      let text = Self.description(ofLibrary: name)
    {
      return "**\(binding.name)** is `\(name)`\n\n\(text)"
    }
    var title = "**\(binding.name)**: \(kind(of: binding, at: offset, in: file))"
    if let type = ValueTypes(self).type(ofBinding: number, in: file) { title += ", \(type)" }
    if let note = annotation(of: binding, in: file) { title += ", \(note)" }
    var parts = [title]
    if case .local = binding.kind, binding.expression != nil {
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

  /// What `---@param` says of a parameter.
  private func annotation(of binding: SyntaxTree.Binding, in file: EditedFile) -> String? {
    guard case .parameter(let function, _) = binding.kind else { return nil }
    return file.annotation(ofParameter: binding.name, of: function)
  }

  /// What kind of variable it is, in words.
  private func kind(
    of binding: SyntaxTree.Binding, at offset: Int, in file: EditedFile
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
        let name = syntax.globalName(of: syntax.chains[chain])
      else {
        return binding.isCounter(in: syntax) ? "the number of a loop" : "a variable of a loop"
      }
      let argument = syntax.calls[call].arguments.first
      let list = argument.flatMap { ValuePaths(self).paths(of: $0, in: file).first }
      let whole =
        list.map { "`c.\(Self.text(of: $0))`" } ?? argument.flatMap { syntax.name(of: $0) }
        ?? "`\(name)`"
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
}

extension SyntaxTree {
  /// The name of a variable that a value is, in backticks.
  fileprivate func name(of value: Value) -> String? {
    guard case .chain(let number) = value, chains[number].steps.isEmpty else { return nil }
    return "`\(text(chains[number].use.token))`"
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
