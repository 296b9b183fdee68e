import LuaBridge
import LuaBytecode
import LuaRules

// Checks of what functions do with values, by their types.

extension Check {
  /// Finds instructions that fail, comparisons with one outcome, branches that are never taken, and
  /// loops without an end.
  mutating func checkTypes(of rules: CheckedRules) {
    let uses = FunctionUsers(rules.model.rules)
    let declared = RuleTyping(TypeAnalysis(rules.model, types), uses)
    // Only findings are looked at once more, without what the engine does not make sure of.
    let certain = RuleTyping(TypeAnalysis(rules.model, types.strict), uses)
    let hiding = TypeAnalysis(rules.model, types)
    hiding.hidesSwitches = true
    let anyway = RuleTyping(hiding, uses)
    var told = Told(findings)
    var plain = PlainFunctions(types)
    for number in rules.model.code.functions.keys.sorted() {
      guard let function = rules.model.code.functions[number] else { continue }
      let owner = uses.owners[number]
      for local in function.unusedLocals { report(unused: local, in: function.file, owner) }
      if let owner, isPlain(function.code, number, owner, uses, &plain) { continue }
      guard let typing = declared.follow(number) else { continue }
      var proven: RuleTyping.Result??
      func isCertain(_ isTold: (RuleTyping.Result) -> Bool) -> Bool {
        if proven == nil { proven = .some(certain.follow(number)) }
        return proven.flatMap { $0 }.map(isTold) ?? false
      }
      lazy var facts = self.facts(in: typing.tests)
      for fault in typing.faults {
        if fault.code == .possibleNil, !fault.isFatal {
          guard !isGuarded(fault, in: number, uses, rules, declared) else { continue }
        } else if !isCertain({ $0.faults.contains { $0.isSame(as: fault) } }) {
          guard !facts.isEmpty else { continue }
          report(fault.resting(on: facts), in: function.file, owner, &told)
          continue
        }
        report(fault, in: function.file, owner, &told)
      }
      for fault in typing.calledFaults {
        if fault.place != 0 {
          guard !isGuarded(fault, in: number, uses, rules, declared) else { continue }
        } else if !isCertain({ $0.calledFaults.contains { $0.isSame(as: fault) } }) {
          let facts = self.facts(in: typing.calledTests)
          guard !facts.isEmpty else { continue }
          report(fault.resting(on: facts), in: fault.file ?? function.file, owner, &told)
          continue
        }
        report(fault, in: fault.file ?? function.file, owner, &told)
      }
      for branch in typing.neverReached {
        let line = branch.line
        let place = SourceLocation(file: function.file, line: line)
        guard !told.has(place, [.alwaysTrue, .alwaysFalse, .impossibleComparison]) else { continue }
        // What is wrong with the test itself is told there.
        let testPlace = SourceLocation(file: function.file, line: branch.testLine)
        if branch.testLine != line, told.hasAny(at: testPlace) { continue }
        if let setting = branch.setting {
          add(
            .unreachableBranch, .info, "\(setting), so this is never reached", at: place,
            rule: owner)
          continue
        }
        // A switch of the author may decide it by way of a variable.
        guard anyway.follow(number)?.neverReached.contains(where: { $0.line == line }) == true
        else { continue }
        let isCertain = isCertain { $0.neverReached.contains { $0.line == line } }
        guard isCertain || !facts.isEmpty else { continue }
        add(
          .unreachableBranch, .warning,
          "this is never reached: an earlier test excludes it\(isCertain ? "" : facts.text)",
          at: place, fix: "change the test, or remove it", rule: owner)
      }
      var seen: Set<String> = []
      for rule in uses.outcomes[number] ?? [] where seen.insert(rule.key).inserted {
        for (position, type) in wrongResults(typing.results, of: rule) {
          let isCertain = isCertain { proven in
            // What is missing declines.
            let given = proven.results.map { (position: $0.position, type: $0.type.present) }
            return wrongResults(given, of: rule).contains { $0.position == position }
          }
          guard isCertain || !facts.isEmpty else { continue }
          let place = SourceLocation(file: function.file, line: function.code.line(at: position))
          guard told.insert(.wrongType, place, nil) else { continue }
          let wanted = schema.typeOfOneRule(for: rule.key).present
          add(
            .wrongType, isCertain ? .error : .warning,
            "a function for `\(rule.key)` gives \(type.text); expected \(wanted.expectation)"
              + (isCertain ? "" : facts.text),
            at: place, rule: rule)
        }
      }
    }
  }

