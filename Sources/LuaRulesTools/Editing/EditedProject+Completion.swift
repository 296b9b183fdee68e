import LuaBridge
import LuaRules
import LuaSyntax

// What may be written at a position.

extension EditedProject {
  /// Returns the texts that may be written at a position.
  package func suggestions(in file: EditedFile, at offset: Int) -> [Suggestion] {
    if let comment = file.comment(around: offset) {
      return comment.wholeMatch(of: /--+\s*check:\s*ignore\s(?:[\w\-]+\s*,\s*)*[\w\-]*/) == nil
        ? []
        : RuleFinding.Code.all.map { Suggestion($0.rawValue, .value, detail: $0.summary) }
    }
    let place = LuaPlace(file.outline.syntax.tokens, at: offset)
    if place.word?.kind == .string { return texts(at: place, in: file, offset) }
    if place.word?.kind == .number { return [] }
    let tokens = place.before
    guard let last = tokens.last else { return variables(at: place, in: file) }
    if last.is(".") || last.is(":") { return members(before: tokens, at: place, in: file) }
    if last.is("local") || last.is("for") || last.is("function") || last.is("goto") { return [] }
    if last.is("{") || last.is(",") || last.is(";"), let fields = fields(at: place, in: file) {
      return fields
    }
    return values(at: place, in: file) + variables(at: place, in: file)
  }

  /// Returns the listed values that may stand at a position, such as those of an enumeration behind
  /// `==`; none elsewhere.
  package func listedValues(in file: EditedFile, at offset: Int) -> [Suggestion] {
    guard file.comment(around: offset) == nil else { return [] }
    let place = LuaPlace(file.outline.syntax.tokens, at: offset)
    guard place.word == nil, let last = place.before.last,
      last.is("=") || last.is("==") || last.is("~=")
    else { return [] }
    return values(at: place, in: file)
  }

  // MARK: Members

  /// The names behind a dot or a colon.
  private func members(
    before tokens: ArraySlice<LuaTokens.Token>, at place: LuaPlace, in file: EditedFile
  ) -> [Suggestion] {
    let isMethod = tokens.last?.is(":") == true
    let base = tokens.dropLast()
    let strings = LuaLibrary.members(of: "string").map { Suggestion($0, of: "string") }
    if let path = path(before: base, in: file) {
      guard isMethod else { return memberSuggestions(of: path) }
      if case .string? = index?.declaration(of: path)?.type.withoutNull { return strings }
      let methods = memberSuggestions(of: path).filter { method in
        index?.declaration(of: path + [method.text])?.type.isFunction == true
      }
      return methods.isEmpty && index?.declaration(of: path) == nil ? strings : methods
    }
    if isMethod { return strings }
    let syntax = file.outline.syntax
    let own = ownTables(before: base, in: syntax)
    if !own.isEmpty {
      return OwnTables(syntax).names(in: own).map { Suggestion($0, .member, detail: "of a table") }
    }
    guard let names = place.chain(base),
      let root = syntax.use(atToken: tokens.endIndex - 2 * names.count)
    else { return [] }
    if let binding = root.binding {
      if let module = Self.module(of: syntax.bindings[binding], in: syntax) {
        guard let target = self.file(ofModule: module, requiredBy: file.path) else { return [] }
        return target.entryNames(below: names.dropFirst()).map {
          Suggestion($0, .function, detail: "of `\(module)`")
        }
      }
      if case .chain(let chain)? = syntax.bindings[binding].value,
        let library = syntax.globalName(of: syntax.chains[chain]), names.count == 1
      {
        return LuaLibrary.members(of: library).map { Suggestion($0, of: library) }
      }
      return syntax.entryNames(ofVariable: binding, below: names.dropFirst()).map {
        Suggestion($0, .member, detail: "of `\(names[0])`")
      }
    }
    guard names.count == 1 else { return [] }
    if names[0] == "host" {
      return (index?.hostFunctions ?? []).map {
        Suggestion($0, .function, detail: "a function of the program")
      }
    }
    return LuaLibrary.members(of: names[0]).map { Suggestion($0, of: names[0]) }
  }

  /// Tables inside each other are followed up to this depth.
  private static let mostOwnNames = 32

