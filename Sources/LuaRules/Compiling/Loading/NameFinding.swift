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
    return unusedKeys(rules, names, reads.first, policy) + unknownNames(names, reads, policy)
  }

  private static func unusedKeys(
    _ rules: [Rule], _ names: DeclaredNames, _ read: NameReads.FirstNames,
    _ policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    let declared = Set(names: names.schema.names + names.schema.names.map(firstName))
    var places: [ByteName: SourceLocation] = [:]
    var unused: [String] = []
    var last: Rule?
    for rule in rules {
      defer { last = rule }
      if last?.key.hasSameBytes(as: rule.key) == true { continue }
      let name = firstName(of: rule.key)
      guard !declared.contains(name), !read.visible.contains(name), places[name] == nil else {
        continue
      }
      places[name] = rule.location
      unused.append(name)
    }
    guard !unused.isEmpty else { return [] }
    // Where any key may be read, only a slip from a declared name is certainly wrong.
    let isCertain = !read.includesAnyKey
    var meanings = MeantNames(
      names.schema, among: isCertain ? declared.union(read.visible) : declared)
    let message: (String) -> String = {
      isCertain
        ? "the key `\($0)` is neither declared nor read by any rule"
        : "the key `\($0)` is not declared, and no rule visibly reads it"
    }
    let findings = unused.compactMap { name -> NameFinding? in
      guard let place = places[name] else { return nil }
      let meant = meanings.name(meantBy: name, looksFurther: isCertain)
      guard isCertain || meant?.isSlip == true else { return nil }
      return NameFinding(
        error: RuleError(
          .unusedKey, message(name), at: place,
          hint: meant?.hint ?? "declare it in the schema, or remove its rules"),
        subject: name, replacement: meant?.name,
        isRefused: policy.refuses(isMisspelt: meant?.isSlip == true))
    }
    return mostImportant(of: findings)
  }

  /// The most names of a kind that are reported.
  private static let most = 100

  /// The findings that are reported: all that refuse the model, and a limited number of others.
  private static func mostImportant(of findings: [NameFinding]) -> [NameFinding] {
    var others = 0
    return findings.filter { finding in
      if finding.isRefused { return true }
      others += 1
      return others <= most
    }
  }

  /// The name before the first dot of a path.
  private static func firstName(of path: String) -> String {
    String(path.utf8.prefix { $0 != UInt8(ascii: ".") }) ?? path
  }

  /// Finds keys that are read in vain, and members that a declared type does not have.
  ///
  /// The program may set a key that it does not declare, so a function that reads one is reported only if
  /// the name is misspelt.
  private static func unknownNames(
    _ names: DeclaredNames, _ reads: NameReads, _ policy: UnusedKeyPolicy
  ) -> [NameFinding] {
    var told: Set<ByteName> = []
    var keys: [NameFinding] = []
    var members: [NameFinding] = []
    var meanings = MeantNames(names.schema, among: names.first)
    func note(_ read: ReadNames.Read, isInPattern: Bool) {
      switch names.problem(ofReading: read.path) {
      case .unknownKey(let name):
        guard told.insert(ByteName(name)).inserted else { return }
        let meant = meanings.name(meantBy: name, looksFurther: isInPattern)
        guard isInPattern || meant?.isSlip == true else { return }
        keys.append(
          NameFinding(
            error: RuleError(
              .unknownKey, "unknown key `\(name)`", at: read.location,
              hint: meant?.hint ?? "it is neither declared nor assigned by a rule"),
            subject: name, replacement: meant?.name,
            isRefused: policy.refuses(isMisspelt: meant?.isSlip == true)))
      case .unknownMember(let name, let base, let type):
        let object = base.joined(separator: ".")
        guard members.count < most, told.insert(ByteName("\(object).\(name)")).inserted else {
          return
        }
        members.append(
          unknownMember(
            name, of: object, type, at: read.location, policy,
            looksFurther: members.count < MeantNames.mostSearches))
      case .likelyMember, nil: return
      }
    }
    for read in reads.functions { note(read, isInPattern: false) }
    for read in reads.patterns { note(read, isInPattern: true) }
    return mostImportant(of: keys) + members
  }

  private static func unknownMember(
    _ name: String, of object: String, _ type: ValueType, at place: SourceLocation,
    _ policy: UnusedKeyPolicy, looksFurther: Bool
  ) -> NameFinding {
    let members = type.memberNames
    let meant = looksFurther ? Spelling.nearest(to: name, among: members) : nil
    var error =
      type.hasNoMembers
      ? RuleError(
        .unknownMember, "`\(object)` has no member `\(name)`", hint: type.memberList)
      : .unknownMember(name, members: members, note: nil)
    error.location = place
    // An object of a class may show members that its type does not list.
    let isMisspelt = meant?.isSlip == true && type.object?.mayShowMore != true
    return NameFinding(
      error: error, subject: name, replacement: meant?.name,
      isRefused: policy.refuses(isMisspelt: isMisspelt))
  }
}

/// Finds the known names that authors of rules probably meant.
private struct MeantNames {
  /// The most names for which a similar one is searched that is no slip of the keyboard.
  static let mostSearches = 50

  struct Meant {
    let name: String
    let isSlip: Bool
    let hint: String
  }

  private let schema: RuleSchema
  private let known: Set<ByteName>
  /// What is made of the known names at the first search.
  private lazy var names = known.sortedByBytes()
  private lazy var slips = SlipIndex(names)
  private var searches = 0

  init(_ schema: RuleSchema, among known: Set<ByteName>) {
    self.schema = schema
    self.known = known
  }

  /// Returns the name that was meant; `nil` if none is close.
  ///
  /// With `looksFurther`, a name counts that is similar, but no slip of the keyboard away.
  mutating func name(meantBy word: String, looksFurther: Bool) -> Meant? {
    if let key = schema.key(ofAccessor: word) {
      return Meant(
        name: key, isSlip: true, hint: "the program's property `\(word)` asks the key `\(key)`")
    }
    if let name = slips.name(meantBy: word) {
      return Meant(name: name, isSlip: true, hint: "did you mean `\(name)`?")
    }
    guard looksFurther, searches < Self.mostSearches else { return nil }
    searches += 1
    return Spelling.nearest(to: word, among: names).map {
      Meant(name: $0.name, isSlip: $0.isSlip, hint: "did you mean `\($0.name)`?")
    }
  }
}

extension ValueType {
  /// The members of the type, as a sentence about a value of it.
  package var memberList: String {
    if hasNoMembers { return "it is \(expectation)" }
    if case .list = withoutNull { return "a list is read by positions, from 1" }
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