  /// Whether a function of rules is so simple that nothing can be told of it.
  private func isPlain(
    _ code: CompiledFunction, _ number: Int, _ owner: InspectedRule, _ uses: FunctionUsers,
    _ plain: inout PlainFunctions
  ) -> Bool {
    let isFirst = owner.isFirstCondition(number) && uses.rules[number]?.count == 1
    guard
      let results = plain.results(
        of: code, isFirst: isFirst, mayKnowNil: owner.mayTellNil(before: number))
    else { return false }
    return (uses.outcomes[number] ?? []).allSatisfy { rule in
      wrongResults(results.map { (position: 0, type: $0) }, of: rule).isEmpty
    }
  }

  /// Returns what findings in a function rest on.
  private func facts(in tests: TestedPlaces) -> DeclaredFacts {
    var facts = DeclaredFacts()
    for (name, type) in tests.calculated.sorted(by: { $0.key < $1.key }) {
      facts.add(calculated: name, type)
    }
    for (name, value) in tests.values.sorted(by: { $0.key < $1.key }) where !value.type.isAny {
      let path = value.path ?? []
      facts.add(
        name, value.type, isRequired: requires(path), isAnswered: isAlwaysAnswered(path),
        isOrdered: value.isOrdered)
    }
    return facts
  }

  /// Whether rules that are asked before one of the rules with a function may make sure that a value is
  /// there: their conditions may hold where it is missing.
  private func isGuarded(
    _ fault: TypeFault, in number: Int, _ uses: FunctionUsers, _ rules: CheckedRules,
    _ typing: RuleTyping
  ) -> Bool {
    guard let path = fault.path else { return false }
    for rule in uses.rules[number] ?? [] {
      guard let candidates = rules.keys.first(where: { $0.key == rule.key })?.candidates else {
        return true
      }
      for candidate in candidates {
        if candidate.rule.declarationIndex == rule.declarationIndex { break }
        if candidate.mayDepend(on: path, typing) { return true }
      }
    }
    return false
  }

  /// Returns the results whose kind the key of a rule does not accept.
  private func wrongResults(
    _ results: [RuleTyping.Returned], of rule: InspectedRule
  ) -> [RuleTyping.Returned] {
    guard schema.type(of: rule.key) != nil else { return [] }
    let accepted = LuaType(givenTo: schema.typeOfOneRule(for: rule.key))
    return results.filter { !$0.type.isNever && !$0.type.mayBe(accepted.kinds) }
  }

  private mutating func report(
    unused local: InspectedFile.UnusedLocal, in file: String, _ rule: InspectedRule?
  ) {
    add(
      .unusedLocal, .warning, "the variable `\(local.name)` is not used",
      at: SourceLocation(file: file, line: local.line),
      fix: "remove it, or call it `_\(local.name)`",
      subject: local.name, rule: rule)
  }

  private mutating func report(
    _ fault: TypeFault, in file: String, _ rule: InspectedRule?, _ told: inout Told
  ) {
    let place = SourceLocation(file: file, line: fault.line)
    // What a called function does wrong whatever it is given, is told there.
    if let inner = fault.inner, told.hasError(at: inner) { return }
    guard told.insert(fault.code, place, fault.subject, fault.message) else { return }
    add(
      fault.code, fault.severity, fault.message, at: place, fix: fault.fix,
      related: (fault.inner.map { [RuleError.Note("it fails here", at: $0)] } ?? [])
        + (fault.call.map { [RuleError.Note("with what is given here", at: $0)] } ?? []),
      subject: fault.subject, replacement: fault.replacement, rule: rule)
  }