  /// The tables of elements of a list of the file that some tokens stand for: `steps[1]`, or `step` in a loop.
  private func ownTables(before tokens: ArraySlice<LuaTokens.Token>, in syntax: SyntaxTree) -> [Int]
  {
    var names: [String] = []
    var rest = tokens
    while let last = rest.last, names.count < Self.mostOwnNames {
      if last.is("]") {
        guard let open = rest.matchingOpen(of: "]", "[") else { return [] }
        names.append(RuleFileOutline.element)
        rest = rest[..<open]
        continue
      }
      guard last.kind == .name else { return [] }
      rest = rest.dropLast()
      if rest.last?.is(".") == true {
        names.append(syntax.tokens.text(last))
        rest = rest.dropLast()
        continue
      }
      guard let binding = syntax.use(atToken: rest.endIndex)?.binding else { return [] }
      let isElement = if case .loop = syntax.bindings[binding].kind { true } else { false }
      guard isElement || names.contains(RuleFileOutline.element) else { return [] }
      return OwnTables(syntax).tables(ofVariable: binding, below: names.reversed())
    }
    return []
  }

  // MARK: Texts

  /// The texts that may be written between quotes.
  private func texts(at place: LuaPlace, in file: EditedFile, _ offset: Int) -> [Suggestion] {
    let tokens = place.tokens
    guard let word = place.word else { return [] }
    // Editors complete the word behind the last dot.
    let written = tokens.bytes[
      tokens.inner(word).lowerBound..<max(tokens.inner(word).lowerBound, offset)]
    let names = String(decoding: written, as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false).dropLast().map(String.init)
    switch expectedText(at: place, in: file) {
    case .module?:
      let prefix = names.map { $0 + "." }.joined()
      return moduleNames(for: file).filter { $0.hasPrefix(prefix) }.map {
        Suggestion(String($0.dropFirst(prefix.count)), .module, detail: "a module")
      }
    case .key?: return names.isEmpty ? keySuggestions : memberSuggestions(of: names)
    case .priority?: return Self.prioritySuggestions(isQuoted: false)
    case .value(let path)?: return valueSuggestions(at: path, isQuoted: false)
    case .answer(let key)?: return answerSuggestions(for: key, isQuoted: false)
    case nil:
      // `c["order"]`
      guard place.before.last?.is("[") == true else { return [] }
      if case .pattern(let path) = place.part { return memberSuggestions(of: path + names) }
      if case .set = place.part {
        return names.isEmpty ? keySuggestions : memberSuggestions(of: names)
      }
      return path(before: place.before.dropLast(), in: file).map(memberSuggestions) ?? []
    }
  }

  // MARK: Values

  /// The values that may stand at a position, as code.
  private func values(at place: LuaPlace, in file: EditedFile) -> [Suggestion] {
    switch expectedText(at: place, in: file) {
    case .priority?: Self.prioritySuggestions(isQuoted: true)
    case .value(let path)?: valueSuggestions(at: path, isQuoted: true)
    case .answer(let key)?: answerSuggestions(for: key, isQuoted: true)
    case .key?:
      keySuggestions.map {
        Suggestion(LuaText.quoted($0.text), .key, detail: $0.detail, doc: $0.doc)
      }
    case .module?:
      moduleNames(for: file).map { Suggestion(LuaText.quoted($0), .module, detail: "a module") }
    case nil: []
    }
  }

  /// The names of fields in a table; `nil` where none is expected.
  private func fields(at place: LuaPlace, in file: EditedFile) -> [Suggestion]? {
    let written = place.writtenFields
    if file.outline.isTestFile { return testFields(at: place, written) }
    switch place.part {
    case .rule: return Self.fieldSuggestions(RuleIndex.fields, without: written, of: "a rule")
    case .pattern(let names):
      let members = memberSuggestions(of: names).filter { !written.contains($0.text) }
      return names.isEmpty ? members : members + valueSuggestions(at: names, isQuoted: true)
    case .set: return keySuggestions.filter { !written.contains($0.text) }
    case .elsewhere:
      // A file may return one group.
      let isGroup = place.frames.count == 1 && !written.isDisjoint(with: ["rules", "key", "when"])
      return isGroup
        ? Self.fieldSuggestions(RuleIndex.fields, without: written, of: "a rule") : nil
    }
  }

