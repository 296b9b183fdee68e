extension KeyPlan {
  /// Makes the plan of a key.
  ///
  /// - Parameters:
  ///   - candidates: In the order in which they are asked.
  ///   - code: The native code of their predicates.
  ///   - paths: The paths that it reads.
  /// - Complexity: O(*n* log *n*) in time and O(*n*) in memory for *n*
  ///   candidates that test few constants each.
  init(_ candidates: [Candidate], code: NativeCode, paths: NativePaths) {
    var builder = KeyPlanBuilder(candidates, code: code, paths: paths)
    self = builder.build()
  }
}

/// A plan that is being made.
private struct KeyPlanBuilder {
  /// The fewest candidates for which a choice, or a search, is worth it.
  static let fewest = 6
  /// How deep choices may lie in one another.
  static let depthLimit = 5
  /// Tests of one path that are followed at the beginning of a predicate.
  static let testLimit = 48

  /// A candidate, and the node where it stands after what is known already.
  struct Attempt {
    let candidate: Int32
    let node: Int32
  }

  private let candidates: [KeyPlan.Candidate]
  private let code: NativeCode
  private let paths: NativePaths
  private var plan = KeyPlan()
  /// Attempts that choices may still hold, all together, so that memory stays linear.
  private var room: Int

  init(_ candidates: [KeyPlan.Candidate], code: NativeCode, paths: NativePaths) {
    self.candidates = candidates
    self.code = code
    self.paths = paths
    room = 24 * candidates.count + 1024
  }

  mutating func build() -> KeyPlan {
    let attempts = candidates.enumerated().map { number, candidate in
      Attempt(candidate: Int32(clamping: number), node: candidate.entry ?? -1)
    }
    plan.first = row(of: attempts, depth: 0)
    return plan
  }

  // MARK: Rows

  /// Makes the row that tries candidates in their order.
  private mutating func row(of attempts: [Attempt], depth: Int) -> KeyPlan.Row {
    var steps: [KeyPlan.Step] = []
    var index = 0
    // Where the run ends that was looked at last, so that none is gone through twice.
    var end = 0
    while index < attempts.count {
      let attempt = attempts[index]
      switch head(of: attempt.node) {
      case .fails:
        index += 1
        continue
      case .holds:
        steps.append(KeyPlan.Step(kind: .answer, number: attempt.candidate))
        index += 1
        // Nothing after it can be asked.
        if !candidates[Int(attempt.candidate)].canDecline { index = attempts.count }
        continue
      case .chooses(let path) where depth < Self.depthLimit:
        if index >= end {
          end = run(in: attempts, from: index) { head in
            if case .chooses(let other) = head { path == other } else { false }
          }
        }
        if let count = choice(of: attempts[index..<end], by: path, depth, &steps) {
          index += count
          continue
        }
      case .compares(let path):
        if index >= end {
          end = run(in: attempts, from: index) { head in
            if case .compares(let other) = head { path == other } else { false }
          }
        }
        if end - index >= Self.fewest {
          steps.append(ranges(of: attempts[index..<end], by: path))
          index = end
          continue
        }
      default: break
      }
      steps.append(step(for: attempt))
      index += 1
    }
    return add(steps)
  }

  private func run(
    in attempts: [Attempt], from start: Int, while belongs: (Head) -> Bool
  ) -> Int {
    var end = start + 1
    while end < attempts.count, belongs(head(of: attempts[end].node)) { end += 1 }
    return end
  }

  private func step(for attempt: Attempt) -> KeyPlan.Step {
    KeyPlan.Step(kind: .attempt, number: attempt.candidate, node: attempt.node)
  }

  private mutating func add(_ steps: [KeyPlan.Step]) -> KeyPlan.Row {
    guard !steps.isEmpty else { return .empty }
    let start = Int32(clamping: plan.steps.count)
    plan.steps += steps
    return KeyPlan.Row(start: start, end: Int32(clamping: plan.steps.count))
  }

  // MARK: Heads

  /// What a predicate does first.
  private enum Head {
    case holds, fails
    /// Tests the truth of a path, or compares it with a constant for equality.
    case chooses(NativePaths.ID)
    /// Is false unless a path compares with a number in a certain way.
    case compares(NativePaths.ID)
    case somethingElse
  }

