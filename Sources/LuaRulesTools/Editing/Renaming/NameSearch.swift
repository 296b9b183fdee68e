import LuaSyntax

/// A search for all places that name a key or a member.
///
/// A place that may name it, or not, ends the search with an error.
struct NameSearch {
  let subject: RenamedName
  let origins: ValueOrigins
  private(set) var places: [EditedProject.Place] = []
  private var aliases: AliasSearch

  init(_ subject: RenamedName, _ origins: ValueOrigins) {
    self.subject = subject
    self.origins = origins
    aliases = AliasSearch(origins, for: subject)
  }

  /// Searches the files of the project.
  ///
  /// - Throws: ``RenameError`` that names a place that may be meant, or not.
  mutating func run() throws(RenameError) {
    for file in origins.project.sortedFiles {
      if file.outline.syntax.hasSkipped {
        throw RenameError("\(file.name): it is nested too deeply to be followed")
      }
      try searchMembers(file)
      try searchFields(file)
      try searchDistantTables(file)
      try searchTexts(file)
      try searchComputedNames(file)
    }
    try aliases.checkRules(giving: subject.path.dropLast())
    places = Set(places).sorted {
      ($0.path, $0.range.lowerBound) < ($1.path, $1.range.lowerBound)
    }
  }

  private func refusal(
    _ text: String, _ file: EditedFile, _ token: Int
  ) -> RenameError {
    RenameError("\(file.place(ofToken: token)): \(text)")
  }

  // MARK: Members

  private mutating func searchMembers(_ file: EditedFile) throws(RenameError) {
    let syntax = file.outline.syntax
    for chain in syntax.chains {
      for (index, step) in chain.steps.enumerated() {
        guard let token = step.token, syntax.mayBe(token, subject.name) else { continue }
        let origin = origins.origin(of: chain, before: index, in: file)
        try add(token, of: origin, isMethod: step.isMethod, file)
      }
    }
    for member in syntax.members {
      guard let token = member.token, syntax.mayBe(token, subject.name) else { continue }
      let origin = origins.origin(ofBase: member.base, in: file)
      try add(token, of: origin, isMethod: member.isMethod, file)
    }
  }

  private mutating func add(
    _ token: Int, of origin: ValueOrigin, isMethod: Bool, _ file: EditedFile
  ) throws(RenameError) {
    let relation = subject.relation(ofMemberOf: origin)
    let isWritten = file.outline.syntax.isText(token, subject.name)
    switch relation {
    case .same where !isWritten, .unknown where !isWritten:
      throw refusal("this text may be `\(subject.name)`", file, token)
    case .same where isMethod:
      throw refusal("`\(subject.name)` is called as a method", file, token)
    case .same: places.append(place(token, file))
    case .unknown:
      throw refusal(
        "it cannot be seen whether this `\(subject.name)` is `\(subject.text)`", file, token)
    case .other:
      guard case .path(let names) = origin, subject.path.count > 1, !names.isEmpty else { return }
      try aliases.checkRules(giving: names)
    }
  }

  private func place(_ token: Int, _ file: EditedFile) -> EditedProject.Place {
    let tokens = file.outline.syntax.tokens
    return EditedProject.Place(path: file.path, range: tokens.inner(tokens[token]))
  }

  // MARK: Names in tables

  private mutating func searchFields(_ file: EditedFile) throws(RenameError) {
    let roles = origins.roles(of: file)
    for (token, table) in roles.fields.sorted(by: { $0.key < $1.key }) {
      let text = file.outline.syntax.text(token)
      if text.contains("\\"), roles.role(ofTable: table) != .own {
        throw refusal("this text may be `\(subject.name)`", file, token)
      }
      guard text.contains(subject.name) else { continue }
      switch (roles.role(ofTable: table), subject.kind) {
      case (.path(let base), _): try add(text, token, below: base, file)
      case (.module, .member(file.path)) where text == subject.name:
        places.append(place(token, file))
      case (.unknown, _) where LuaPlace.names(text).contains(subject.name):
        throw refusal(
          "it cannot be seen whether this `\(subject.name)` is `\(subject.text)`", file, token)
      default: break
      }
    }
  }

  /// Adds the parts of a name, or of several with dots between them.
  private mutating func add(
    _ text: String, _ token: Int, below base: [String], _ file: EditedFile
  ) throws(RenameError) {
    let parts = LuaPlace.names(text)
    var start = place(token, file).range.lowerBound
    for (index, part) in parts.enumerated() {
      defer { start += part.utf8.count + 1 }
      guard part == subject.name else { continue }
      let names = base + parts[...index]
      switch subject.relation(to: names) {
      case .same:
        places.append(
          EditedProject.Place(path: file.path, range: start..<start + part.utf8.count))
      case .unknown:
        throw refusal(
          "it cannot be seen whether this `\(part)` is `\(subject.text)`", file, token)
      case .other:
        guard subject.path.count > 1, names.count > 1 else { continue }
        try aliases.checkRules(giving: names.dropLast())
      }
    }
  }

  /// Refuses tables of contexts and patterns that may have the name, and are written elsewhere.
  private func searchDistantTables(_ file: EditedFile) throws(RenameError) {
    for (token, path) in origins.roles(of: file).distant where path.count < subject.path.count {
      throw refusal("it cannot be seen whether this has a `\(subject.text)`", file, token)
    }
  }

