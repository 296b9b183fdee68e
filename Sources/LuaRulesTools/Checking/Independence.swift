import LuaBridge
import LuaRules

/// Tells whether two rules can certainly both hold in some context.
///
/// What the program sets may be anything. What rules answer may depend on it, so
/// such keys count only where nothing else in the two conditions can be behind them.
final class Independence {
  private let rules: CheckedRules
  private let check: Check
  private var roots: [Int: Set<ByteName>] = [:]

  init(_ rules: CheckedRules, _ check: Check) {
    self.rules = rules
    self.check = check
  }

  /// Tells whether two rules can both hold in a situation that is open.
  ///
  /// - Parameters:
  ///   - first: One rule.
  ///   - second: The other one.
  ///   - isOpen: Whether it matters that both hold in a situation.
  /// - Returns: Whether there certainly is such a context.
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
    // What only Lua can tell may be the opposite of the other condition.
    guard both.relations.isEmpty || left.relations == right.relations else { return false }
    let variables = Array(both.domains.keys)
    for (variable, domain) in both.domains {
      guard isPossible(domain, of: variable) else { return false }
    }
    for (index, variable) in variables.enumerated() {
      for other in variables[..<index] {
        // One rule alone can hold, as far as its own conditions go.
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
    if let allowed = domain.allowed {
      guard allowed.contains(where: { type.admits($0) }) else { return false }
    } else if let listed = type.listedValues, !listed.contains(where: { domain.contains($0) }) {
      return domain.contains(.nothing)
    }
    guard let key = check.assignedKey(of: path) else { return true }
    // A key that rules answer for has to be given such a value somewhere.
    return check.constants(givenTo: key).contains { domain.contains($0) }
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

  /// The keys that a variable may depend on, itself included.
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
