import LuaBridge
import LuaRules

// Numbers that rules give and that the schema excludes: the engine does not compare them with `minimum` and
// `maximum`, but for integers.

extension Check {
  /// Finds constants outside of the bounds of their keys.
  mutating func checkBounds(of rules: CheckedRules) {
    // The engine refuses integers itself.
    let refused = Set(findings.lazy.filter { $0.code == .wrongValue }.map(\.location))
    for rule in rules.model.rules {
      guard case .constant(let value) = rule.outcome, let type = declaredNumbers(of: rule.key)
      else { continue }
      let given = LuaType(value: value)
      guard given.isOnly(.number), given.isOutside(of: type) else { continue }
      let place = rule.valueLocation
      guard !refused.contains(place) else { continue }
      add(
        .wrongValue, .warning,
        "rule for `\(rule.key)` gives \(value.literal); the schema says that it is \(type.boundsText ?? "")",
        at: place, subject: value.literal, rule: rule)
    }
  }

  /// Reports results of a function that are outside of the bounds of its key whatever the context has.
  mutating func reportOutOfBounds(
    _ typing: RuleTyping.Result, _ function: InspectedCode.Function, _ users: [InspectedRule],
    _ told: inout ToldFindings
  ) {
    for rule in users {
      guard let type = declaredNumbers(of: rule.key) else { continue }
      for (position, result) in outOfBounds(typing.results, of: rule) {
        let given = result.present
        let place = SourceLocation(file: function.file, line: function.code.line(at: position))
        guard !told.hasAny(at: place), told.insert(.wrongValue, place, nil) else { continue }
        let text =
          given.range.only == nil ? given.boundsText.map { "a number \($0)" } : given.text
        add(
          .wrongValue, .warning,
          "a function for `\(rule.key)` gives \(text ?? given.text); the schema says that it is \(type.boundsText ?? "")",
          at: place, rule: rule)
      }
    }
  }

  /// Returns the results that are outside of the bounds of a rule's key.
  private func outOfBounds(
    _ results: [RuleTyping.Returned], of rule: InspectedRule
  ) -> [RuleTyping.Returned] {
    guard let type = declaredNumbers(of: rule.key) else { return [] }
    return results.filter { $0.type.present.isOnly(.number) && $0.type.present.isOutside(of: type) }
  }

  /// Whether the schema says of a key which numbers it may have.
  func hasBounds(_ key: String) -> Bool { declaredNumbers(of: key) != nil }

  /// Returns the declared numbers of a key that have a bound; `nil` for another key.
  private func declaredNumbers(of key: String) -> LuaType? {
    guard !schema.hitPolicy(of: key).joinsValues, let type = acceptedType(for: key) else {
      return nil
    }
    let declared = types.values(of: DeclaredPlace(type: type, path: key)).present
    return declared.isOnly(.number) && declared.boundsText != nil ? declared : nil
  }
}

extension LuaType {
  /// Whether none of the numbers is one of another type.
  fileprivate func isOutside(of other: LuaType) -> Bool {
    var (mine, others) = (range, other.range)
    (mine.mayBeNaN, others.mayBeNaN) = (false, false)
    return !mine.isEmpty && mine.intersection(others).isEmpty
  }
}
