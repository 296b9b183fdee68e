import LuaBridge
import LuaRules

// Checks for keys and members that are not declared.

extension Check {
  /// Finds keys and members that are read or assigned but not declared.
  mutating func checkNames(of rules: CheckedRules) {
    var known: [[ByteName]: DeclaredNames.Problem?] = [:]
    var told: Set<[String]> = []
    func problem(of path: [String], in check: Check) -> DeclaredNames.Problem? {
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
          let unknown = problem(of: entry.path, in: self)
          guard let problem = unknown ?? self.problem(inPattern: entry.path) else { continue }
          report(problem, at: entry.location, rule)
        }
      }
      for function in rule.functions where seen.insert(function.number).inserted {
        for read in function.reads {
          guard let problem = problem(of: read.path, in: self) else { continue }
          // An error must be certain; what a local variable holds is told by its type.
          if !read.isCertain, problem.isOfClosedObject { continue }
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

  private func problem(of path: [String]) -> DeclaredNames.Problem? {
    let problem = names.problem(ofReading: path)
    // The missing rules may assign the key.
    if case .unknownKey = problem, !isWhole { return nil }
    return problem
  }

  private mutating func report(
    _ problem: DeclaredNames.Problem, at place: SourceLocation, _ rule: InspectedRule
  ) {
    switch problem {
    case .unknownKey(let name):
      let meant = likelyKey(for: name)
      add(
        .unknownKey, .error, "the key `\(name)` is neither declared nor assigned by a rule",
        at: place, fix: meant.map { "did you mean `\($0)`?" } ?? "declare it in the schema",
        subject: name, replacement: meant, rule: rule)
    case .unknownMember(let name, let base, let type):
      let meant = RuleError.likelyName(for: name, among: type.memberNames)
      add(
        .unknownMember, .error, "`\(base.joined(separator: "."))` has no member `\(name)`",
        at: place, fix: meant.map { "did you mean `\($0)`?" } ?? type.memberList, subject: name,
        replacement: meant, rule: rule)
    case .likelyMember(let name, let base, let meant):
      add(
        .unknownMember, .warning,
        "no member `\(name)` is declared of `\(base.joined(separator: "."))`", at: place,
        fix: "did you mean `\(meant)`?", subject: name, replacement: meant, rule: rule)
    }
  }

  /// Reports host functions that have no stub, and stubs that no model names.
  mutating func checkHostStubs() {
    for model in models.map(\.model) {
      guard let (file, _) = model.unusedHostStubs else { continue }
      for use in model.missingHostStubs {
        add(
          .unknownHostFunction, .warning, "`host.\(use.name)` has no stub in \(file)",
          at: use.place, fix: "add `\(use.name)` to the table that the file returns",
          subject: use.name)
      }
    }
    let unused = models.map { $0.model.unusedHostStubs }
    guard let first = unused.first, let (file, names) = first else { return }
    for name in names where unused.allSatisfy({ $0?.names.contains(name) == true }) {
      add(
        .unusedHostStub, .info, "no rule names `host.\(name)`",
        at: SourceLocation(file: file, line: 1), fix: "remove it, or correct its name",
        subject: name)
    }
  }

  private mutating func likelyKey(for name: String) -> String? {
    for known in likelyKeys {
      guard var search = SpellingSearch(name) else { return nil }
      known.search(&search)
      if let best = search.best { return best.name }
    }
    return nil
  }

  // MARK: Assigned keys

  private mutating func checkAssignedNames(of rules: CheckedRules) {
    guard hasSchema else { return }
    let read = dependencies.firstNames
    var told: Set<ByteName> = []
    for finding in rules.model.names where finding.code == .unusedKey {
      guard let place = finding.location else { continue }
      // A rule of another model may read it.
      if !finding.isRefused, read.contains(ByteName(finding.subject)) { continue }
      told.insert(finding.subject)
      add(
        RuleFinding(
          .unusedKey, finding.isRefused ? .error : .warning, finding.message,
          at: place, fix: finding.hint, subject: finding.subject,
          replacement: finding.replacement, rule: place,
          stopsLoading: finding.isRefused))
    }
    for (key, candidates) in rules.keys {
      let first = String(key.prefix { $0 != "." })
      guard schema.type(of: key) == nil,
        let rule = candidates.map(\.rule).min(by: { $0.declarationIndex < $1.declarationIndex })
      else { continue }
      guard schema.type(of: first) == nil else {
        checkAssignedMember(key, rule)
        continue
      }
      if told.contains(first) { continue }
      let meant = RuleError.likelyName(for: key, among: schema.names)
      // A rule may assign a key that only other rules read.
      let isPrivate = read.contains(ByteName(first))
      add(
        .undeclaredKey, isPrivate ? .info : .warning, "the key `\(key)` is not declared",
        at: rule.location,
        fix: meant.map { "did you mean `\($0)`?" } ?? "declare it in the schema", subject: key,
        replacement: meant, rule: rule)
    }
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
    let known = names.assigned.sortedByBytes().filter { !$0.isPathKey }
    var looked = 0
    for rule in rules.model.rules {
      for name in Set(rule.probablePaths.compactMap(\.first)).sorted()
      where reads[name] == 1 && name.utf8.count > 3 && !names.assigned.contains(name)
        && !names.prefixes.contains(name) && looked < 500
      {
        looked += 1
        guard let meant = RuleError.likelyName(for: name, among: known) else { continue }
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

extension DeclaredNames.Problem {
  /// Whether the object certainly has no such member.
  fileprivate var isOfClosedObject: Bool { if case .unknownMember = self { true } else { false } }
}
