import LuaBridge
import LuaRules

// Rules that fail in contexts of the schema, which trials show.

extension Check {
  /// Tries the rules that only Lua can run, of which nothing else is told.
  mutating func checkFailures(of rules: CheckedRules) {
    guard let trials, trials.findsFailures, rules.number == 0 else { return }
    let told = Set(
      findings.lazy.filter { $0.severity >= .warning }.flatMap { [$0.rule, $0.location] }
        .compactMap(\.self))
    let keys = rules.keys.compactMap { key, candidates -> TriedRules.TriedKey? in
      let tried = candidates.filter {
        !$0.rule.functions.isEmpty && !told.contains($0.rule.location)
      }
      guard !tried.isEmpty, canBeMade(key) else { return nil }
      return .init(
        key: key,
        rules: tried.map { candidate in
          let ways = (candidate.cases ?? []).prefix(4).map { settings(of: $0, rules) }
          return .init(rule: candidate.rule, ways: ways.filter { !$0.isEmpty })
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
        .possibleFailure, .warning, failure.text, at: place, fix: failure.error.hint,
        rule: rule)
    }
    checkExhausted(rules, told: told)
  }

  /// Whether contexts have all that the rules for a key read, and the rules for what they read.
  private func canBeMade(_ key: String) -> Bool {
    var seen: Set<ByteName> = []
    var pending = [key]
    while let key = pending.popLast() {
      guard seen.insert(ByteName(key)).inserted else { continue }
      for rule in models.lazy.flatMap(\.model.rules) where rule.key.hasSameBytes(as: key) {
        for path in rule.probablePaths {
          if isAssigned(path) {
            pending.append(self.key(of: path))
          } else if !type(of: path).canBeMade {
            return false
          }
        }
      }
    }
    return true
  }
}

extension ValueType {
  /// Whether the schema says enough of a type to make values of it.
  fileprivate var canBeMade: Bool {
    switch withoutNull {
    case .object(let object): object.members.allSatisfy(\.type.canBeMade)
    case .list(let element), .dictionary(let element): element.canBeMade
    case .any, .opaque, .function: false
    default: true
    }
  }
}

extension TriedRules.Failure {
  /// The failure and when it happens.
  var text: String {
    var conditions = values.prefix(4).map { path, value in
      "`\(path.joined(separator: "."))` is \((try? JSON.write(value)) ?? "set")"
    }
    conditions += missing.map { "`\($0.joined(separator: "."))` is missing" }
    guard let last = conditions.popLast() else { return error.message }
    let start = conditions.joined(separator: ", ")
    return "\(error.message), for example where \(start.isEmpty ? last : "\(start) and \(last)")"
  }
}

extension RuleError {
  /// Whether a function did not come to its end.
  fileprivate var isEndless: Bool { code == .budget || message.contains("stack overflow") }
}
