import LuaBridge
import LuaRules

// Checks for keys that depend on themselves.

extension Check {
  /// Finds circles among the keys.
  mutating func checkCircles() {
    let graph = Dictionary(
      uniqueKeysWithValues: names.assigned.map { key in
        (key, (dependencies.reads[key.text] ?? []).filter { names.assigned.contains($0.key) })
      })
    for component in CircleSearch.components(of: graph.mapValues { $0.map { ByteName($0.key) } }) {
      let members = Set(names: component)
      if let circle = circle(in: members, along: certainReads(of: members)) {
        report(circle, isCertain: true)
        continue
      }
      let possible = graph.filter { members.contains($0.key) }
        .mapValues { $0.filter { members.contains($0.key) } }
      if let circle = circle(in: members, along: possible), isPossible(circle) {
        report(circle, isCertain: false)
      }
    }
  }

  /// A step of a circle: a key, and the rule for it that reads the next key.
  typealias Step = (key: String, rule: InspectedRule)

  /// Returns the keys that the evaluation of a key always reads if nothing is
  /// set.
  private func certainReads(of keys: Set<ByteName>) -> [ByteName: [KeyDependencies.Read]] {
    var reads: [ByteName: [KeyDependencies.Read]] = [:]
    for rules in models {
      for (key, candidates) in rules.keys where keys.contains(key) && reads[key] == nil {
        guard let first = candidates.first else { continue }
        var found: [KeyDependencies.Read] = []
        if case .function(let function)? = first.rule.conditions.first {
          found += self.reads(at: function.graph, by: first.rule, rules)
        } else if case .pattern(let entries)? = first.rule.conditions.first,
          let path = entries.first?.path
        {
          found.append(.init(key: self.key(of: path), rule: first.rule))
        }
        if first.rule.conditions.isEmpty || first.outcomes.allSatisfy({ $0?.canFail == false }),
          case .function(let function) = first.rule.outcome
        {
          found += self.reads(at: function.graph, by: first.rule, rules)
          found += readsOfLua(function, by: first.rule, rules)
        }
        reads[key] = found
      }
    }
    return reads
  }

  private func reads(
    at graph: DecisionGraph, by rule: InspectedRule, _ rules: CheckedRules
  ) -> [KeyDependencies.Read] {
    graph.firstReads.map { rules.model.variables[$0] }.filter(\.isPath)
      .map { .init(key: key(of: $0.path), rule: rule) }
  }

  /// Returns what a function reads that only Lua runs, before its first branch.
  private func readsOfLua(
    _ function: InspectedFunction, by rule: InspectedRule, _ rules: CheckedRules
  ) -> [KeyDependencies.Read] {
    guard function.graph.obstacle != nil || function.graph.nodes.isEmpty,
      let code = rules.model.code.functions[function.number]?.code
    else { return [] }
    return code.pathsReadFirst.map { .init(key: key(of: $0), rule: rule) }
  }

  /// Returns the first circle that is found by a walk that begins at the first
  /// key.
  private func circle(
    in keys: Set<ByteName>, along reads: [ByteName: [KeyDependencies.Read]]
  ) -> [Step]? {
    var done: Set<ByteName> = []
    for start in keys.sortedByBytes() where !done.contains(start) {
      var path: [Step] = []
      var places: [ByteName: Int] = [:]
      var pending: [(key: String, next: Int)] = [(start, 0)]
      places[start] = 0
      while let (key, next) = pending.last {
        let list = reads[key] ?? []
        guard next < list.count else {
          pending.removeLast()
          if !path.isEmpty { path.removeLast() }
          places[key] = nil
          done.insert(key)
          continue
        }
        pending[pending.count - 1].next += 1
        let read = list[next]
        guard keys.contains(read.key), !done.contains(read.key) else { continue }
        if let place = places[read.key] { return Array(path[place...]) + [(key, read.rule)] }
        path.append((key, read.rule))
        places[read.key] = pending.count
        pending.append((read.key, 0))
      }
    }
    return nil
  }

  /// Returns whether the conditions of all steps are compatible.
  private func isPossible(_ circle: [Step]) -> Bool {
    var situations: [RuleCase] = [.always]
    for step in circle {
      guard let candidate = candidate(of: step.rule), let cases = candidate.cases else { continue }
      guard situations.count * cases.count <= 256 else { return true }
      situations = situations.flatMap { left in cases.compactMap { left.and($0) } }
    }
    return !situations.isEmpty
  }

  private func candidate(of rule: InspectedRule) -> Candidate? {
    // Cases of different models have different variables.
    guard models.count == 1 else { return nil }
    return models[0].keys.first { $0.key.hasSameBytes(as: rule.key) }?.candidates
      .first { $0.rule.declarationIndex == rule.declarationIndex }
  }

  private mutating func report(_ circle: [Step], isCertain: Bool) {
    guard let first = circle.first else { return }
    let names = (circle.map(\.key) + [first.key]).joined(separator: " → ")
    let notes = circle.dropFirst().map {
      RuleError.Note("`\($0.key)` goes on here", at: $0.rule.location)
    }
    add(
      isCertain ? .cycle : .possibleCycle, isCertain ? .error : .info,
      isCertain
        ? "`\(first.key)` depends on itself: \(names)"
        : "`\(first.key)` may depend on itself: \(names)",
      at: first.rule.location,
      fix: isCertain
        ? "let one of the rules read something else" : "see that not all of these rules can hold",
      related: notes, rule: first.rule)
  }
}
