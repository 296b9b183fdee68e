import LuaBridge
import LuaRules

/// The texts of rules, by which a rule is known to be the same in another set.
///
/// A text contains everything that the rule is made of: its groups, and what stands in its file
/// outside of the list of rules, with the modules.
struct RuleTexts {
  /// A rule with the names in it.
  struct Text: Equatable {
    let words: [String]
    /// The words outside of the list of rules.
    let rest: [String]
    /// The names of keys that it may read; `nil` for any.
    let names: Set<String>?
  }

  private let models: [InspectedModel]
  private var files: [[String: File]]

  /// A rule file, with its rules by the lines of their tables.
  private struct File {
    let outline: RuleFileOutline
    var rules: [Int: [Int]] = [:]
    /// The words outside of the list of rules.
    let rest: [String]
  }

  init(_ models: [InspectedModel]) {
    self.models = models
    files = models.map { model in
      let used = Set(model.rules.map(\.location.file))
      let modules = model.texts.filter { !used.contains($0.key) }.sorted { $0.key < $1.key }
      let others = modules.flatMap { [$0.key, String(decoding: $0.value, as: UTF8.self)] }
      return model.texts.filter { used.contains($0.key) }.mapValues { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        return Self.file(EditedFile(text, path: "rules.lua"), modules: others)
      }
    }
  }

  private static func file(_ file: EditedFile, modules: [String]) -> File {
    let syntax = file.outline.syntax
    var list = 0..<0
    if let table = syntax.returnedTable {
      list = syntax.tables[table].open..<syntax.tables[table].close
    }
    var rest = syntax.tokens.all.indices.filter { !list.contains($0) }.map { syntax.written($0) }
    if syntax.uses.contains(where: { syntax.isText($0.token, "require") }) { rest += modules }
    var found = File(outline: file.outline, rest: rest)
    for (number, rule) in file.outline.rules.enumerated() where !rule.isGroup {
      let start = syntax.tokens[syntax.tables[rule.table].open].start
      found.rules[file.position(of: start).line + 1, default: []].append(number)
    }
    return found
  }

  /// Returns the text of a rule; `nil` if its file does not show it.
  func text(of candidate: ProvedRules.Candidate) -> Text? {
    guard let line = candidate.rule.location.line,
      let file = files[candidate.model][candidate.rule.location.file],
      let numbers = file.rules[line], numbers.count == 1
    else { return nil }
    let outline = file.outline
    let syntax = outline.syntax
    var parts: [ClosedRange<Int>] = []
    let table = syntax.tables[outline.rules[numbers[0]].table]
    guard table.open <= table.close else { return nil }
    parts.append(table.open...table.close)
    var parent = outline.rules[numbers[0]].parent
    while let number = parent {
      parent = outline.rules[number].parent
      for field in syntax.tables[outline.rules[number].table].fields {
        if let name = field.name, syntax.isText(name, "rules") { continue }
        parts.append(field.start...max(field.start, field.end))
      }
    }
    func isInside(_ token: Int) -> Bool { parts.contains { $0.contains(token) } }
    let isOpen = syntax.uses.contains { use in
      isInside(use.token) && use.binding.map { !isInside(syntax.bindings[$0].token) } ?? false
    }
    // A rule that uses variables of the file, or the context other than by names of keys.
    let named = syntax.chains.filter { chain in
      isInside(chain.use.token) && chain.steps.first?.token != nil && !chain.steps[0].isMethod
    }
    let known = Set(named.map(\.use.token))
    let usesContext = syntax.uses.contains { use in
      guard isInside(use.token), !known.contains(use.token), let binding = use.binding,
        case .parameter = syntax.bindings[binding].kind
      else { return false }
      return syntax.bindings[binding].token != use.token
    }
    let tokens = parts.flatMap { Array($0) }
    let callsProgram = tokens.contains { syntax.isText($0, "host") }
    let words = tokens.map { syntax.written($0) }
    let hasEscapes = words.contains { $0.contains("\\") }
    let isLimited = !isOpen && !usesContext && !callsProgram && !hasEscapes
    return Text(
      words: words, rest: file.rest,
      names: isLimited ? Set(tokens.flatMap { LuaPlace.names(syntax.text($0)) }) : nil)
  }
}

extension LuaSyntax {
  /// The text of a token, with its quotes.
  fileprivate func written(_ token: Int) -> String {
    String(decoding: tokens.bytes[tokens[token].start..<tokens[token].end], as: UTF8.self)
  }
}
