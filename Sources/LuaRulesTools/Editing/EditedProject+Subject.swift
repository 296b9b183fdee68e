import LuaSyntax

// What the text at a position is about.

extension EditedProject {
  /// What the text at a position is about.
  enum Subject {
    /// A key, or a member below one, with all its names.
    case path([String])
    /// A local variable or a parameter.
    case variable(Int)
    /// A field of a rule or of a test.
    case field(String)
    /// A module, by the name that `require` gets.
    case module(String)
    /// A function or a value of a module.
    case moduleMember(module: String, name: String)
    /// A name in a table of some file, by its token.
    case entry(path: String, token: Int, title: String)
    /// A function or a value of a library, such as `string.format`.
    case library(String)
    /// A host function.
    case host(String)
    /// A text that stands for a value of a key or a member.
    case value(String, ofPath: [String], isAnswer: Bool)
    /// The name of a priority.
    case priority(String)
    /// The code of a finding that a comment ignores.
    case suppression(String)
  }

  /// Returns the subject at a position, and the part of the text that names it.
  func subject(
    in file: EditedFile, at offset: Int
  ) -> (subject: Subject, range: EditedFile.Range)? {
    if let (code, range) = file.suppressedCode(at: offset) { return (.suppression(code), range) }
    let outline = file.outline
    let syntax = outline.syntax
    let tokens = syntax.tokens
    guard let number = tokens.index(at: offset) else { return nil }
    let token = tokens[number]
    let range = tokens.inner(token)
    if let use = outline.use(at: token) {
      let step = use.steps.last { $0.range.lowerBound <= offset } ?? use.steps[0]
      return (.path(Array(use.names[...step.index])), step.range)
    }
    if token.kind == .string { return text(number, in: file).map { ($0, range) } }
    guard token.kind == .name else { return nil }
    if let use = syntax.use(atToken: number) {
      if let binding = use.binding { return (.variable(binding), range) }
      let name = syntax.text(number)
      return LuaLibrary.entry(name) != nil || LuaLibrary.names.contains(name)
        ? (.library(name), range) : nil
    }
    if outline.isField(number) { return (.field(syntax.text(number)), range) }
    if let subject = member(number, in: file) { return (subject, range) }
    if let path = followedPath(number, in: file) { return (.path(path), range) }
    if let field = LuaPlace(tokens, at: offset).field,
      RuleIndex.fields.contains(where: { $0.name == field })
    {
      return (.field(field), range)
    }
    return syntax.isEntry(number)
      ? (.entry(path: file.path, token: number, title: syntax.text(number)), range) : nil
  }

  /// What a text between quotes stands for.
  private func text(_ token: Int, in file: EditedFile) -> Subject? {
    let text = file.outline.syntax.text(token)
    let place = LuaPlace(
      file.outline.syntax.tokens, at: file.outline.syntax.tokens[token].start + 1)
    switch expectedText(at: place, in: file) {
    case .module?: return .module(text)
    case .priority?: return .priority(text)
    case .value(let path)?: return .value(text, ofPath: path, isAnswer: false)
    case .answer(let key)?: return .value(text, ofPath: [key], isAnswer: true)
    case .key?, nil: return nil
    }
  }

  /// The path of a member whose object comes from another function or file.
  private func followedPath(_ token: Int, in file: EditedFile) -> [String]? {
    let syntax = file.outline.syntax
    let paths = ValuePaths(self)
    let name = syntax.text(token)
    for chain in syntax.chains {
      guard let step = chain.steps.firstIndex(where: { $0.token == token }) else { continue }
      return paths.paths(of: chain, before: step, in: file).first.map { $0 + [name] }
    }
    guard let member = syntax.members.first(where: { $0.token == token }), !member.isMethod else {
      return nil
    }
    return paths.paths(of: member.base, in: file).first.map { $0 + [name] }
  }

