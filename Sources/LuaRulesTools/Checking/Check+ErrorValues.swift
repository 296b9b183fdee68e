import LuaBridge
import LuaRules

// Keys that have their default after a rule failed.

extension Check {
  /// Finds keys that join the values of their rules, of which one can fail, and that do not say what
  /// accessors return then.
  ///
  /// The default of such a key usually means that no rule had anything to say.
  mutating func checkErrorValues(of rules: CheckedRules) {
    let silent = rules.keys.filter { key, _ in
      schema.hitPolicy(of: key).joinsValues && !schema.hasValueOnError(key)
        // An export leaves out the values of secrets.
        && !schema.isSecret(key)
    }
    guard !silent.isEmpty else { return }
    let failing = FailingRules(rules, types, names, dependencies, asking: silent.map(\.key))
    for (key, candidates) in silent {
      guard let rule = candidates.lazy.map(\.rule).first(where: failing.contains) else { continue }
      add(
        .defaultOnError, .warning,
        "this rule can fail, and after an error `\(key)` has its default, as if no rule held",
        at: rule.location,
        fix: "declare what it has then: `x-on-error` in the schema, `valueOnError` in Swift",
        subject: key, rule: rule)
    }
  }
}

/// Which rules can fail, as far as their types do not exclude it.
private final class FailingRules {
  private let model: InspectedModel
  private let types: KeyTypes
  private let names: DeclaredNames
  private let typing: RuleTyping
  private var functions: [Int: Bool] = [:]
  /// The rules for the keys that are asked that read a key whose rules can fail.
  private var readers: Set<ObjectIdentifier> = []

  /// Looks at the rules for some keys, and for those that they read.
  ///
  /// - Complexity: O(*n*) for *n* rules and their reads.
  init(
    _ rules: CheckedRules, _ types: KeyTypes, _ names: DeclaredNames,
    _ dependencies: KeyDependencies, asking asked: [String]
  ) {
    model = rules.model
    self.types = types
    self.names = names
    typing = RuleTyping(TypeAnalysis(model, types), rules.uses)
    let rulesByKey = Dictionary(grouping: model.rules) { ByteName($0.key) }
    var readers: [ByteName: [ByteName]] = [:]
    var known = Set(names: asked)
    var pending = asked.map { ByteName($0) }
    var found: [ByteName] = []
    while let key = pending.popLast() {
      if rulesByKey[key]?.contains(where: failsItself) == true { found.append(key) }
      for read in dependencies.reads[key] ?? [] {
        readers[ByteName(read.key), default: []].append(key)
        if known.insert(ByteName(read.key)).inserted { pending.append(ByteName(read.key)) }
      }
    }
    var failing: Set<ByteName> = []
    while let key = found.popLast() {
      if failing.insert(key).inserted { found += readers[key] ?? [] }
    }
    for read in asked.lazy.flatMap({ dependencies.reads[$0] ?? [] })
    where failing.contains(read.key) {
      self.readers.insert(ObjectIdentifier(read.rule))
    }
  }

  /// Whether a rule can fail, or a rule of a key that it reads.
  func contains(_ rule: InspectedRule) -> Bool {
    readers.contains(ObjectIdentifier(rule)) || failsItself(rule)
  }

  private func failsItself(_ rule: InspectedRule) -> Bool {
    rule.conditions.contains(where: canFail) || canFail(rule.outcome)
  }

  private func canFail(_ condition: InspectedRule.Condition) -> Bool {
    switch condition {
    case .pattern, .never: false
    case .host: true
    case .function(let function): canFail(function)
    }
  }

  private func canFail(_ outcome: InspectedRule.Outcome) -> Bool {
    switch outcome {
    case .constant: false
    case .host: true
    case .function(let function): canFail(function)
    }
  }

  // MARK: Functions

  private func canFail(_ function: InspectedFunction) -> Bool {
    if let known = functions[function.number] { return known }
    let result = raises(function) || usesWhatMayBeMissing(function)
    functions[function.number] = result
    return result
  }

  private func raises(_ function: InspectedFunction) -> Bool {
    typing.follow(function.number).map { typing in
      typing.mayRaise || (typing.faults + typing.calledFaults).contains(where: \.isFailure)
    } ?? true
  }

  /// Whether a function reads a member of something that may be missing, or calculates with it, and does
  /// not test it.
  private func usesWhatMayBeMissing(_ function: InspectedFunction) -> Bool {
    let graph = function.graph
    let paths = function.probablePaths.filter { !$0.isEmpty }
    // Members of a missing object are nil where rules answer for one of them.
    var used = paths.filter { !names.prefixes.contains(ByteName($0[0])) }
      .flatMap { path in path.indices.dropFirst().map { Array(path[..<$0]) } }
    var tested: Set<[String]> = []
    if graph.obstacle != nil || graph.nodes.isEmpty { used += paths }
    for node in graph.nodes {
      switch node {
      case .lua: used += paths
      case .result(let operand, _): used += parts(of: operand)
      case .test(let test, _, _, _):
        let operands = [test.left] + (test.kind == .isTrue ? [] : [test.right])
        used += operands.flatMap(parts)
        switch test.kind {
        case .isLess, .isLessOrEqual: used += operands.compactMap(path)
        case .isTrue, .isEqual: tested.formUnion(operands.compactMap(path))
        }
      }
    }
    return used.contains { !tested.contains($0) && types.mayBeMissing($0) }
  }

  /// The path that an operand is; `nil` for a constant, and for what is calculated.
  private func path(of operand: DecisionGraph.Operand) -> [String]? {
    guard case .variable(let number) = operand, model.variables[number].isPath else { return nil }
    return model.variables[number].path
  }

  /// The paths from which an operand is calculated.
  private func parts(of operand: DecisionGraph.Operand) -> [[String]] {
    guard case .variable(let number) = operand, !model.variables[number].isOpposite else {
      return []
    }
    return model.variables[number].parts.flatMap { part -> [[String]] in
      let variable = DecisionGraph.Operand.variable(part)
      return [path(of: variable)].compactMap(\.self) + parts(of: variable)
    }
  }
}

extension TypeFault {
  /// Whether an evaluation fails where it comes to the fault.
  fileprivate var isFailure: Bool { isFatal || code == .possibleNil && !endsLoop }
}
