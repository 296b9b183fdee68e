import LuaBridge
import LuaRules

// Checks for keys and members that are not declared.

extension Check {
  /// The error in a path.
  private enum PathProblem {
    case unknownKey(String)
    case unknownMember(String, of: [String], among: [String], text: String)
    /// An unknown member of an open object, whose name is close to a declared
    /// one.
    case likelyMember(String, of: [String], meant: String)

    /// The path up to the unknown name.
    var names: [String] {
      switch self {
      case .unknownKey(let name): [name]
      case .unknownMember(let name, let base, _, _), .likelyMember(let name, let base, _):
        base + [name]
      }
    }
  }

  /// Finds keys and members that are read or assigned but not declared.
  mutating func checkNames(of rules: CheckedRules) {
    var known: [[ByteName]: PathProblem?] = [:]
    var told: Set<[String]> = []
    func problem(of path: [String], in check: Check) -> PathProblem? {
      let names = path.map { ByteName($0) }
      if let problem = known[names] { return problem }
      let problem = check.problem(of: path)
      known[names] = problem
      return problem
    }
    var seen: Set<Int> = []
    for rule in rules.model.rules {
      for case .pattern(let entries) in rule.conditions {
        for entry in entries {
          guard let problem = problem(of: entry.path, in: self) else { continue }
          report(problem, at: rule.location, rule)
        }
      }
      for function in rule.functions where seen.insert(function.number).inserted {
        for read in function.reads {
          guard let problem = problem(of: read.path, in: self) else { continue }
          // Several reads of the same unknown name in one place are reported once.
          let place = [read.location.description] + problem.names
          guard told.insert(place).inserted else { continue }
          report(problem, at: read.location, rule)
        }
      }
    }
    checkAssignedNames(of: rules)
    if !hasSchema { checkLikelyNames(of: rules) }
  }

  /// Returns whether a path leads to an unknown name, which is reported
  /// elsewhere.
  func isUnknown(_ path: [String]) -> Bool { problem(of: path) != nil }

