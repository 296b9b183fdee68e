import LuaBridge

/// A name in rules that can never matter.
package struct NameFinding: Sendable {
  let error: RuleError
  /// The name.
  package let subject: String
  /// The name that was probably meant.
  package let replacement: String?
  /// Whether the model is not loaded.
  package let isRefused: Bool

  package var code: RuleError.Code { error.code }
  package var message: String { error.message }
  package var hint: String? { error.hint }
  package var location: SourceLocation? { error.location }

  var warning: RuleWarning { error.warning() }
}

extension NameFinding {
  /// Returns what the rules of a model name in vain.
  ///
  /// - Parameters:
  ///   - rules: The rules, in the order of declaration.
  ///   - reads: What they read.
  ///   - schema: The declared keys.
  ///   - brokenKeys: The keys of rules that could not be read.
  ///   - policy: What is refused.
  /// - Returns: Each name once, at its first place.
  static func all(
    in rules: [Rule], reads: NameReads, schema: RuleSchema, brokenKeys: Set<ByteName>,
    policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    var last: Rule?
    var assigned = brokenKeys
    for rule in rules {
      // Rules for the same key are mostly adjacent.
      if last?.key.hasSameBytes(as: rule.key) != true { assigned.insert(rule.key) }
      last = rule
    }
    let names = DeclaredNames(schema, assigned: assigned)
    return unusedKeys(rules, names, reads, policy) + unknownMembers(names, reads.all, policy)
  }

  private static func unusedKeys(
    _ rules: [Rule], _ names: DeclaredNames, _ reads: NameReads, _ policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    guard let read = reads.firstNames else { return [] }
    var places: [ByteName: SourceLocation] = [:]
    var undeclared: [String] = []
    var last: Rule?
    for rule in rules {
      defer { last = rule }
      if last?.key.hasSameBytes(as: rule.key) == true { continue }
      let name = String(rule.key.utf8.prefix { $0 != UInt8(ascii: ".") }) ?? rule.key
      guard names.schema.type(of: name) == nil, places[name] == nil else { continue }
      places[name] = rule.location
      undeclared.append(name)
    }
    guard !undeclared.isEmpty else { return [] }
    let known = names.schema.names + read.sortedByBytes()
    return undeclared.compactMap { name -> NameFinding? in
      guard !read.contains(name), let place = places[name] else { return nil }
      let misspelt = Spelling.misspelling(name, among: known)
      let meant = misspelt ?? RuleError.likelyName(for: name, among: known)
      return NameFinding(
        error: RuleError(
          .unusedKey, "the key `\(name)` is neither declared nor read by any rule", at: place,
          hint: meant.map { "did you mean `\($0)`?" }
            ?? "declare it in the schema, or remove its rules"),
        subject: name, replacement: meant,
        isRefused: policy.refuses(isMisspelt: misspelt != nil))
    }
  }

  private static func unknownMembers(
    _ names: DeclaredNames, _ reads: [ReadNames.Read], _ policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    var told: Set<ByteName> = []
    return reads.compactMap { read -> NameFinding? in
      guard case .unknownMember(let name, let base, let type) = names.problem(ofReading: read.path)
      else { return nil }
      let object = base.joined(separator: ".")
      guard told.insert(ByteName("\(object).\(name)")).inserted else { return nil }
      let members = type.memberNames
      var error =
        type.hasNoMembers
        ? RuleError(
          .unknownMember, "`\(object)` has no member `\(name)`", hint: type.memberList)
        : .unknownMember(name, members: members, note: nil)
      error.location = read.location
      return NameFinding(
        error: error, subject: name, replacement: RuleError.likelyName(for: name, among: members),
        isRefused: policy.refuses(
          isMisspelt: Spelling.misspelling(name, among: members) != nil))
    }
  }
}

extension ValueType {
  /// The members of the type, as a sentence about a value of it.
  package var memberList: String {
    if hasNoMembers { return "it is \(expectation)" }
    let names = memberNames
    return names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
  }
}

extension UnusedKeyPolicy {
  fileprivate func refuses(isMisspelt: Bool) -> Bool {
    switch self {
    case .standard: isMisspelt
    case .refuse: true
    case .warn, .allow: false
    }
  }
}