  /// Searches the texts that name keys: `key = "a.b"`, and the lists of decision tables and tests.
  private mutating func searchTexts(_ file: EditedFile) throws(RenameError) {
    let outline = file.outline
    let syntax = outline.syntax
    let roles = origins.roles(of: file)
    for (number, table) in syntax.tables.enumerated() {
      let role = roles.role(ofTable: number)
      for field in table.fields {
        guard let name = field.name else { continue }
        switch (syntax.text(name), field.value) {
        case ("key", .string(let token)):
          let text = syntax.text(token)
          if text.contains("\\") {
            throw refusal("this text may be `\(subject.text)`", file, token)
          }
          guard LuaPlace.names(text).contains(subject.name) else { continue }
          if role == .unknown {
            throw refusal("it cannot be seen what this table is for", file, token)
          }
          if role == .fields { try add(text, token, below: [], file) }
        case ("inputs", .table(let list)) where !outline.isTestFile && role == .fields,
          ("outputs", .table(let list)) where !outline.isTestFile && role == .fields,
          ("given", .table(let list)) where outline.isTestFile && role == .fields,
          ("expect", .table(let list)) where outline.isTestFile && role == .fields:
          for element in syntax.tables[list].fields where element.name == nil {
            guard case .string(let token) = element.value else { continue }
            try add(syntax.text(token), token, below: [], file)
          }
        default: break
        }
      }
    }
  }

  // MARK: Computed names

  /// Refuses what reads members by computed names, or walks through them.
  private func searchComputedNames(_ file: EditedFile) throws(RenameError) {
    let syntax = file.outline.syntax
    for chain in syntax.chains {
      for (index, step) in chain.steps.enumerated() where step.token == nil {
        try checkIndex(
          step.index, origins.origin(of: chain, before: index, in: file), chain.use.token, file)
      }
    }
    for member in syntax.members where member.token == nil {
      try checkIndex(member.index, origins.origin(ofBase: member.base, in: file), nil, file)
    }
    try searchWalks(file)
  }

  /// The functions of Lua that read members whose names are not written.
  private static let walks = ["pairs", "next", "rawget"]

  /// Refuses walks through a value that may have the name.
  private func searchWalks(_ file: EditedFile) throws(RenameError) {
    let syntax = file.outline.syntax
    let called = Set(syntax.calls.compactMap(\.chain))
    // `local pairs = pairs`: the calls of the variable are those of the function.
    let followed = syntax.bindings.indices.compactMap { number -> Int? in
      guard !syntax.assigned.contains(number),
        case .chain(let chain)? = syntax.bindings[number].value
      else { return nil }
      return syntax.chains[chain].use.binding == nil ? chain : nil
    }
    let known = called.union(followed)
    for (number, chain) in syntax.chains.enumerated() {
      guard !known.contains(number), let name = syntax.globalName(of: chain),
        Self.walks.contains(name)
      else { continue }
      throw refusal("it cannot be seen what this walks through", file, chain.use.token)
    }
    for call in syntax.calls {
      guard let chain = call.chain, let walked = call.arguments.first,
        let name = syntax.globalName(of: syntax.chains[chain]), Self.walks.contains(name)
      else { continue }
      if subject.relation(ofMemberOf: origins.origin(of: walked, in: file)) != .other {
        throw refusal("this may walk through the names beside `\(subject.text)`", file, call.open)
      }
    }
  }

  private func checkIndex(
    _ index: SyntaxTree.Value?, _ origin: ValueOrigin, _ token: Int?, _ file: EditedFile
  ) throws(RenameError) {
    if let index, isNumber(index, file.outline.syntax) { return }
    guard subject.relation(ofMemberOf: origin) != .other else { return }
    let text = "this computes a name, which may be `\(subject.text)`"
    throw token.map { refusal(text, file, $0) } ?? RenameError("\(file.name): \(text)")
  }

  private func isNumber(_ index: SyntaxTree.Value, _ syntax: SyntaxTree) -> Bool {
    switch index {
    case .plain: return true
    case .chain(let chain):
      let chain = syntax.chains[chain]
      guard chain.steps.isEmpty, let binding = chain.use.binding,
        !syntax.assigned.contains(binding), case .loop(0) = syntax.bindings[binding].kind
      else { return false }
      switch syntax.bindings[binding].value {
      case .plain?: return true
      case .call(let call)?:
        guard let callee = syntax.calls[call].chain else { return false }
        return syntax.globalName(of: syntax.chains[callee]) == "ipairs"
      default: return false
      }
    default: return false
    }
  }
}

extension SyntaxTree {
  /// Returns whether a name, or a text between quotes, is this one, or is written with escapes.
  fileprivate func mayBe(_ token: Int, _ text: String) -> Bool {
    isText(token, text)
      || tokens[token].kind == .string
        && tokens.bytes[tokens.inner(tokens[token])].contains(UInt8(ascii: "\\"))
  }

  /// Returns whether a name, or a text between quotes, is this one.
  func isText(_ token: Int, _ text: String) -> Bool {
    let range = tokens.inner(tokens[token])
    return range.count == text.utf8.count && tokens.bytes[range].elementsEqual(text.utf8)
  }
}

extension EditedFile {
  /// The last part of the path.
  var name: String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Returns the name of the file and the line of a token.
  func place(ofToken token: Int) -> String {
    "\(name):\(position(of: outline.syntax.tokens[token].start).line + 1)"
  }
}