  private func problem(of path: [String]) -> PathProblem? {
    guard let first = path.first, hasSchema else { return nil }
    if assignedKey(of: path) != nil, schema.type(of: first) == nil { return nil }
    guard var type = schema.type(of: first) else {
      return assigned.contains(first) || prefixes.contains(first) || !isWhole
        ? nil : .unknownKey(first)
    }
    // If a path key begins with this name, its other members are at worst nil.
    if prefixes.contains(first) { return nil }
    for (index, name) in path.enumerated().dropFirst() {
      if type.hasNoMembers {
        return .unknownMember(
          name, of: Array(path[..<index]), among: [],
          text: "it is \(type.expectation)")
      }
      if let object = type.object, object[name] == nil {
        let names = object.members.map(\.name)
        if object.isOpen {
          return Self.likelyMember(name, among: names)
            .map { .likelyMember(name, of: Array(path[..<index]), meant: $0) }
        }
        return .unknownMember(
          name, of: Array(path[..<index]), among: names,
          text: names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))")
      }
      type = type.memberType(name)
    }
    return nil
  }

  private mutating func report(
    _ problem: PathProblem, at place: SourceLocation, _ rule: InspectedRule
  ) {
    switch problem {
    case .unknownKey(let name):
      let meant = likelyKey(for: name)
      add(
        .unknownKey, .error, "the key `\(name)` is neither declared nor assigned by a rule",
        at: place, fix: meant.map { "did you mean `\($0)`?" } ?? "declare it in the schema",
        subject: name, replacement: meant, rule: rule)
    case .unknownMember(let name, let base, let names, let text):
      let meant = RuleError.likelyName(for: name, among: names)
      add(
        .unknownMember, .error, "`\(base.joined(separator: "."))` has no member `\(name)`",
        at: place, fix: meant.map { "did you mean `\($0)`?" } ?? text, subject: name,
        replacement: meant, rule: rule)
    case .likelyMember(let name, let base, let meant):
      add(
        .unknownMember, .warning,
        "no member `\(name)` is declared of `\(base.joined(separator: "."))`", at: place,
        fix: "did you mean `\(meant)`?", subject: name, replacement: meant, rule: rule)
    }
  }

  private func likelyKey(for name: String) -> String? {
    RuleError.likelyName(for: name, among: schema.names)
      ?? RuleError.likelyName(
        for: name, among: assigned.sortedByBytes().filter { !$0.contains(".") })
  }

  // MARK: Assigned keys

  private mutating func checkAssignedNames(of rules: CheckedRules) {
    guard hasSchema else { return }
    let read = Set(models.lazy.flatMap(\.model.rules).flatMap(\.probablePaths).compactMap(\.first))
    for (key, candidates) in rules.keys {
      let first = String(key.prefix { $0 != "." })
      guard schema.type(of: key) == nil,
        let rule = candidates.map(\.rule).min(by: { $0.declarationIndex < $1.declarationIndex })
      else { continue }
      guard schema.type(of: first) == nil else {
        checkAssignedMember(key, rule)
        continue
      }
      let meant = RuleError.likelyName(for: key, among: schema.names)
      // A rule may assign a key that only other rules read.
      let isPrivate = read.contains(first)
      add(
        .undeclaredKey, isPrivate ? .info : .warning, "the key `\(key)` is not declared",
        at: rule.location,
        fix: meant.map { "did you mean `\($0)`?" } ?? "declare it in the schema", subject: key,
        replacement: meant, rule: rule)
    }
  }

  /// Reports a key for an undeclared member if its name is close to a declared
  /// one.
  ///
  /// Other undeclared members are allowed, because rules may assign them.
  private mutating func checkAssignedMember(_ key: String, _ rule: InspectedRule) {
    let path = key.split(separator: ".").map(String.init)
    guard let name = path.last, path.count > 1 else { return }
    let type = type(ofDeclared: path.dropLast())
    guard !type.memberNames.contains(name),
      let meant = Self.likelyMember(name, among: type.memberNames)
    else { return }
    add(
      .unknownMember, .info,
      "no member `\(name)` is declared of `\(path.dropLast().joined(separator: "."))`",
      at: rule.location, fix: "did you mean `\(meant)`?", subject: name, replacement: meant,
      rule: rule)
  }

  private func type(ofDeclared path: [String].SubSequence) -> ValueType {
    path.dropFirst().reduce(path.first.flatMap { schema.type(of: $0) } ?? .any) {
      $0.memberType($1)
    }
  }

  /// Returns a close name; names that differ only in digits, such as `day3` and
  /// `day2`, are not close.
  private static func likelyMember(_ name: String, among names: [String]) -> String? {
    RuleError.likelyName(for: name, among: names)
      .flatMap { $0.filter { !$0.isNumber } == name.filter { !$0.isNumber } ? nil : $0 }
  }

  /// Reports a key that is read once and whose name is close to an assigned
  /// key.
  ///
  /// Without a schema, any key that is only read may be set by the program.
  private mutating func checkLikelyNames(of rules: CheckedRules) {
    guard isWhole else { return }
    var reads: [ByteName: Int] = [:]
    for rule in models.lazy.flatMap(\.model.rules) {
      for name in Set(names: rule.probablePaths.compactMap(\.first)) {
        reads[name, default: 0] += 1
      }
    }
    let names = assigned.sortedByBytes().filter { !$0.contains(".") }
    var looked = 0
    for rule in rules.model.rules {
      for name in Set(rule.probablePaths.compactMap(\.first)).sorted()
      where reads[name] == 1 && name.utf8.count > 3 && !assigned.contains(name)
        && !prefixes.contains(name) && looked < 500
      {
        looked += 1
        guard let meant = RuleError.likelyName(for: name, among: names) else { continue }
        let place = rule.functions.lazy.flatMap(\.reads).first {
          $0.path.first?.hasSameBytes(as: name) == true
        }?.location
        add(
          .unknownKey, .info, "no rule assigns the key `\(name)`, and only this one reads it",
          at: place ?? rule.location,
          fix: "did you mean `\(meant)`? otherwise the program has to set it", subject: name,
          replacement: meant, rule: rule)
      }
    }
  }
}