  private func testFields(at place: LuaPlace, _ written: Set<String>) -> [Suggestion]? {
    var path: [String]?
    for case .table(let field, _) in place.frames {
      switch (path, field) {
      case (nil, "context"?): path = []
      case (nil, "expect"?), (nil, "errors"?):
        return keySuggestions.filter { !written.contains($0.text) }
      case (let names?, let name?): path = names + LuaPlace.names(name)
      case (let names?, nil): path = names + [RuleFileOutline.element]
      default: break
      }
    }
    if let path { return memberSuggestions(of: path).filter { !written.contains($0.text) } }
    let fields = place.frames.count == 1 ? RuleTestReader.fileFields : RuleTestReader.testFields
    return Self.fieldSuggestions(
      RuleIndex.testFields.filter { fields.contains($0.name) }, without: written, of: "a test")
  }

  /// The variables that are visible at a position, and the names of Lua.
  private func variables(at place: LuaPlace, in file: EditedFile) -> [Suggestion] {
    let syntax = file.outline.syntax
    var names: [Suggestion] = []
    var seen: Set<String> = []
    for (number, binding) in syntax.bindings.enumerated().reversed() {
      guard binding.token < place.count, place.count <= binding.end,
        seen.insert(binding.name).inserted
      else { continue }
      let path = file.outline.path(ofBinding: number).map { names in
        names.isEmpty ? "the context" : "c.\(Self.text(of: names))"
      }
      let isFunction = if case .function? = binding.value { true } else { false }
      names.append(
        Suggestion(binding.name, isFunction ? .function : .variable, detail: path ?? ""))
    }
    return names
      + LuaLibrary.globals.filter { $0.name != "host" }.map { Suggestion($0, of: nil) }
      + LuaLibrary.names.map { Suggestion($0, .module, detail: "a library") }
  }
}

extension LuaPlace {
  /// The names of the fields in the table around the position, without the one at it.
  fileprivate var writtenFields: Set<String> {
    var depth = 0
    var open = count - 1
    while open >= 0 {
      if tokens[open].is("}") { depth += 1 }
      if tokens[open].is("{") {
        if depth == 0 { break }
        depth -= 1
      }
      open -= 1
    }
    guard open >= 0 else { return [] }
    var names: Set<String> = []
    var nesting = 0
    for index in open + 1..<tokens.count {
      let token = tokens[index]
      if token.is("{") || token.is("function") || token.is("(") || token.is("[") { nesting += 1 }
      if token.is("}") || token.is("end") || token.is(")") || token.is("]") {
        if nesting == 0 { break }
        nesting -= 1
      }
      guard nesting == 0, token.kind == .name, index + 1 < tokens.count, tokens[index + 1].is("="),
        token.start != word?.start
      else { continue }
      names.insert(text(token))
    }
    return names
  }
}

extension EditedFile {
  /// Returns the text of a comment up to a position in it.
  fileprivate func comment(around offset: Int) -> String? {
    let tokens = outline.syntax.tokens
    return tokens.comments.first { $0.lowerBound + 1 < offset && offset <= $0.upperBound }.map {
      String(decoding: tokens.bytes[$0.lowerBound..<offset], as: UTF8.self)
    }
  }

  /// The names of a table in what a module returns.
  fileprivate func entryNames(below names: ArraySlice<String>) -> [String] {
    guard !names.isEmpty else { return memberNames }
    guard let table = outline.syntax.returnedTable else { return [] }
    return outline.syntax.entryNames(of: table, below: names)
  }
}

extension SyntaxTree {
  fileprivate func entryNames(of table: Int, below names: ArraySlice<String>) -> [String] {
    guard let name = names.first else {
      return Set(tables[table].fields.compactMap { $0.name.map { text($0) } }).sortedByBytes()
    }
    guard case .table(let inner)? = field(name, of: table)?.value else { return [] }
    return entryNames(of: inner, below: names.dropFirst())
  }

  /// The names that the table of a variable has, and gets.
  fileprivate func entryNames(ofVariable binding: Int, below names: ArraySlice<String>) -> [String]
  {
    var found: Set<String> = []
    if case .table(let table)? = bindings[binding].value {
      found.formUnion(entryNames(of: table, below: names))
    }
    for (chain, _) in memberValues where chains[chain].use.binding == binding {
      let steps = chains[chain].steps.map { $0.token.map { text($0) } ?? "" }
      if steps.count == names.count + 1, steps.starts(with: names) {
        found.insert(steps[steps.count - 1])
      }
    }
    return found.sortedByBytes()
  }
}
