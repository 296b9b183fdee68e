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
    var circular: Set<ByteName> = []
    for component in CircleSearch.components(of: graph.mapValues { $0.map { ByteName($0.key) } }) {
      let members = Set(names: component)
      circular.formUnion(members)
      let certain = certainReads(of: members)
      if let circle = circle(in: members, along: certain) {
        report(circle, isCertain: true)
        continue
      }
      if reportRules(in: members, along: certain) { continue }
      let possible = graph.filter { members.contains($0.key) }
        .mapValues { $0.filter { members.contains($0.key) } }
      if let circle = circle(in: members, along: possible), isPossible(circle) {
        report(circle, isCertain: false)
      } else {
        circular.subtract(members)
      }
    }
    takeBackHolding(reading: circular)
  }

  /// Takes back that conditions always hold which read keys that depend on themselves: to ask for these fails.
  private mutating func takeBackHolding(reading keys: Set<ByteName>) {
    guard !keys.isEmpty else { return }
    let failing = Set(
      models.flatMap(\.model.rules).filter { reads($0, anyOf: keys) }.map(\.location))
    _ = takeBack { finding in
      finding.code == .alwaysTrue && finding.severity == .warning
        && finding.rule.map { failing.contains($0) } == true
    }
  }

  /// Reports rules whose functions read, on every way, the key that they answer, or one that always reads it:
  /// they never give an answer.
  ///
  /// - Parameters:
  ///   - keys: The keys that may depend on one another.
  ///   - certain: What the evaluation of each key always reads.
  /// - Returns: Whether there are such rules.
  private mutating func reportRules(
    in keys: Set<ByteName>, along certain: [ByteName: [KeyDependencies.Read]]
  ) -> Bool {
    var hasSome = false
    for rules in models {
      for (key, candidates) in rules.keys where keys.contains(ByteName(key)) && !key.contains(".") {
        for rule in candidates.map(\.rule) {
          guard case .function(let function) = rule.outcome,
            let written = rules.model.code.functions[function.number]?.written
          else { continue }
          let read = Set(written.pathsReadAnyway.map { self.key(of: $0) })
          guard
            let first = read.sorted().first(where: {
              always(reads: key, from: $0, in: keys, along: certain)
            })
          else { continue }
          hasSome = true
          let isDirect = certain[ByteName(first)]?.contains { $0.key.hasSameBytes(as: key) } == true
          let way =
            first.hasSameBytes(as: key)
            ? "" : ": \(key) → \(first) → \(isDirect ? "" : "… → ")\(key)"
          add(
            .cycle, .warning, "`\(key)` depends on itself where this rule is asked\(way)",
            at: place(ofReadOf: first, by: rule) ?? rule.location,
            fix: "let the rule read something else", rule: rule)
        }
      }
    }
    return hasSome
  }

  /// Whether the evaluation of a key always comes to another one, or is that one.
  private func always(
    reads key: String, from start: String, in keys: Set<ByteName>,
    along certain: [ByteName: [KeyDependencies.Read]]
  ) -> Bool {
    var seen: Set<ByteName> = []
    var pending = [ByteName(start)]
    while let next = pending.popLast() {
      if next == ByteName(key) { return true }
      guard keys.contains(next), seen.insert(next).inserted else { continue }
      pending += (certain[next] ?? []).map { ByteName($0.key) }
    }
    return false
  }

  /// Returns where a function of a rule reads a key first; `nil` if that is in another function, or in a pattern.
  private func place(ofReadOf key: String, by rule: InspectedRule) -> SourceLocation? {
    let first = String(key.prefix { $0 != "." })
    let functions = models.lazy.map(\.model.code.functions)
    for number in rule.functions.map(\.number) {
      guard let function = functions.compactMap({ $0[number] }).first,
        function.file == rule.location.file,
        let line = function.written?.line(ofReading: [first])
      else { continue }
      return SourceLocation(file: function.file, line: line)
    }
    return nil
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

  /// Returns what a function reads that only Lua runs, on every way.
  private func readsOfLua(
    _ function: InspectedFunction, by rule: InspectedRule, _ rules: CheckedRules
  ) -> [KeyDependencies.Read] {
    guard function.graph.obstacle != nil || function.graph.nodes.isEmpty,
      let written = rules.model.code.functions[function.number]?.written
    else { return [] }
    return written.pathsReadAnyway.map { .init(key: key(of: $0), rule: rule) }
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
    let shown = isCertain ? nil : shownCircle(from: first.rule)
    let isCircle = isCertain || shown != nil
    add(
      isCircle ? .cycle : .possibleCycle, isCertain ? .error : shown != nil ? .warning : .info,
      isCircle
        ? "`\(first.key)` depends on itself: \(names)\(shown.map { example(of: $0) } ?? "")"
        : "`\(first.key)` may depend on itself: \(names)",
      at: place(ofReadOf: circle[circle.count > 1 ? 1 : 0].key, by: first.rule)
        ?? first.rule.location,
      fix: isCircle
        ? "let one of the rules read something else" : "see that not all of these rules can hold",
      related: notes, rule: first.rule)
  }

  /// Returns a context in which a circle is closed that is only possible; `nil` if no trial shows one.
  private func shownCircle(from rule: InspectedRule) -> TriedRules.Failure? {
    guard let trials, models.count == 1, canBeMade(rule.key, trials.rulesByKey) else { return nil }
    return trials.circle(from: rule)
  }
}
