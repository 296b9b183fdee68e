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
    var declared = Set(names: names.schema.names)
    for name in names.schema.names { declared.insert(firstName(of: name)) }
    var places: [ByteName: SourceLocation] = [:]
    var unused: [String] = []
    var last: Rule?
    for rule in rules {
      defer { last = rule }
      if last?.key.hasSameBytes(as: rule.key) == true { continue }
      let name = firstName(of: rule.key)
      guard !declared.contains(name), !read.contains(name), places[name] == nil else { continue }
      places[name] = rule.location
      unused.append(name)
    }
    guard !unused.isEmpty else { return [] }
    let known = (declared.union(read)).sortedByBytes()
    return unused.prefix(most).enumerated().compactMap { number, name -> NameFinding? in
      guard let place = places[name] else { return nil }
      if let key = names.schema.key(ofAccessor: name) {
        return NameFinding(
          error: RuleError(
            .unusedKey, "the key `\(name)` is neither declared nor read by any rule", at: place,
            hint: "the program's property `\(name)` asks the key `\(key)`"),
          subject: name, replacement: key, isRefused: policy.refuses(isMisspelt: true))
      }
      let meant = number < mostSearches ? Spelling.nearest(to: name, among: known) : nil
      return NameFinding(
        error: RuleError(
          .unusedKey, "the key `\(name)` is neither declared nor read by any rule", at: place,
          hint: meant.map { "did you mean `\($0.name)`?" }
            ?? "declare it in the schema, or remove its rules"),
        subject: name, replacement: meant?.name,
        isRefused: policy.refuses(isMisspelt: meant?.isSlip == true))
    }
  }

  /// The most names of a kind that are reported.
  private static let most = 100
  /// The most names for which a similar one is searched.
  private static let mostSearches = 50

  /// The name before the first dot of a path.
  private static func firstName(of path: String) -> String {
    String(path.utf8.prefix { $0 != UInt8(ascii: ".") }) ?? path
  }

  private static func unknownMembers(
    _ names: DeclaredNames, _ reads: [ReadNames.Read], _ policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    var told: Set<ByteName> = []
    var findings: [NameFinding] = []
    for read in reads where findings.count < most {
      guard case .unknownMember(let name, let base, let type) = names.problem(ofReading: read.path)
      else { continue }
      let object = base.joined(separator: ".")
      guard told.insert(ByteName("\(object).\(name)")).inserted else { continue }
      let members = type.memberNames
      let meant =
        findings.count < mostSearches ? Spelling.nearest(to: name, among: members) : nil
      var error =
        type.hasNoMembers
        ? RuleError(
          .unknownMember, "`\(object)` has no member `\(name)`", hint: type.memberList)
        : .unknownMember(name, members: members, note: nil)
      error.location = read.location
      // An object of a class may show members that its type does not list.
      let isMisspelt = meant?.isSlip == true && type.object?.mayShowMore != true
      findings.append(
        NameFinding(
          error: error, subject: name, replacement: meant?.name,
          isRefused: policy.refuses(isMisspelt: isMisspelt)))
    }
    return findings
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
