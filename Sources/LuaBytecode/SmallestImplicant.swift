/// A search for the smallest set of conditions that excludes every branch to a
/// false result.
///
/// A set of decided conditions makes the function true, whatever the others
/// are, exactly if it contradicts each branch that leads to false. So sets grow
/// from the empty set, all sets of one size before the next size; each set is
/// extended only by conditions that contradict a branch that it still allows.
package struct SmallestImplicant {
  /// The maximum number of steps: one for each comparison of a set with a
  /// branch.
  package static let stepLimit = 1 << 18
  /// The price of one more set, in steps.
  private static let stepsPerSet = 16

  /// A set of decided conditions; it excludes all branches before index `open`.
  private struct Candidate {
    let set: Cube
    var open: Int
  }

  /// Returns the size of the smallest set; `nil` if the search took too many
  /// steps.
  ///
  /// - Parameters:
  ///   - ways: The conditions on each branch to a false result. At least one
  ///     assignment contradicts them all.
  ///   - total: The steps of the search are added to it, like those of
  ///     ``DecisionWays``.
  /// - Returns: The number of conditions.
  package static func size(excluding ways: [Cube], _ total: inout Int) -> Int? {
    if ways.isEmpty { return 0 }
    let ways = ordered(ways)
    var steps = 0
    defer { total += steps / 2 }
    var candidates = [Candidate(set: Cube(), open: 0)]
    for size in 0...Cube.conditionLimit {
      var larger: [Candidate] = []
      var seen = SeenCubes()
      for var candidate in candidates {
        while candidate.open < ways.count, candidate.set.excludes(ways[candidate.open]) {
          candidate.open += 1
          steps += 1
        }
        if candidate.open == ways.count { return size }
        let way = ways[candidate.open]
        way.forEachCondition { condition, outcome in
          guard candidate.set.outcome(of: condition) == nil else { return }
          let next = candidate.set.deciding(condition, as: !outcome)
          steps += stepsPerSet
          if seen.insert(next) { larger.append(Candidate(set: next, open: candidate.open + 1)) }
        }
        if steps > stepLimit { return nil }
      }
      candidates = larger
    }
    return nil
  }

  /// Sorts the branches and removes duplicates.
  ///
  /// Short branches come first, because they leave the fewest choices.
  private static func ordered(_ ways: [Cube]) -> [Cube] {
    if ways.count == 1 { return ways }
    let sorted = ways.sorted { $0.order < $1.order }
    var result: [Cube] = []
    result.reserveCapacity(sorted.count)
    for way in sorted where way != result.last { result.append(way) }
    return result
  }
}

/// A set of visited cubes, without hashing while there are few.
private struct SeenCubes {
  private var few: [Cube] = []
  private var many: Set<Cube> = []

  /// Adds a cube; returns whether it is new.
  mutating func insert(_ cube: Cube) -> Bool {
    if many.isEmpty, few.count < 8 {
      if few.contains(cube) { return false }
      few.append(cube)
      return true
    }
    if many.isEmpty { many = Set(few) }
    return many.insert(cube).inserted
  }
}