  /// The places that findings were told of, so that nothing is told twice in other words.
  private struct Told {
    private var places: [SourceLocation: [Finding]] = [:]

    private struct Finding {
      let code: RuleFinding.Code
      let subject: String?
      /// What is compared, as in `` `size` is never "xl"``.
      let compared: Substring?

      init(_ code: RuleFinding.Code, _ subject: String?, _ message: String) {
        self.code = code
        self.subject = subject
        compared = message.firstRange(of: "` is never ").map { message[..<$0.lowerBound] }
      }
    }

    private let errors: Set<SourceLocation>

    init(_ findings: [RuleFinding]) {
      errors = Set(findings.lazy.filter { $0.severity == .error }.map(\.location))
      for finding in findings {
        places[finding.location, default: []].append(
          Finding(finding.code, finding.subject, finding.message))
      }
    }

    func has(_ place: SourceLocation, _ codes: [RuleFinding.Code]) -> Bool {
      places[place]?.contains { codes.contains($0.code) } ?? false
    }

    func hasAny(at place: SourceLocation) -> Bool { places[place]?.isEmpty == false }

    func hasError(at place: SourceLocation) -> Bool { errors.contains(place) }

    /// Notes a finding; returns whether it is new.
    mutating func insert(
      _ code: RuleFinding.Code, _ place: SourceLocation, _ subject: String?, _ message: String = ""
    ) -> Bool {
      let known = places[place] ?? []
      let new = Finding(code, subject, message)
      let isKnown = known.contains { other in
        if code == .impossibleComparison,
          other.code == .alwaysFalse || other.code == .alwaysTrue
            || other.code == .nullComparison
        {
          return true
        }
        if code == .wrongCall, other.code == .unknownHostFunction || other.code == .undefinedGlobal
        {
          return true
        }
        if code == .unknownMember, other.code == .undefinedGlobal {
          return other.subject == subject
        }
        // Several values are compared in one line.
        if let one = new.compared, let two = other.compared, one != two { return false }
        return other.code == code
          && (other.subject == subject || other.subject == nil || subject == nil
            || code == .impossibleComparison || code == .wrongType)
      }
      if !isKnown { places[place, default: []].append(new) }
      return !isKnown
    }
  }
}

extension InspectedRule {
  /// Whether a condition before a function may tell that a value is nil.
  fileprivate func mayTellNil(before number: Int) -> Bool {
    for condition in conditions {
      switch condition {
      case .function(let function) where function.number == number: return false
      case .function: return true
      case .pattern(let entries):
        let allowsNil = entries.contains {
          $0.allowed.contains(.nothing) || $0.allowed.contains(.null)
        }
        if allowsNil { return true }
      case .never, .host: break
      }
    }
    return false
  }

  /// Whether a function is called before anything else of the rule.
  fileprivate func isFirstCondition(_ number: Int) -> Bool {
    switch conditions.first {
    case .function(let function): return function.number == number
    case .none: return true
    case .never, .host, .pattern: return false
    }
  }
}

extension Candidate {
  /// Whether it may depend on the value at a path that the rule answers: by its conditions, or by a value
  /// function that declines.
  fileprivate func mayDepend(on path: [String], _ typing: RuleTyping) -> Bool {
    func reads(_ function: InspectedFunction) -> Bool {
      function.graph.obstacle != nil || function.graph.nodes.isEmpty
        || function.probablePaths.contains { $0.starts(with: path) || path.starts(with: $0) }
    }
    switch rule.outcome {
    case .constant: break
    case .host: return true
    case .function(let function): if reads(function), typing.mayDecline(function) { return true }
    }
    return rule.conditions.contains { condition in
      switch condition {
      case .never: false
      case .host: true
      case .pattern(let entries): entries.contains { $0.path.starts(with: path) }
      case .function(let function): reads(function)
      }
    }
  }
}

extension TypeFault {
  /// Whether another analysis has found the same at the same place.
  fileprivate func isSame(as other: TypeFault) -> Bool {
    code == other.code && position == other.position && line == other.line
      && severity == other.severity && file == other.file
  }
}
