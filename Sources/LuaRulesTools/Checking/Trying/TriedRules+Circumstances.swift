import LuaBridge
import LuaRules

// What a failure depends on.

extension TriedRules {
  /// How many evaluations the search for the values of a failure may take.
  private static let mostTakenAway = 80

  /// Returns a failure with the values without which the rule does not fail, and with the paths at which
  /// a value would help.
  func described(
    _ error: RuleError, of attempt: Attempt, in values: LuaTable
  ) -> Failure {
    var failure = Failure(error: error)
    let end = evaluationsLeft.failures - Self.mostTakenAway
    func fails(_ values: LuaTable) -> Bool {
      evaluationsLeft.failures > end && isSame(attempt, values, error)
    }
    let smallest = smallest(values, fails)
    failure.values = smallest.leaves(below: [])
    var random = attempt.loaded.usualRandom
    let lacking = attempt.rule.probablePaths.map { smallest.lackingPart(of: $0) }
    for path in lacking.compactMap(\.self).uniquePaths() where failure.missing.count < 3 {
      guard !failure.missing.contains(where: { path.starts(with: $0) }),
        let value = random.value(of: schema.type(ofDeclared: path[...]), at: path),
        evaluationsLeft.failures > end,
        !isSame(attempt, values.setting(value, at: path[...]), error)
      else { continue }
      failure.missing.append(path)
    }
    return failure
  }

  /// Returns a table without the fields and the elements that a failure does not need.
  private func smallest(_ table: LuaTable, _ fails: (LuaTable) -> Bool) -> LuaTable {
    var table = table
    while let last = table.elements.last {
      table.elements.removeLast()
      guard fails(table) else {
        table.elements.append(last)
        break
      }
    }
    for field in table.fields {
      var without = table
      without.fields.removeAll { $0.name.hasSameBytes(as: field.name) }
      if fails(without) {
        table = without
      } else if case .table(let inner) = field.value {
        let outer = table
        let small = smallest(inner) { fails(outer.setting(.table($0), at: [field.name])) }
        table = outer.setting(.table(small), at: [field.name])
      }
    }
    return table
  }
}

extension LuaTable {
  /// Returns the values of a context, without the objects around them.
  fileprivate func leaves(below path: [String]) -> [TriedRules.Setting] {
    fields.flatMap { field in
      let path = path + [field.name]
      guard case .table(let inner) = field.value, inner.elements.isEmpty, !inner.fields.isEmpty
      else { return [(path, field.value)] }
      return inner.leaves(below: path)
    }
  }

  /// Returns the first part of a path at which there is no value; `nil` if there is a value at the path.
  fileprivate func lackingPart(of path: [String]) -> [String]? {
    var table = self
    for (index, name) in path.enumerated() {
      guard let value = table[name] else { return Array(path[...index]) }
      guard case .table(let inner) = value else { return nil }
      table = inner
    }
    return nil
  }
}

extension [[String]] {
  fileprivate func uniquePaths() -> [[String]] {
    var seen: Set<[String]> = []
    return filter { seen.insert($0).inserted }
  }
}
