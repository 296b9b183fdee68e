import LuaBridge
import LuaRules

/// The facts about keys and rules that an editor shows.
package struct RuleIndex: Sendable {
  private let schema: RuleSchema
  /// The rules for each key, in the order of evaluation.
  private let rules: [ByteName: [InspectedRule]]
  /// The keys that rules read and no rule assigns.
  private let read: [String]
  let hostFunctions: [String]
  /// Whether every file could be run.
  package let isWhole: Bool

  init(_ check: Check, hostFunctions: [String]) {
    schema = check.schema
    var rules: [ByteName: [InspectedRule]] = [:]
    for model in check.models {
      for (key, candidates) in model.keys { rules[key, default: []] += candidates.map(\.rule) }
    }
    self.rules = rules
    read = check.dependencies.firstNames.sortedByBytes()
    self.hostFunctions = hostFunctions
    isWhole = check.isWhole
  }

  /// Returns the declared type of a host function.
  func hostFunctionType(_ name: String) -> FunctionType? { schema.hostFunctionTypes[name] }

  // MARK: Rules

  /// Returns the rules for a key, in the order of evaluation.
  func rules(for key: String) -> [InspectedRule] { rules[key] ?? [] }

  /// Whether a name is that of a key, which rules assign or the schema declares.
  func isKey(_ name: String) -> Bool { schema.type(of: name) != nil || rules[name] != nil }

  /// The rules, by their keys in byte order.
  var allRules: some Sequence<InspectedRule> {
    rules.keys.sortedByBytes().lazy.flatMap { self.rules(for: $0) }
  }

  /// A number that differs, as far as is likely, where the places, the ranks, the priorities or the
  /// complexities of rules differ.
  package var rankHash: Int {
    var hasher = Hasher()
    for key in rules.names.sortedByBytes() {
      hasher.combine(key)
      for rule in self.rules(for: key) {
        hasher.combine(rule.location)
        hasher.combine(rule.priority.rawValue)
        hasher.combine(rule.complexity)
      }
    }
    return hasher.finalize()
  }

  /// The keys that rules assign.
  var assignedKeys: [String] { Array(rules.names) }

  /// The keys that are declared or assigned, in byte order.
  var keyNames: [String] { (schema.names + rules.names).uniqueByBytes() }

  /// The names below the context: declared, assigned or read.
  var contextNames: [String] {
    (schema.names + rules.names.filter { !$0.contains(".") } + read).uniqueByBytes()
  }

  /// Returns the longest assigned key that a path begins with.
  func assignedKey(_ path: [String]) -> String? {
    for count in stride(from: path.count, to: 0, by: -1) {
      let name = path.prefix(count).joined(separator: ".")
      if rules[name] != nil { return name }
    }
    return nil
  }

  // MARK: Members and values

  /// Returns the names below a path, which is not empty.
  func memberNames(of path: [String]) -> [String] {
    var names = Set(declaration(of: path)?.type.memberNames ?? [])
    let prefix = path.joined(separator: ".") + "."
    for key in rules.names where key.hasPrefix(prefix) {
      names.insert(String(key.dropFirst(prefix.count).prefix { $0 != "." }))
    }
    return names.sorted()
  }

  /// Returns the listed values that one rule may give to a key.
  func values(ofRulesFor key: String) -> [ValueType.Scalar] {
    schema.type(of: key) == nil
      ? values(of: [key]) : Self.listed(schema.typeOfOneRule(for: key))
  }

  /// Returns the listed values at a path.
  func values(of path: [String]) -> [ValueType.Scalar] {
    declaration(of: path).map { Self.listed($0.type) } ?? []
  }

  private static func listed(_ type: ValueType) -> [ValueType.Scalar] {
    switch type {
    case .optional(let wrapped): listed(wrapped)
    case .enumeration(let values): values
    default: []
    }
  }

  // MARK: Declarations

  /// What the schema says of a key or a member.
  struct Declaration {
    var type: ValueType
    var doc: String?
    var defaultText: String?
    /// What accessors return after an error.
    var textOnError: String?
    var hitPolicy = HitPolicy.first
    /// Whether an object need not have it, and nothing stands in for it.
    var isOptional = false
  }

  /// Returns what the schema says of a path; `[]` stands for the elements of a
  /// list.
  func declaration(of path: [String]) -> Declaration? {
    let whole = path.joined(separator: ".")
    if let type = schema.type(of: whole) { return declaration(of: whole, type) }
    guard let first = path.first, let type = schema.type(of: first) else { return nil }
    var found = declaration(of: first, type)
    for name in path.dropFirst() {
      if name == RuleFileOutline.element {
        guard let element = Self.element(of: found.type) else { return nil }
        found = Declaration(type: element)
        continue
      }
      guard let member = found.type.member(name) else { return nil }
      let text = member.isSecret ? nil : member.defaultValue?.literal
      found = Declaration(
        type: member.type, doc: member.description, defaultText: text,
        isOptional: !member.isRequired && member.defaultValue == nil && !member.type.isFunction)
    }
    return found
  }

  /// Returns the bounds of the values at a path, in words; nothing without bounds.
  func bounds(of path: [String]) -> String {
    guard let limits = schema.limits[EditedProject.text(of: path)] else { return "" }
    var words: [String] = []
    // The words for an integer name its range.
    let isNamed = declaration(of: path)?.type.hasRange == true
    if let least = limits.minimum, !isNamed {
      words.append("\(limits.excludesMinimum ? "more than" : "at least") \(Self.text(of: least))")
    }
    if let most = limits.maximum, !isNamed {
      words.append("\(limits.excludesMaximum ? "less than" : "at most") \(Self.text(of: most))")
    }
    func elements(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }
    if limits.leastCount > 0 { words.append("at least \(elements(limits.leastCount))") }
    if let most = limits.mostCount { words.append("at most \(elements(most))") }
    return words.joined(separator: ", ")
  }

  private static func text(of number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func element(of type: ValueType) -> ValueType? {
    switch type {
    case .optional(let wrapped): element(of: wrapped)
    case .list(let element), .dictionary(let element): element
    default: nil
    }
  }

  private func declaration(of key: String, _ type: ValueType) -> Declaration {
    Declaration(
      type: type, doc: schema.description(of: key), defaultText: schema.defaultText(of: key),
      textOnError: schema.textOnError(of: key), hitPolicy: schema.hitPolicy(of: key))
  }
}

extension ValueType {
  /// Whether it is an integer of a range.
  fileprivate var hasRange: Bool {
    if case .integer(let range?) = withoutNull {
      range != .min ... .max
    } else {
      false
    }
  }
}
