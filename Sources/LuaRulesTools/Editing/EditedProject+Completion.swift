import LuaBridge
import LuaRules

extension EditedProject {
  /// A suggestion for completion.
  package struct Suggestion: Sendable, Hashable {
    /// The kind of a suggestion.
    package enum Kind: Sendable {
      case key, member, value, field, function, variable, module
    }

    package let text: String
    package let kind: Kind
    package let detail: String
    package let doc: String?

    init(_ text: String, _ kind: Kind, detail: String = "", doc: String? = nil) {
      self.text = text
      self.kind = kind
      self.detail = detail
      self.doc = doc
    }
  }

  /// Returns the texts that may be written at a position.
  package func suggestions(in file: EditedFile, at offset: Int) -> [Suggestion] {
    let place = LuaPlace(file.outline.syntax.tokens, at: offset)
    if place.word?.kind == .string { return texts(at: place, in: file) }
    let tokens = place.before
    guard let last = tokens.last else { return [] }
    if last.is(".") || last.is(":") { return members(before: tokens, at: place, in: file) }
    if file.outline.isTestFile, last.is("{") || last.is(",") { return testFields(at: place) }
    if last.is("{") || last.is(",") || last.is(";") {
      switch place.part {
      case .rule:
        return RuleIndex.fields.map {
          Suggestion($0.name, .field, detail: "a field of a rule", doc: $0.doc)
        }
      case .pattern(let names): return members(of: names)
      case .set: return keys
      case .elsewhere: break
      }
    }
    if last.is("="), place.part == .rule, place.fieldBefore(tokens) == "priority" {
      return Self.priorities(isQuoted: true)
    }
    if last.is("=="), let path = path(before: tokens.dropLast(), in: file) {
      return values(at: path, isQuoted: true)
    }
    return place.contexts.isEmpty ? [] : variables(at: offset, in: file)
  }

  /// The names behind a dot.
  private func members(
    before tokens: ArraySlice<LuaTokens.Token>, at place: LuaPlace, in file: EditedFile
  ) -> [Suggestion] {
    if let path = path(before: tokens.dropLast(), in: file) { return members(of: path) }
    guard let name = tokens.dropLast().last, name.kind == .name else { return [] }
    let syntax = file.outline.syntax
    if let use = syntax.use(atToken: tokens.endIndex - 2), let binding = use.binding {
      guard let module = Self.module(of: syntax.bindings[binding], in: syntax),
        let target = self.file(ofModule: module, requiredBy: file.path)
      else { return [] }
      return target.memberNames.map { Suggestion($0, .function, detail: "of `\(module)`") }
    }
    let library = place.text(name)
    if library == "host" {
      return (index?.hostFunctions ?? []).map {
        Suggestion($0, .value, detail: "a host function")
      }
    }
    return LuaLibrary.members(of: library).map {
      Suggestion(
        String($0.name.dropFirst(library.count + 1)), .function, detail: $0.signature, doc: $0.doc)
    }
  }

  /// The path of the chain at the end of some tokens; `nil` if it does not begin with the context.
  private func path(before tokens: ArraySlice<LuaTokens.Token>, in file: EditedFile) -> [String]? {
    let syntax = file.outline.syntax
    var names: [String] = []
    var rest = tokens
    while let last = rest.last {
      if last.is("]") {
        guard let open = rest.lastIndex(where: { $0.is("[") }) else { return nil }
        names.insert(RuleFileOutline.element, at: 0)
        rest = rest[..<open]
        continue
      }
      guard last.kind == .name else { return nil }
      let before = rest.dropLast()
      guard before.last?.is(".") == true else {
        guard let binding = syntax.use(atToken: rest.endIndex - 1)?.binding,
          let root = file.outline.path(ofBinding: binding)
        else { return nil }
        return root + names
      }
      names.insert(syntax.tokens.text(last), at: 0)
      rest = before.dropLast()
    }
    return nil
  }

  /// The texts that may be written between quotes.
  private func texts(at place: LuaPlace, in file: EditedFile) -> [Suggestion] {
    let tokens = place.before
    guard let last = tokens.last else { return [] }
    if let name = last.is("(") ? tokens.dropLast().last : last,
      place.tokens.isName(name, "require")
    {
      return modules(for: file)
    }
    if last.is("==") || last.is("~=") {
      return path(before: tokens.dropLast(), in: file).map { values(at: $0) } ?? []
    }
    if last.is("{") || last.is(",") {
      if case .pattern(let names) = place.part { return values(at: names) }
      return []
    }
    guard last.is("="), let field = place.fieldBefore(tokens) else { return [] }
    switch place.part {
    case .rule where field == "key": return keys
    case .rule where field == "priority": return Self.priorities(isQuoted: false)
    case .rule where field == "value":
      return place.key.map { key in
        Self.suggestions(index?.values(ofRulesFor: key) ?? [], of: key, isQuoted: false)
      } ?? []
    case .pattern(let names): return values(at: names + LuaPlace.names(field))
    case .set:
      return Self.suggestions(index?.values(ofRulesFor: field) ?? [], of: field, isQuoted: false)
    default: return []
    }
  }

