import LuaBridge
import LuaRules

/// Finds out whether two rules can certainly both hold in some context.
///
/// A value that the program sets may be anything. A value that rules assign may
/// depend on other keys, so it counts only if the two conditions share no such
/// dependency.
final class Independence {
  private let rules: CheckedRules
  private let check: Check
  private var roots: [Int: Set<ByteName>] = [:]

  init(_ rules: CheckedRules, _ check: Check) {
    self.rules = rules
    self.check = check
  }

  /// Returns whether two rules certainly can both hold in an open case.
  ///
  /// - Parameters:
  ///   - first: One rule.
  ///   - second: The other rule.
  ///   - isOpen: Returns whether a case in which both hold matters.
  /// - Returns: Whether such a context certainly exists.
  func canBothHold(
    _ first: Candidate, _ second: Candidate, where isOpen: (RuleCase) -> Bool = { _ in true }
  ) -> Bool {
    guard let left = first.cases, let right = second.cases, left.count * right.count <= 256 else {
      return false
    }
    return left.contains { situation in
      right.contains { other in
        situation.and(other).map { isPossible($0, situation, other) && isOpen($0) } ?? false
      }
    }
  }

  private func isPossible(_ both: RuleCase, _ left: RuleCase, _ right: RuleCase) -> Bool {
    // A condition that only Lua can decide may be the opposite of the other condition.
    guard both.relations.isEmpty || left.relations == right.relations else { return false }
    let variables = Array(both.domains.keys)
    for (variable, domain) in both.domains {
      guard isPossible(domain, of: variable) else { return false }
    }
    for (index, variable) in variables.enumerated() {
      for other in variables[..<index] {
        // One rule alone can hold, as far as its own conditions are concerned.
        let isAlone = [left, right].contains { situation in
          [variable, other].allSatisfy { situation.domains[$0] == both.domains[$0] }
        }
        guard isAlone || areIndependent(variable, other) else { return false }
      }
    }
    return true
  }

  private func isPossible(_ domain: ValueDomain, of variable: Int) -> Bool {
    let path = rules.model.variables[variable].path
    if check.isUnknown(path) { return false }
    let type = check.type(of: path)
    if domain.isEmpty(for: type) || !rules.declared.allows(variable, domain) { return false }
    if domain.allowed == nil, let listed = type.listedValues,
      !listed.contains(where: { domain.contains($0) })
    {
      return domain.contains(.nothing)
    }
    guard let key = check.assignedKey(of: path) else { return true }
    // Some rule must assign such a value to a key that rules answer for.
    return check.constants(seenFor: key).contains { domain.contains($0) }
  }

  private func areIndependent(_ first: Int, _ second: Int) -> Bool {
    let variables = rules.model.variables
    if !variables[first].parts.isEmpty || !variables[second].parts.isEmpty {
      return root(first).isDisjoint(with: root(second))
    }
    let firstKey = check.assignedKey(of: variables[first].path)
    let secondKey = check.assignedKey(of: variables[second].path)
    if firstKey == nil, secondKey == nil { return true }
    return root(first).isDisjoint(with: root(second))
  }

  /// Returns the keys that a variable may depend on, including its own key.
  private func root(_ variable: Int) -> Set<ByteName> {
    if let known = roots[variable] { return known }
    let description = rules.model.variables[variable]
    var keys: Set<ByteName> = []
    if description.isPath { keys = check.dependencies(of: check.key(of: description.path)) }
    for part in description.parts { keys.formUnion(root(part)) }
    roots[variable] = keys
    return keys
  }
}
