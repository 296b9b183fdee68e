import LuaBridge
import LuaRules

// Checks of what functions do with values, by their types.

extension Check {
  /// Finds instructions that fail, comparisons with one outcome, branches that are never taken, and
  /// loops without an end.
  mutating func checkTypes(of rules: CheckedRules) {
    let analysis = TypeAnalysis(rules.model, types)
    var uses: [Int: [InspectedRule]] = [:]
    var owners: [Int: InspectedRule] = [:]
    var outcomes: [Int: [InspectedRule]] = [:]
    for rule in rules.model.rules {
      for function in rule.functions {
        if owners[function.number] == nil { owners[function.number] = rule }
        uses[function.number, default: []].append(rule)
      }
      if case .function(let function) = rule.outcome {
        outcomes[function.number, default: []].append(rule)
      }
    }
    var told = Told(findings)
    var known: [Int: [TypePlaces.ID: LuaType]] = [:]
    /// What all rules with a function have tested before it is called.
    func facts(before number: Int, _ rules: [InspectedRule]) -> [TypePlaces.ID: LuaType] {
      var common: [TypePlaces.ID: LuaType]?
      for rule in rules {
        var before = rule.conditions[...]
        let position = rule.conditions.firstIndex { $0.isFunction(number) }
        if let position { before = rule.conditions[..<position] }
        let facts = before.isEmpty ? [:] : analysis.facts(of: before, &known)
        common =
          common.map { common in
            common.reduce(into: [:]) { all, fact in
              if let other = facts[fact.key] { all[fact.key] = fact.value.union(other) }
            }
          } ?? facts
        if common?.isEmpty == true { break }
      }
      return common ?? [:]
    }
    for number in analysis.code.functions.keys.sorted() {
      guard let function = analysis.code.functions[number] else { continue }
      for local in function.unusedLocals {
        report(unused: local, in: function.file, owners[number])
      }
      guard
        let typing = analysis.follow(
          number, hasContext: owners[number] != nil,
          facts: facts(before: number, uses[number] ?? []))
      else { continue }
      for fault in typing.faults { report(fault, in: function.file, owners[number], &told) }
      for line in typing.linesNeverReached {
        let place = SourceLocation(file: function.file, line: line)
        guard !told.has(place, [.alwaysTrue, .alwaysFalse, .impossibleComparison]) else { continue }
        add(
          .unreachableBranch, .warning, "this is never reached: an earlier test excludes it",
          at: place,
          fix: "change the test, or remove it", rule: owners[number])
      }
      var seen: Set<String> = []
      for rule in outcomes[number] ?? [] where seen.insert(rule.key).inserted {
        checkResults(typing, in: function.file, of: rule, &told)
      }
    }
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
    guard told.insert(fault.code, place, fault.subject) else { return }
    add(
      fault.code, fault.severity, fault.message, at: place, fix: fault.fix,
      related: fault.inner.map { [RuleError.Note("it fails here", at: $0)] } ?? [],
      subject: fault.subject, replacement: fault.replacement, rule: rule)
  }

  /// Finds results whose kind the key of the rule does not accept.
  private mutating func checkResults(
    _ typing: FunctionTyping, in file: String, of rule: InspectedRule, _ told: inout Told
  ) {
    guard schema.type(of: rule.key) != nil else { return }
    let wanted = schema.typeOfOneRule(for: rule.key)
    let accepted = LuaType(givenTo: wanted)
    for (position, type) in typing.results where !type.isNever && !type.mayBe(accepted.kinds) {
      let place = SourceLocation(file: file, line: typing.function.line(at: position))
      guard told.insert(.wrongType, place, nil) else { continue }
      add(
        .wrongType, .error,
        "a function for `\(rule.key)` gives \(type.text); expected \(wanted.present.expectation)",
        at: place, rule: rule)
    }
  }

  /// The places that findings were told of, so that nothing is told twice in other words.
  private struct Told {
    private var places: [SourceLocation: [(code: RuleFinding.Code, subject: String?)]] = [:]

    private let errors: Set<SourceLocation>

    init(_ findings: [RuleFinding]) {
      errors = Set(findings.lazy.filter { $0.severity == .error }.map(\.location))
      for finding in findings {
        places[finding.location, default: []].append((finding.code, finding.subject))
      }
    }

    func has(_ place: SourceLocation, _ codes: [RuleFinding.Code]) -> Bool {
      places[place]?.contains { codes.contains($0.code) } ?? false
    }

    func hasError(at place: SourceLocation) -> Bool { errors.contains(place) }

    /// Notes a finding; returns whether it is new.
    mutating func insert(_ code: RuleFinding.Code, _ place: SourceLocation, _ subject: String?)
      -> Bool
    {
      let known = places[place] ?? []
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
        return other.code == code
          && (other.subject == subject || other.subject == nil || subject == nil
            || code == .impossibleComparison || code == .wrongType)
      }
      if !isKnown { places[place, default: []].append((code, subject)) }
      return !isKnown
    }
  }
}

extension InspectedRule.Condition {
  /// Whether the condition is the function with a number.
  fileprivate func isFunction(_ number: Int) -> Bool {
    if case .function(let function) = self { function.number == number } else { false }
  }
}

extension FunctionTyping {
  /// The first lines of branches that no way reaches, although the code leads there.
  var linesNeverReached: [Int] {
    let isInCode = function.reachablePositions()
    var lines: [Int] = []
    var position = 0
    while position < function.code.count {
      guard isInCode[position], !isReached[position] else {
        position += 1
        continue
      }
      let start = position
      var endsStatement = false
      while position < function.code.count, isInCode[position], !isReached[position] {
        switch function.code[position].opcode {
        case .return, .returnOne, .tailCall: endsStatement = true
        case .loadInteger, .loadFloat, .loadConstant, .loadTrue, .loadFalse, .loadNil, .move:
          if position == start, assignsInBranch(start) { endsStatement = true }
        case .jump where position > start: endsStatement = true
        default: break
        }
        position += 1
      }
      // What stands behind `or` is no branch of its own.
      if endsStatement, !follows(aFailureBefore: start) { lines.append(function.line(at: start)) }
    }
    return lines
  }

  /// Whether an instruction assigns to a local variable as the only statement of a branch, and not as
  /// what stands behind `or`.
  private func assignsInBranch(_ position: Int) -> Bool {
    let target = function.code[position].a
    guard position >= 2, name(of: target, at: position - 1) != nil else { return false }
    let test = function.code[position - 2]
    return test.opcode.isTest && test.opcode != .testSet
      && !(test.opcode == .test && test.a == target)
  }

  /// Whether only a failing instruction, or a loop without an end, keeps a position from being reached.
  private func follows(aFailureBefore start: Int) -> Bool {
    faults.contains { $0.code == .endlessLoop && $0.position <= start }
      || raises && start > 0
        && isReached[start - 1] && !function.code[start - 1].opcode.isTest
        && function.code[start - 1].opcode != .jump
  }
}