  private func head(of node: Int32) -> Head {
    guard node >= 0 else { return .somethingElse }
    let test = code.nodes[Int(node)]
    switch test.kind {
    case .returns: return test.left == .true ? .holds : .fails
    case .isEqual, .isTrue, .holds:
      return chosenPath(of: test).map { .chooses($0) } ?? .somethingElse
    case .isLess, .isLessOrEqual:
      return comparison(at: node).map { .compares($0.path) } ?? .somethingElse
    case .touch, .leavesToLua: return .somethingElse
    }
  }

  /// The path, as Lua code reads it, whose truth or equality with a constant a node tests.
  private func chosenPath(of node: NativeNode) -> NativePaths.ID? {
    switch node.kind {
    case .isEqual where node.left.kind == .path && node.right.kind == .constant:
      return strict(node.left)
    case .isTrue where node.left.kind == .path, .holds where node.left.kind == .path:
      return strict(node.left)
    default: return nil
    }
  }

  private func strict(_ operand: NativeOperand) -> NativePaths.ID {
    paths[NativePaths.ID(number: operand.number)].strict
  }

  /// The path by which to read for a run: as patterns do if all of them are patterns.
  private func readPath(_ attempts: ArraySlice<Attempt>) -> NativePaths.ID? {
    var found: NativePaths.ID?
    for attempt in attempts {
      let node = code.nodes[Int(attempt.node)]
      let operand = node.left.kind == .path ? node.left : node.right
      let path = NativePaths.ID(number: operand.number)
      if let found, found != path { return paths[path].strict }
      found = path
    }
    return found
  }

  // MARK: Choices

  /// What is known of the value at a path.
  private enum Known {
    case key(NativeKey)
    /// True, and none of the constants that are mentioned.
    case other
  }

  /// Makes a choice of as many attempts as fit and adds it to the steps.
  ///
  /// - Returns: How many they are; `nil` for too few.
  private mutating func choice(
    of attempts: ArraySlice<Attempt>, by path: NativePaths.ID, _ depth: Int,
    _ steps: inout [KeyPlan.Step]
  ) -> Int? {
    guard attempts.count >= Self.fewest else { return nil }
    var numbers: [NativeKey: Int] = [.nil: 0, .boolean(false): 1]
    var buckets: [[Attempt]] = [[], []]
    var other: [Attempt] = []
    var count = 0
    for attempt in attempts {
      guard let mentioned = constants(testedFrom: attempt.node, of: path) else { break }
      // A constant that is new takes over what is open for all others so far.
      let new = mentioned.filter { numbers[$0] == nil }
      let rest = remainder(of: attempt.node, path, .other)
      let isEverywhere = !isFalse(rest)
      let cost =
        new.count * other.count + mentioned.count + 3 + (isEverywhere ? buckets.count : 0)
      guard cost <= room else { break }
      room -= cost
      for key in new {
        numbers[key] = buckets.count
        buckets.append(other)
      }
      var isDone: Set<Int> = []
      for key in mentioned + [.nil, .boolean(false)] {
        guard let number = numbers[key], isDone.insert(number).inserted else { continue }
        append(attempt, at: remainder(of: attempt.node, path, .key(key)), to: &buckets[number])
      }
      if isEverywhere {
        for number in buckets.indices where !isDone.contains(number) {
          append(attempt, at: rest, to: &buckets[number])
        }
        append(attempt, at: rest, to: &other)
      }
      count += 1
    }
    guard count >= Self.fewest else { return nil }
    let chosen = attempts.prefix(count)
    guard let read = readPath(chosen) else { return nil }
    let all = add(chosen.map { step(for: $0) })
    var rows: [NativeKey: KeyPlan.Row] = [:]
    rows.reserveCapacity(numbers.count)
    for (key, number) in numbers { rows[key] = row(of: buckets[number], depth: depth + 1) }
    let otherRow = row(of: other, depth: depth + 1)
    plan.choices.append(KeyPlan.Choice(path: read, rows: rows, other: otherRow, all: all))
    steps.append(KeyPlan.Step(kind: .choice, number: Int32(clamping: plan.choices.count - 1)))
    return count
  }

