import LuaBridge
import LuaRules

// Rules that never hold or never win, which trials in all contexts show that they can tell apart.

extension Check {
  /// Tells of rules that win in no context, if all that they and those before them read has few values.
  ///
  /// Where rules answer together, none is before another one: a rule may only never hold.
  mutating func checkExhausted(
    _ rules: CheckedRules, _ rulesByKey: [ByteName: [InspectedRule]], told: Set<SourceLocation>
  ) {
    guard let trials, models.count == 1 else { return }
    for (key, candidates) in rules.keys {
      let isFirst = schema.hitPolicy(of: key).answersAlone
      for (position, candidate) in candidates.enumerated() {
        let rule = candidate.rule
        let before = isFirst ? candidates[...position].map(\.rule) : [rule]
        guard !rule.conditions.isEmpty, before.allSatisfy({ !told.contains($0.location) }),
          before.contains(where: { rule in
            !rule.functions.isEmpty || rule.probablePaths.contains(where: isAssigned)
          }), trials.mayNeverWin(rule),
          before.allSatisfy({ rules.settings.deciding($0) == nil }),
          let domains = domains(readBy: before, rulesByKey, rules.model.code),
          let shown = trials.exhausted(rule, domains, isFirst: isFirst)
        else { continue }
        switch shown {
        case .neverHolds:
          add(
            .alwaysFalse, .warning,
            "the condition can never hold, \(whatever(domains))",
            at: rule.location, rule: rule)
        case .neverWins:
          add(
            .unreachableRule, .warning,
            "\(neverWins(rule)), \(whatever(domains)): others that are asked before it always hold "
              + "when it does",
            at: rule.location, fix: "give it a higher `priority`, or change a condition", rule: rule
          )
        }
      }
    }
  }

  private func whatever(_ domains: [TriedRules.Domain]) -> String {
    let names = domains.map { "`\($0.path.joined(separator: "."))`" }
    guard let last = names.last, names.count > 1 else {
      return "whatever value \(names.first ?? "the context") has"
    }
    return "whatever values \(names.dropLast().joined(separator: ", ")) and \(last) have"
  }

  /// Returns all values of what some rules read, and of what the rules for that read.
  private func domains(
    readBy rules: [InspectedRule], _ rulesByKey: [ByteName: [InspectedRule]], _ code: InspectedCode
  ) -> [TriedRules.Domain]? {
    var seen: Set<ByteName> = []
    var paths: Set<[String]> = []
    var names: Set<String> = []
    var functions: Set<Int> = []
    var pending = rules
    while let rule = pending.popLast() {
      if case .host = rule.outcome { return nil }
      functions.formUnion(rule.functions.filter(\.endsInLua).map(\.number))
      for path in rule.probablePaths {
        guard isAssigned(path) else {
          // A method of a text, as in `c.name:upper()`, reads the text.
          let owner = Array(path.dropLast())
          paths.insert(isText(owner) ? owner : path)
          continue
        }
        let key = self.key(of: path)
        guard seen.insert(ByteName(key)).inserted else { continue }
        names.formUnion(path)
        pending += rulesByKey[key] ?? []
      }
    }
    let outer = Set(
      paths.flatMap { path in (1..<max(path.count, 1)).map { Array(path.prefix($0)) } })
    if !functions.isEmpty {
      let named = NamesRead(
        known: names.union(paths.joined()),
        members: Set(outer.flatMap { type(of: $0).memberNames }), schema: schema)
      guard functions.allSatisfy({ named.areAll(inFunction: $0, code) }) else { return nil }
    }
    var domains: [TriedRules.Domain] = []
    var count = 1
    for path in paths.subtracting(outer).sorted(by: { $0.joined() < $1.joined() }) {
      guard let values = allValues(of: path) else { return nil }
      count *= values.count
      guard count <= TriedRules.mostCombinations, count > 0 else { return nil }
      domains.append((path, values))
    }
    return domains.isEmpty ? nil : domains
  }

  /// Whether a path has a text.
  private func isText(_ path: [String]) -> Bool {
    guard !path.isEmpty, !isAssigned(path) else { return false }
    switch type(of: path).present {
    case .string: return true
    case .enumeration: return type(of: path).present.ordering == .text
    default: return false
    }
  }

  /// How many integers a path may have.
  private static let mostIntegers = 300

  private func allValues(of path: [String]) -> [TriedRules.DomainValue]? {
    let type = type(of: path)
    var values: [TriedRules.DomainValue]
    switch type.withoutNull {
    case .boolean: values = [false, true].map { .value(.boolean($0)) }
    case .enumeration:
      guard let listed = type.withoutNull.listedValues else { return nil }
      values = listed.map { .value($0.value) }
    case .integer(let range?) where range.isShort(Self.mostIntegers):
      values = range.map { .value(.integer($0)) }
    default: return nil
    }
    for count in 1...path.count {
      let part = Array(path.prefix(count))
      if self.type(of: part).isOptional { values.append(.null(at: part)) }
      if !schema.requires(part) { values.append(.missing(from: part)) }
    }
    return values
  }
}

/// The names of what functions read in the context, as far as that is visible.
private struct NamesRead {
  /// The names of what they are known to read.
  let known: Set<String>
  /// The names of members of objects that they read.
  let members: Set<String>
  let schema: RuleSchema

  /// Whether a function, with those that it calls, names nothing else.
  func areAll(inFunction number: Int, _ code: InspectedCode) -> Bool {
    let names = code.names(inFunction: number)
    return names.isDisjoint(with: ["pairs", "next"])
      && names.allSatisfy { name in
        known.contains(name) || schema.type(of: name) == nil && !members.contains(name)
      } && !code.readsByCalculatedNames(inFunction: number)
  }
}

extension InspectedFunction {
  /// Whether some way leads to what only Lua can continue, and what is read there is not listed.
  fileprivate var endsInLua: Bool {
    graph.nodes.contains { if case .lua = $0 { true } else { false } }
  }
}
