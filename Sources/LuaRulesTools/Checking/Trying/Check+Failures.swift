import LuaBridge
import LuaRules

// Rules that fail in contexts of the schema, which trials show.

extension Check {
  /// Tries the rules that only Lua can run, of which nothing else is told.
  mutating func checkFailures(of rules: CheckedRules) {
    guard let trials, trials.findsFailures, rules.number == 0, trials.load() != nil else { return }
    let told = Set(
      findings.lazy.filter { $0.severity >= .warning }.flatMap { [$0.rule, $0.location] }
        .compactMap(\.self))
    let rulesByKey = trials.rulesByKey
    let keys = rules.keys.compactMap { key, candidates -> TriedRules.TriedKey? in
      let tried = candidates.filter {
        !$0.rule.functions.isEmpty && !told.contains($0.rule.location)
      }
      guard !tried.isEmpty, canBeMade(key, rulesByKey) else { return nil }
      return .init(
        key: key,
        rules: tried.map { candidate in
          let ways = (candidate.cases ?? []).map { settings(of: $0, rules) }.filter { way in
            way.allSatisfy {
              !$0.value.isEqual(to: .null) || types.mayBeMissing(inUsualContexts: $0.path)
            }
          }.prefix(4)
          return .init(
            rule: candidate.rule,
            ways: ways.filter { !$0.isEmpty } + mentioned(in: candidate.rule, rules))
        })
    }
    var reported: Set<SourceLocation> = []
    let hasEndless = findings.contains { $0.code == .endlessLoop }
    for (rule, failure) in trials.failures(of: keys) {
      // It is told where it begins.
      if hasEndless, failure.error.isEndless { continue }
      let place = failure.error.location ?? rule.location
      guard !told.contains(place), reported.insert(place).inserted else { continue }
      add(
        .possibleFailure, .warning, text(of: failure, rule), at: place, fix: failure.error.hint,
        rule: rule)
    }
    checkExhausted(rules, rulesByKey, told: told)
  }

  /// How many constants of a rule are tried as numbers that it reads.
  private static let mostMentioned = 6

  /// Returns values of the context that are equal to constants of a rule.
  private func mentioned(
    in rule: InspectedRule, _ rules: CheckedRules
  ) -> [[TriedRules.Setting]] {
    var settings: [[TriedRules.Setting]] = []
    for function in rule.functions {
      guard let code = rules.model.code.functions[function.number]?.code else { continue }
      let paths = function.probablePaths.filter { path in
        guard !path.isEmpty, !isAssigned(path) else { return false }
        switch type(of: path).withoutNull {
        case .integer, .number: return true
        default: return false
        }
      }
      for path in Set(paths).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        for number in Set(MentionedConstants.integers(in: code)).sorted() {
          guard settings.count < Self.mostMentioned else { return settings }
          settings.append([(path, .integer(number))])
        }
      }
    }
    return settings
  }

  /// Returns what fails, and when.
  private func text(of failure: TriedRules.Failure, _ rule: InspectedRule) -> String {
    let error = failure.error
    guard error.code != .budget else {
      return "the rule for `\(rule.key)` comes to no end: \(error.message)"
    }
    return error.message + example(of: failure)
  }

  /// Returns what a failure depends on, as the end of a sentence.
  func example(of failure: TriedRules.Failure) -> String {
    var conditions = failure.values.prefix(TriedRules.Failure.mostNamed).compactMap {
      path, value -> String? in
      let type = schema.type(ofDeclared: path[...])
      // What an object has is told of its members.
      if case .object = type.withoutNull, case .table = value { return nil }
      let text = (try? JSON.write(value, as: type)) ?? "set"
      return "`\(path.joined(separator: "."))` is \(text)"
    }
    conditions += failure.missing.map { "`\($0.joined(separator: "."))` is missing" }
    let further = failure.values.count - TriedRules.Failure.mostNamed
    if further > 0 { conditions.append("\(further.counted("further value")) too") }
    guard let last = conditions.popLast() else { return "" }
    let start = conditions.joined(separator: ", ")
    return ", for example where \(start.isEmpty ? last : "\(start) and \(last)")"
  }

  /// Whether contexts have all that the rules for a key read, and the rules for what they read.
  func canBeMade(_ key: String, _ rulesByKey: [ByteName: [InspectedRule]]) -> Bool {
    var seen: Set<ByteName> = []
    var pending = [key]
    while let key = pending.popLast() {
      guard seen.insert(ByteName(key)).inserted else { continue }
      for rule in rulesByKey[key] ?? [] {
        if trials?.rulesWithMethods.contains(rule.location) == true { return false }
        for path in rule.probablePaths {
          if isAssigned(path) {
            pending.append(self.key(of: path))
          } else if !declaredType(in: path).canBeMade {
            return false
          }
        }
      }
    }
    return true
  }

  /// Returns the type of a path, or of the first text on it, as in `title.upper`.
  private func declaredType(in path: [String]) -> ValueType {
    for count in 1..<max(path.count, 1) {
      let type = type(of: Array(path[..<count]))
      if case .string = type.withoutNull { return type }
    }
    return type(of: path)
  }
}

extension ValueType {
  /// Whether the schema says enough of a type to make values of it.
  fileprivate var canBeMade: Bool {
    switch withoutNull {
    case .object(let object):
      object.members.allSatisfy { $0.type.isFunction || $0.type.canBeMade }
    case .list(let element), .dictionary(let element): element.canBeMade
    case .any, .opaque, .function, .variant: false
    default: true
    }
  }
}

extension RuleError {
  /// Whether a function did not come to its end.
  fileprivate var isEndless: Bool { code == .budget || message.contains("stack overflow") }
}
