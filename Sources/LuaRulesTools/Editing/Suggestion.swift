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

    /// A function or a value of a library, by the name behind that of the library.
    init(_ entry: LuaLibrary.Entry, of library: String?) {
      let name = library.map { String(entry.name.dropFirst($0.count + 1)) } ?? entry.name
      self.init(
        name, entry.parameters == nil ? .value : .function, detail: entry.signature, doc: entry.doc)
    }
  }

  // MARK: Names

  var keySuggestions: [Suggestion] {
    (index?.keyNames ?? []).map { suggestion($0, .key, below: []) }
  }

  /// Returns the names below a path.
  func memberSuggestions(of path: [String]) -> [Suggestion] {
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

  static func fieldSuggestions(
    _ fields: [(name: String, doc: String)], without written: Set<String>, of what: String
  ) -> [Suggestion] {
    var excluded = written
    // A rule has either a key with its value, several keys, or nested rules.
    if what == "a rule" {
      if written.contains("set") { excluded.formUnion(["key", "value", "rules"]) }
      if written.contains("key") || written.contains("value") { excluded.insert("set") }
      if written.contains("rules") { excluded.formUnion(["set", "value"]) }
      if written.contains("value") { excluded.insert("rules") }
    }
    return fields.filter { !excluded.contains($0.name) }.map {
      Suggestion($0.name, .field, detail: "a field of \(what)", doc: $0.doc)
    }
  }

  // MARK: Values

  static func prioritySuggestions(isQuoted: Bool) -> [Suggestion] {
    RuleIndex.priorities.map { name, number in
      Suggestion(isQuoted ? "\"\(name)\"" : name, .value, detail: "priority \(number)")
    }
  }

  /// Returns the listed values of a key or a member, as code if they are quoted.
  func valueSuggestions(at path: [String], isQuoted: Bool) -> [Suggestion] {
    let type = index?.declaration(of: path)?.type.withoutNull
    if case .boolean? = type { return isQuoted ? Self.booleans(of: Self.text(of: path)) : [] }
    return Self.suggestions(index?.values(of: path) ?? [], of: Self.text(of: path), isQuoted)
  }

  /// Returns the listed values that a rule may give to a key.
  func answerSuggestions(for key: String, isQuoted: Bool) -> [Suggestion] {
    let type = index?.declaration(of: LuaPlace.names(key))?.type.withoutNull
    if case .boolean? = type { return isQuoted ? Self.booleans(of: key) : [] }
    return Self.suggestions(index?.values(ofRulesFor: key) ?? [], of: key, isQuoted)
  }

  private static func booleans(of name: String) -> [Suggestion] {
    ["true", "false"].map { Suggestion($0, .value, detail: "a value of `\(name)`") }
  }

  private static func suggestions(
    _ values: [ValueType.Scalar], of name: String, _ isQuoted: Bool
  ) -> [Suggestion] {
    values.compactMap { value in
      let text: String
      switch value {
      case .string(let string): text = isQuoted ? LuaText.quoted(string) : string
      case .integer(let integer) where isQuoted: text = "\(integer)"
      case .boolean(let flag) where isQuoted: text = "\(flag)"
      default: return nil
      }
      return Suggestion(text, .value, detail: "a value of `\(name)`")
    }
  }
}