  /// The member of a library, of a module, of a table of the file, or of the host at a token.
  private func member(_ token: Int, in file: EditedFile) -> Subject? {
    let syntax = file.outline.syntax
    let name = syntax.text(token)
    let isMethod = token > 0 && syntax.tokens[token - 1].is(":")
    guard
      let chain = syntax.chains.first(where: { chain in
        chain.steps.contains { $0.token == token }
      }), let step = chain.steps.firstIndex(where: { $0.token == token })
    else {
      return isMethod && LuaLibrary.entry("string.\(name)") != nil
        ? .library("string.\(name)") : nil
    }
    let names = chain.steps[...step].map { $0.token.map { syntax.text($0) } ?? "" }
    if let binding = chain.use.binding {
      let variable = syntax.bindings[binding]
      if let module = Self.module(of: variable, in: syntax) {
        if step == 0 { return .moduleMember(module: module, name: name) }
        guard let target = self.file(ofModule: module, requiredBy: file.path),
          let token = target.definition(ofMember: names)
        else { return nil }
        let title = ([module] + names).joined(separator: ".")
        return .entry(path: target.path, token: token, title: title)
      }
      if isMethod, let path = file.outline.path(ofBinding: binding),
        index?.declaration(of: path + names) != nil
      {
        return .path(path + names)
      }
      if let definition = syntax.definition(of: names, ofVariable: binding) {
        let title = ([variable.name] + names).joined(separator: ".")
        return .entry(path: file.path, token: definition, title: title)
      }
      let own = OwnTables(syntax)
      if let definition = own.definition(of: name, in: own.tables(of: chain, before: step)) {
        return .entry(path: file.path, token: definition, title: name)
      }
    } else if syntax.text(chain.use.token) == "host" {
      return step == 0 ? .host(name) : nil
    }
    if isMethod {
      return LuaLibrary.entry("string.\(name)") == nil ? nil : .library("string.\(name)")
    }
    return syntax.globalName(
      of: SyntaxTree.Chain(use: chain.use, steps: Array(chain.steps[...step]))
    )
    .flatMap { LuaLibrary.entry($0) == nil ? nil : .library($0) }
  }
}

extension SyntaxTree {
  /// Returns the token that defines a member of the table of a variable.
  fileprivate func definition(of names: [String], ofVariable binding: Int) -> Int? {
    if case .table(let table)? = bindings[binding].value,
      let token = definition(of: names, in: table)
    {
      return token
    }
    let value = memberValues.first { number, _ in
      let chain = chains[number]
      return chain.use.binding == binding && chain.steps.count == names.count
        && zip(chain.steps, names).allSatisfy { step, name in
          step.token.map { text($0) == name } ?? false
        }
    }
    return value.flatMap { chains[$0.chain].steps.last?.token }
  }

  /// Whether a token is the name of an entry of a table.
  fileprivate func isEntry(_ token: Int) -> Bool {
    token + 1 < tokens.count && tokens[token + 1].is("=")
      && tables.contains { table in
        table.open < token && token < table.close && table.fields.contains { $0.name == token }
      }
  }
}

extension RuleFileOutline {
  /// Whether a token is the name of a field of a rule or a test.
  fileprivate func isField(_ token: Int) -> Bool {
    let parts =
      rules.map(\.table) + tests.map(\.table)
      + [isTestFile ? syntax.returnedTable : nil].compactMap(\.self)
    return parts.contains { table in
      let table = syntax.tables[table]
      return table.open < token && token < table.close
        && table.fields.contains { $0.name == token }
    }
  }

  /// Returns the use of a path that a token is a part of.
  func use(at token: LuaTokens.Token) -> PathUse? {
    let inner = syntax.tokens.inner(token)
    var low = 0
    var high = paths.count
    while low < high {
      let middle = (low + high) / 2
      let start = paths[middle].steps[0].range.lowerBound
      if start <= inner.lowerBound { low = middle + 1 } else { high = middle }
    }
    // Paths begin in the order of the text, but one can begin inside another: `c.a[c.b].d`.
    return paths[max(0, low - 100)..<low].last { use in
      use.steps.contains { $0.range.overlaps(inner) }
    }
  }
}

extension EditedFile {
  /// Returns the code that a comment ignores at a position.
  fileprivate func suppressedCode(at offset: Int) -> (code: String, range: Range)? {
    let tokens = outline.syntax.tokens
    guard
      let comment = tokens.comments.first(where: {
        $0.lowerBound < offset && offset <= $0.upperBound
      })
    else { return nil }
    let text = String(decoding: tokens.bytes[comment], as: UTF8.self)
    for code in SuppressionComment(text)?.codes ?? [] {
      let start =
        comment.lowerBound + text.utf8.distance(from: text.startIndex, to: code.startIndex)
      let range = start..<start + code.utf8.count
      if range.lowerBound <= offset, offset <= range.upperBound { return (String(code), range) }
    }
    return nil
  }
}
