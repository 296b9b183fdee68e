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
    /// Its name below the folder that contains all files.
    let name: String
    let outline: RuleFileOutline
    var rules: [Int: [Int]] = [:]
    /// The words outside of the list of rules.
    let rest: [String]
  }

  init(_ models: [InspectedModel]) {
    self.models = models
    files = models.map { model in
      let used = Set(model.rules.map(\.location.file))
      let folder = Self.folder(of: model)
      let modules = model.texts.filter { !used.contains($0.key) }.sorted { $0.key < $1.key }
      let others = modules.flatMap {
        [String($0.key.dropFirst(folder)), String(decoding: $0.value, as: UTF8.self)]
      }
      var files: [String: File] = [:]
      for (name, bytes) in model.texts where used.contains(name) {
        let text = String(decoding: bytes, as: UTF8.self)
        files[name] = Self.file(
          EditedFile(text, path: "rules.lua"), name: String(name.dropFirst(folder)), modules: others
        )
      }
      return files
    }
  }

  /// How many characters of each name are the folder that contains all files of a model; the whole
  /// name of an only file.
  private static func folder(of model: InspectedModel) -> Int {
    if let only = model.texts.keys.first, model.texts.count == 1 { return only.count }
    let folders = model.texts.keys.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) }
    guard var common = folders.first else { return 0 }
    for folder in folders {
      while !(folder == common || folder.hasPrefix(common + "/")), !common.isEmpty {
        common = common.prefix(upTo: common.lastIndex(of: "/") ?? common.startIndex)
      }
    }
    return common.isEmpty ? 0 : common.count + 1
  }

  /// Whether all files are the same as those of another set, and give the same rules.
  func isSame(as other: RuleTexts) -> Bool {
    guard models.count == other.models.count else { return false }
    return zip(models, other.models).allSatisfy { one, other in
      let (left, right) = (Self.folder(of: one), Self.folder(of: other))
      guard one.texts.count == other.texts.count, one.rules.count == other.rules.count else {
        return false
      }
      let texts = Dictionary(
        uniqueKeysWithValues: other.texts.map { ($0.key.dropFirst(right), $0.value) })
      return one.texts.allSatisfy { texts[$0.key.dropFirst(left)] == $0.value }
        && zip(one.rules, other.rules).allSatisfy { rule, match in
          rule.key == match.key && rule.priority == match.priority
            && rule.complexity == match.complexity
            && rule.declarationIndex == match.declarationIndex
            && rule.location.line == match.location.line
            && one.texts[rule.location.file] != nil
            && rule.location.file.dropFirst(left) == match.location.file.dropFirst(right)
        }
    }
  }

  private static func file(_ file: EditedFile, name: String, modules: [String]) -> File {
    let syntax = file.outline.syntax
    var list = 0..<0
    if let table = syntax.returnedTable {
      list = syntax.tables[table].open..<syntax.tables[table].close
    }
    var rest = syntax.tokens.all.indices.filter { !list.contains($0) }.map { syntax.written($0) }
    if syntax.uses.contains(where: { syntax.isText($0.token, "require") }) { rest += modules }
    var found = File(name: name, outline: file.outline, rest: rest)
    for (number, rule) in file.outline.rules.enumerated() where !rule.isGroup {
      let start = syntax.tokens[syntax.tables[rule.table].open].start
      found.rules[file.position(of: start).line + 1, default: []].append(number)
    }
    return found
  }

  /// Returns the text of a rule; `nil` if no file contains it.
  func text(of candidate: ProvedRules.Candidate) -> Text? {
    guard let line = candidate.rule.location.line,
      let file = files[candidate.model][candidate.rule.location.file]
    else { return nil }
    guard let numbers = file.rules[line], numbers.count == 1 else {
      // A function of the file made the rule: the whole file is its text.
      let syntax = file.outline.syntax
      let words = syntax.tokens.all.indices.map { syntax.written($0) }
      return Text(words: [file.name, "\(line)"] + words, rest: file.rest, names: nil)
    }
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
    // `...` may hold the context, too.
    let isLimited =
      !isOpen && !usesContext && !callsProgram && !hasEscapes && !words.contains("...")
    guard isLimited else { return Text(words: words, rest: file.rest, names: nil) }
    var names = Set(tokens.flatMap { LuaPlace.names(syntax.text($0)) })
    // The names of a pattern may be calculated.
    names.formUnion(candidate.rule.probablePaths.compactMap(\.first))
    return Text(words: words, rest: file.rest, names: names)
  }
}

extension LuaSyntax {
  /// The text of a token, with its quotes.
  fileprivate func written(_ token: Int) -> String {
    String(decoding: tokens.bytes[tokens[token].start..<tokens[token].end], as: UTF8.self)
  }
}