  private func append(_ attempt: Attempt, at node: Int32, to bucket: inout [Attempt]) {
    if !isFalse(node) { bucket.append(Attempt(candidate: attempt.candidate, node: node)) }
  }

  private func isFalse(_ node: Int32) -> Bool {
    let node = code.nodes[Int(node)]
    return node.kind == .returns && node.left != .true
  }

  /// The constants that a predicate compares the path with before it does anything
  /// else; `nil` for too many.
  private func constants(
    testedFrom node: Int32, of path: NativePaths.ID
  ) -> [NativeKey]? {
    var keys: [NativeKey] = []
    var pending = [node]
    var seen: Set<Int32> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let test = code.nodes[Int(next)]
      guard chosenPath(of: test) == path else { continue }
      guard seen.count <= Self.testLimit else { return nil }
      // NaN has no key, and is equal to nothing.
      if test.kind == .isEqual, let key = constantKey(of: test), !keys.contains(key) {
        keys.append(key)
      }
      pending += [test.yes, test.no]
    }
    return keys
  }

  private func constantKey(of test: NativeNode) -> NativeKey? {
    let constant = code.constant(test.left) ?? code.constant(test.right)
    return constant.flatMap { NativeKey(kept: $0) }
  }

  /// The node where a predicate stands once all first tests of a path are decided.
  private func remainder(
    of node: Int32, _ path: NativePaths.ID, _ known: Known
  ) -> Int32 {
    var node = node
    // INVARIANT: graphs have no circles; what remains after the limit is right, too.
    for _ in 0...Self.testLimit {
      let test = code.nodes[Int(node)]
      guard chosenPath(of: test) == path else { break }
      let isTrue: Bool
      switch (test.kind, known) {
      case (.isEqual, .key(let key)): isTrue = constantKey(of: test) == key
      case (.isEqual, .other): isTrue = false
      case (_, .key(.nil)), (_, .key(.boolean(false))): isTrue = false
      default: isTrue = true
      }
      node = isTrue ? test.yes : test.no
    }
    return node
  }

  // MARK: Ranges

  /// A comparison of a path with a number, without which a predicate is false.
  private struct Comparison {
    let path: NativePaths.ID
    let interval: RangeSearch.Interval
    let next: Int32
  }

  private func comparison(at node: Int32) -> Comparison? {
    let test = code.nodes[Int(node)]
    guard test.kind == .isLess || test.kind == .isLessOrEqual, isFalse(test.no) else { return nil }
    let isInside = test.kind == .isLessOrEqual
    if test.left.kind == .path, let bound = bound(test.right, isInside) {
      return Comparison(
        path: strict(test.left), interval: .init(lower: nil, upper: bound), next: test.yes)
    }
    if test.right.kind == .path, let bound = bound(test.left, isInside) {
      return Comparison(
        path: strict(test.right), interval: .init(lower: bound, upper: nil), next: test.yes)
    }
    return nil
  }

  private func bound(_ operand: NativeOperand, _ isInside: Bool) -> RangeSearch.Bound? {
    guard let value = code.constant(operand), value.isNumber,
      NativeValue.isEqual(value, value) == .yes
    else { return nil }
    return RangeSearch.Bound(value: value, isInside: isInside)
  }

  private mutating func ranges(
    of attempts: ArraySlice<Attempt>, by path: NativePaths.ID
  ) -> KeyPlan.Step {
    var intervals: [RangeSearch.Interval] = []
    for attempt in attempts {
      var interval = RangeSearch.Interval()
      var node = attempt.node
      // One bound and, when it follows at once, the other.
      for _ in 0..<2 {
        guard let comparison = comparison(at: node), comparison.path == path else { break }
        if let lower = comparison.interval.lower, interval.lower == nil { interval.lower = lower }
        if let upper = comparison.interval.upper, interval.upper == nil { interval.upper = upper }
        node = comparison.next
      }
      intervals.append(interval)
    }
    let all = add(attempts.map { step(for: $0) })
    let read = readPath(attempts) ?? path
    plan.ranges.append(
      KeyPlan.Ranges(path: read, search: RangeSearch(intervals), all: all))
    return KeyPlan.Step(kind: .ranges, number: Int32(clamping: plan.ranges.count - 1))
  }
}
