import LuaSyntax

// What a text between quotes stands for.

extension EditedProject {
  /// What a text between quotes is expected to be.
  enum ExpectedText: Equatable {
    case module
    case key
    case priority
    /// A value of a key or a member.
    case value([String])
    /// What a rule gives to a key.
    case answer(String)
  }

  /// Returns what the text at a position is; `nil` for any text.
  func expectedText(at place: LuaPlace, in file: EditedFile) -> ExpectedText? {
    let tokens = place.before
    guard let last = tokens.last else { return nil }
    if let name = last.is("(") ? tokens.dropLast().last : last,
      place.tokens.isName(name, "require")
    {
      return .module
    }
    if last.is("==") || last.is("~="),
      let path = path(before: tokens.dropLast(), in: file)
    {
      return .value(path)
    }
    let next = place.word == nil ? place.count : place.count + 1
    if next < place.tokens.count, place.tokens[next].is("==") || place.tokens[next].is("~="),
      let path = path(behind: next + 1, in: file)
    {
      return .value(path)
    }
    if last.is("return") || last.is("and") || last.is("or"), place.isInAnswer, let key = place.key {
      return .answer(key)
    }
    if file.outline.isTestFile { return testText(at: place) }
    if last.is("{") || last.is(",") || last.is(";") {
      if case .pattern(let names) = place.part, !names.isEmpty { return .value(names) }
      return nil
    }
    guard last.is("="), let field = place.fieldBefore(tokens) else { return nil }
    switch place.part {
    case .rule where field == "key": return .key
    case .rule where field == "priority": return .priority
    case .rule where field == "value": return place.key.map { .answer($0) }
    case .pattern(let names): return .value(names + LuaPlace.names(field))
    case .set: return .answer(field)
    default: return nil
    }
  }

  private func testText(at place: LuaPlace) -> ExpectedText? {
    let field = place.fieldBefore(place.before)
    var path: [String]?
    for case .table(let name, _) in place.frames {
      switch (path, name) {
      case (nil, "context"?), (nil, "expect"?): path = []
      case (nil, "given"?): return .key
      case (let names?, let name?): path = names + LuaPlace.names(name)
      case (let names?, nil) where !names.isEmpty: path = names + [RuleFileOutline.element]
      default: break
      }
    }
    guard let path else { return nil }
    guard let field else { return path.isEmpty ? .key : .value(path + [RuleFileOutline.element]) }
    return .value(path + LuaPlace.names(field))
  }

  /// The path of the chain at the end of some tokens; `nil` if it does not begin with the context.
  func path(before tokens: ArraySlice<LuaTokens.Token>, in file: EditedFile) -> [String]? {
    let syntax = file.outline.syntax
    var names: [String] = []
    var rest = tokens
    while let last = rest.last {
      if last.is("]") {
        guard let open = rest.matchingOpen(of: "]", "[") else { return nil }
        let inner = rest[(open + 1)...].dropLast()
        let isName = inner.count == 1 && inner.first?.kind == .string
        names.insert(
          isName ? inner.first.map { syntax.tokens.text($0) } ?? "" : RuleFileOutline.element, at: 0
        )
        rest = rest[..<open]
        continue
      }
      if last.is(")"), let open = rest.matchingOpen(of: ")", "("),
        let path = path(behind: open + 1, in: file)
      {
        // `(c.order or {}).total`
        return path + names
      }
      guard last.kind == .name else { return nil }
      let before = rest.dropLast()
      guard before.last?.is(".") == true else {
        guard let binding = syntax.use(atToken: rest.endIndex - 1)?.binding else { return nil }
        if let root = ValuePaths(self).paths(ofBinding: binding, in: file).first {
          return root + names
        }
        // `local t = { a = c.user }`, then `t.a.`
        guard let first = names.first, case .table(let table)? = syntax.bindings[binding].value,
          let value = syntax.field(first, of: table)?.value,
          let root = file.outline.variables.path(of: value, in: syntax)
        else { return nil }
        return root + names.dropFirst()
      }
      names.insert(syntax.tokens.text(last), at: 0)
      rest = before.dropLast()
    }
    return nil
  }

  /// The path of the chain that begins at a token.
  private func path(behind start: Int, in file: EditedFile) -> [String]? {
    let syntax = file.outline.syntax
    guard let chain = syntax.chains.firstIndex(where: { $0.use.token == start }) else { return nil }
    return ValuePaths(self).paths(of: .chain(chain), in: file).first
  }
}

extension ArraySlice<LuaTokens.Token> {
  /// Returns the index of the sign that opens what the last token closes.
  func matchingOpen(of close: LuaWord, _ open: LuaWord) -> Int? {
    var depth = 0
    for index in indices.reversed() {
      if self[index].is(close) { depth += 1 }
      if self[index].is(open) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