  private func modules(for file: EditedFile) -> [Suggestion] {
    let folder = FilePath.folder(of: file.path) + "/"
    return sortedFiles.compactMap { module -> Suggestion? in
      guard module.path != file.path, !module.path.hasSuffix(".test.lua"),
        module.path.hasSuffix(".lua")
      else { return nil }
      let relative: String
      if let range = module.path.range(of: "/lib/") {
        relative = String(module.path[range.upperBound...])
      } else if module.path.hasPrefix(folder) {
        relative = String(module.path.dropFirst(folder.count))
      } else {
        return nil
      }
      let name = String(relative.dropLast(".lua".count)).replacing("/", with: ".")
      return Suggestion(name, .module, detail: "a module")
    }
  }

  private func testFields(at place: LuaPlace) -> [Suggestion] {
    for frame in place.frames.reversed() {
      guard case .table(let field, _) = frame else { continue }
      switch field {
      case "context": return members(of: [])
      case "expect", "errors": return keys
      case nil:
        return RuleTestReader.testFields.map {
          Suggestion($0, .field, detail: "a field of a test")
        }
      default: return []
      }
    }
    return []
  }

  private func variables(at offset: Int, in file: EditedFile) -> [Suggestion] {
    let syntax = file.outline.syntax
    let inside = syntax.functions.filter { function in
      syntax.tokens[function.start].start < offset && offset <= syntax.tokens[function.end].end
    }
    var names: [Suggestion] = []
    var seen: Set<String> = []
    for binding in syntax.bindings.reversed() where syntax.tokens[binding.token].end < offset {
      let isVisible =
        if let innermost = syntax.functions.last(where: { function in
          function.start < binding.token && binding.token <= function.end
        }) {
          inside.contains { $0.start == innermost.start }
        } else { true }
      guard isVisible, seen.insert(binding.name).inserted else { continue }
      names.append(Suggestion(binding.name, .variable))
    }
    return names
      + LuaLibrary.globals.map { Suggestion($0.name, .function, detail: $0.signature, doc: $0.doc) }
      + LuaLibrary.names.map { Suggestion($0, .module, detail: "a library") }
  }

  private static func priorities(isQuoted: Bool) -> [Suggestion] {
    RuleIndex.priorities.map { name, number in
      Suggestion(isQuoted ? "\"\(name)\"" : name, .value, detail: "priority \(number)")
    }
  }

  private var keys: [Suggestion] {
    (index?.keyNames ?? []).map { suggestion($0, .key, below: []) }
  }

  private func members(of path: [String]) -> [Suggestion] {
    guard let index else { return [] }
    let names = path.isEmpty ? index.contextNames : index.memberNames(of: path)
    return names.map { suggestion($0, path.isEmpty ? .key : .member, below: path) }
  }

  private func suggestion(
    _ name: String, _ kind: Suggestion.Kind, below path: [String]
  ) -> Suggestion {
    let declared = index?.declaration(of: path + [name])
    return Suggestion(name, kind, detail: declared?.type.expectation ?? "", doc: declared?.doc)
  }

  private func values(at path: [String], isQuoted: Bool = false) -> [Suggestion] {
    Self.suggestions(index?.values(of: path) ?? [], of: Self.text(of: path), isQuoted: isQuoted)
  }

  private static func suggestions(
    _ values: [ValueType.Scalar], of name: String, isQuoted: Bool
  ) -> [Suggestion] {
    values.compactMap { value in
      let text: String
      switch value {
      case .string(let string): text = isQuoted ? LuaText.quoted(string) : string
      case .integer(let integer) where isQuoted: text = "\(integer)"
      default: return nil
      }
      return Suggestion(text, .value, detail: "a value of `\(name)`")
    }
  }
}

extension EditedFile {
  /// The names of what a module returns.
  var memberNames: [String] {
    let syntax = outline.syntax
    var names: [String] = []
    var table: Int?
    switch syntax.returned {
    case .table(let number)?: table = number
    case .chain(let chain)?:
      guard let binding = syntax.chains[chain].use.binding else { return [] }
      if case .table(let number)? = syntax.bindings[binding].value { table = number }
      for chain in syntax.chains where chain.use.binding == binding {
        if let token = chain.steps.first?.token { names.append(syntax.text(token)) }
      }
    default: break
    }
    if let table {
      names += syntax.tables[table].fields.compactMap { $0.name.map { syntax.text($0) } }
    }
    return Set(names).sortedByBytes()
  }
}
