import LuaBridge
import LuaRules

/// The facts about keys and rules that an editor shows.
package struct RuleIndex: Sendable {
  private let schema: RuleSchema
  /// The rules for each key, in the order of evaluation.
  private let rules: [ByteName: [InspectedRule]]
  /// The keys that rules read and no rule assigns.
  private let read: [String]
  private let hostFunctions: [String]

  init(_ check: Check, hostFunctions: [String]) {
    schema = check.schema
    var rules: [ByteName: [InspectedRule]] = [:]
    var read: Set<ByteName> = []
    for model in check.models {
      for (key, candidates) in model.keys { rules[key, default: []] += candidates.map(\.rule) }
      for rule in model.model.rules { read.formUnion(rule.probablePaths.compactMap(\.first)) }
    }
    self.rules = rules
    self.read = read.sortedByBytes()
    self.hostFunctions = hostFunctions
  }

  /// A suggestion for completion.
  package struct Suggestion: Sendable, Hashable {
    /// The kind of a suggestion.
    package enum Kind: Sendable {
      case key, member, value, field
    }

    package let text: String
    package let kind: Kind
    package let detail: String
    package let doc: String?
  }

  // MARK: Hovering

  /// Returns a description of the word at a position, as Markdown.
  package func description(in text: String, at offset: Int, of file: String, line: Int) -> String? {
    switch LuaPlace(text, at: offset).subject {
    case .path(let path)?: return description(of: path)
    case .field(let name)?: return description(ofField: name, file, line)
    case nil: return nil
    }
  }

  private func description(of path: [String]) -> String? {
    let name = path.joined(separator: ".")
    let key = assignedKey(path)
    let declared = declaration(of: path)
    guard key != nil || declared != nil else { return nil }
    var parts = ["**\(name)**"]
    if let declared {
      parts[0] += ": \(declared.type.expectation)"
      if let doc = declared.doc { parts.append(doc) }
      if let value = declared.defaultText { parts.append("Default: `\(value)`") }
      if !declared.hitPolicy.isFirst {
        parts.append("Hit policy: `\(declared.hitPolicy.rawValue)`")
      }
    }
    if let key, let rules = rules[key] {
      let lines = rules.prefix(8).map { rule in
        let label = rule.name ?? rule.doc
        return "- `\(rule.location)`: priority \(rule.priority.rawValue), complexity "
          + "\(rule.complexity)" + (label.map { ", \($0)" } ?? "")
      }
      let rest = rules.count > 8 ? ["- and \(rules.count - 8) more"] : []
      parts.append((["Rules, in their order:"] + lines + rest).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private func description(ofField name: String, _ file: String, _ line: Int) -> String? {
    guard let doc = Self.fields.first(where: { $0.name == name })?.doc else { return nil }
    let here = rules.values.lazy.joined().filter { rule in
      rule.location.file == file && (rule.location.line ?? .max) <= line
    }.max { ($0.location.line ?? 0) < ($1.location.line ?? 0) }
    guard let here, name != "rules" else { return "**\(name)**: \(doc)" }
    return "**\(name)**: \(doc)\n\nThis rule has priority \(here.priority.rawValue) and complexity "
      + "\(here.complexity)."
  }

  // MARK: Definitions

  /// Returns the locations of the rules that assign the key at a position, in
  /// order.
  package func definitions(in text: String, at offset: Int) -> [SourceLocation] {
    guard case .path(let path)? = LuaPlace(text, at: offset).subject,
      let key = assignedKey(path)
    else { return [] }
    return (rules[key] ?? []).map(\.location)
  }

  private func assignedKey(_ path: [String]) -> String? {
    for count in stride(from: path.count, to: 0, by: -1) {
      let name = path.prefix(count).joined(separator: ".")
      if rules[name] != nil { return name }
    }
    return nil
  }

  // MARK: Completing

  /// Returns the texts that may be written at a position.
  package func suggestions(in text: String, at offset: Int) -> [Suggestion] {
    let place = LuaPlace(text, at: offset)
    if place.word?.kind == .string { return texts(at: place) }
    let tokens = place.before[...]
    if tokens.last?.text == "." {
      guard let path = place.chain(tokens.dropLast()) else {
        let isHost = tokens.dropLast().last?.text == "host"
        return isHost
          ? hostFunctions.map {
            Suggestion(text: $0, kind: .value, detail: "a host function", doc: nil)
          } : []
      }
      return members(of: path)
    }
    guard let last = tokens.last?.text, ["{", ",", ";"].contains(last) else { return [] }
    switch place.part {
    case .rule:
      return Self.fields.map {
        Suggestion(text: $0.name, kind: .field, detail: "a field of a rule", doc: $0.doc)
      }
    case .pattern(let names): return members(of: names)
    case .set: return keys
    case .elsewhere: return []
    }
  }

  /// Returns the texts that may be written between quotes.
  private func texts(at place: LuaPlace) -> [Suggestion] {
    let tokens = place.before[...]
    switch tokens.last?.text {
    case "=":
      guard let field = place.fieldBefore(tokens) else { return [] }
      switch place.part {
      case .rule where field == "key": return keys
      case .rule where field == "priority": return Self.priorities
      case .rule where field == "value": return place.key.map { values(ofRulesFor: $0) } ?? []
      case .pattern(let names): return values(of: names + LuaPlace.names(field))
      case .set: return values(ofRulesFor: field)
      default: return []
      }
    case "==", "~=": return place.chain(tokens.dropLast()).map { values(of: $0) } ?? []
    case "{", ",":
      if case .pattern(let names) = place.part { return values(of: names) }
      return []
    default: return []
    }
  }

  private var keys: [Suggestion] {
    (schema.names + rules.names).uniqueByBytes().map { suggestion($0, .key, below: []) }
  }

  private func members(of path: [String]) -> [Suggestion] {
    if path.isEmpty {
      return (schema.names + rules.names.filter { !$0.contains(".") } + read).uniqueByBytes()
        .map { suggestion($0, .key, below: []) }
    }
    var names = Set(declaration(of: path)?.type.memberNames ?? [])
    let prefix = path.joined(separator: ".") + "."
    for key in rules.names where key.hasPrefix(prefix) {
      names.insert(String(key.dropFirst(prefix.count).prefix { $0 != "." }))
    }
    return names.sorted().map { suggestion($0, .member, below: path) }
  }

  /// The listed values that one rule may give to a key.
  private func values(ofRulesFor key: String) -> [Suggestion] {
    schema.type(of: key) == nil
      ? values(of: [key]) : suggestions(of: schema.typeOfOneRule(for: key), at: [key])
  }

  private func values(of path: [String]) -> [Suggestion] {
    suggestions(of: declaration(of: path)?.type ?? .any, at: path)
  }

  private func suggestions(of type: ValueType, at path: [String]) -> [Suggestion] {
    (type.listedValues ?? []).compactMap { value in
      guard case .string(let text) = value.value else { return nil }
      return Suggestion(
        text: text, kind: .value, detail: "a value of `\(path.joined(separator: "."))`", doc: nil)
    }
  }

  private func suggestion(
    _ name: String, _ kind: Suggestion.Kind, below path: [String]
  ) -> Suggestion {
    let declared = declaration(of: path + [name])
    return Suggestion(
      text: name, kind: kind, detail: declared?.type.expectation ?? "", doc: declared?.doc)
  }

  // MARK: Declarations

  private struct Declaration {
    var type: ValueType
    var doc: String?
    var defaultText: String?
    var hitPolicy = HitPolicy.first
  }

  private func declaration(of path: [String]) -> Declaration? {
    let whole = path.joined(separator: ".")
    if let type = schema.type(of: whole) { return declaration(of: whole, type) }
    guard let first = path.first, let type = schema.type(of: first) else { return nil }
    var found = declaration(of: first, type)
    for name in path.dropFirst() {
      guard let member = found.type.member(name) else { return nil }
      let text = member.isSecret ? nil : member.defaultValue?.literal
      found = Declaration(type: member.type, doc: member.description, defaultText: text)
    }
    return found
  }

  private func declaration(of key: String, _ type: ValueType) -> Declaration {
    Declaration(
      type: type, doc: schema.description(of: key), defaultText: schema.defaultText(of: key),
      hitPolicy: schema.hitPolicy(of: key))
  }
}
