import LuaRules

/// The files of a project as an editor sees them, and what a check knows of
/// their rules.
package struct EditedProject: Sendable {
  /// The rule files, modules and rule tests, by path.
  package var files: [String: EditedFile] = [:]
  /// The schema; `nil` without one.
  package var schema: SchemaText?
  /// What the last check that could read all rules has found.
  package var index: RuleIndex?

  package init() {}

  /// A part of a file.
  package struct Place: Sendable, Hashable {
    package let path: String
    /// The part, in bytes.
    package let range: EditedFile.Range

    package init(path: String, range: EditedFile.Range) {
      self.path = path
      self.range = range
    }
  }

  /// What the text at a position is about.
  enum Subject {
    /// A key, or a member below one, with all its names.
    case path([String])
    /// A local variable or a parameter.
    case variable(Int)
    /// A field of a rule.
    case field(String)
    /// A module, by the name that `require` gets.
    case module(String)
    /// A function of a module.
    case moduleMember(module: String, name: String)
    /// A function or a value of a library, such as `string.format`.
    case library(String)
    /// A host function.
    case host(String)
  }

  /// Returns the subject at a position, and the part of the text that names it.
  func subject(
    in file: EditedFile, at offset: Int
  ) -> (subject: Subject, range: EditedFile.Range)? {
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
    if token.kind == .string { return module(syntax, number).map { (.module($0), range) } }
    guard token.kind == .name else { return nil }
    if let use = syntax.use(atToken: number) {
      if let binding = use.binding { return (.variable(binding), range) }
      let name = syntax.text(number)
      return LuaLibrary.entry(name) != nil || LuaLibrary.names.contains(name)
        ? (.library(name), range) : nil
    }
    if let subject = member(syntax, number) { return (subject, range) }
    let place = LuaPlace(tokens, at: offset)
    return place.field.map { (.field($0), range) }
  }

  /// The module that the text of a token names.
  private func module(_ syntax: LuaSyntax, _ token: Int) -> String? {
    let before = token > 0 && syntax.tokens[token - 1].is("(") ? token - 2 : token - 1
    guard before >= 0, syntax.tokens.isName(syntax.tokens[before], "require") else { return nil }
    return syntax.text(token)
  }

  /// The member of a library, of a module or of the host at a token.
  private func member(_ syntax: LuaSyntax, _ token: Int) -> Subject? {
    guard token > 1, syntax.tokens[token - 1].is("."), let root = syntax.use(atToken: token - 2)
    else { return nil }
    let name = syntax.text(token)
    if let binding = root.binding {
      return EditedProject.module(of: syntax.bindings[binding], in: syntax).map {
        .moduleMember(module: $0, name: name)
      }
    }
    let first = syntax.text(token - 2)
    return first == "host" ? .host(name) : .library("\(first).\(name)")
  }

  /// The module that a variable holds.
  static func module(of binding: LuaSyntax.Binding, in syntax: LuaSyntax) -> String? {
    guard case .call(let number)? = binding.value else { return nil }
    return ValueOrigins.module(of: syntax.calls[number], in: syntax)
  }

  // MARK: Files

  /// Returns the file of a module that a file requires: beside it, or in a `lib` above it.
  func file(ofModule name: String, requiredBy path: String) -> EditedFile? {
    let relative = name.split(separator: ".").joined(separator: "/") + ".lua"
    var folder = FilePath.folder(of: path)
    if let file = files[FilePath.join(folder, relative)] { return file }
    while true {
      if let file = files[FilePath.join(folder, "lib/\(relative)")] { return file }
      let above = FilePath.folder(of: folder)
      if above == folder || above.isEmpty { return nil }
      folder = above
    }
  }

  /// The files in the order of their paths.
  var sortedFiles: [EditedFile] { files.keys.sortedByBytes().compactMap { files[$0] } }
}

extension RuleFileOutline {
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
    return paths[max(0, low - 8)..<low].last { use in
      use.steps.contains { $0.range.overlaps(inner) }
    }
  }
}
