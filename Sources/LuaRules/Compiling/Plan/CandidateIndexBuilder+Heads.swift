extension CandidateIndexBuilder {
  /// The maximum number of tests of one path that are followed at the beginning
  /// of a predicate.
  static let testLimit = 48

  /// The first test of a predicate.
  enum Head: Equatable {
    case holds, fails
    /// Tests the truth of a path, or compares it with a constant for equality.
    case chooses(NativePaths.ID)
    /// Is false unless a path compares with a number in a certain way.
    case compares(NativePaths.ID)
    case somethingElse
  }

  func head(of node: Int32) -> Head {
    guard node >= 0 else { return .somethingElse }
    let test = code.nodes[Int(node)]
    switch test.kind {
    case .returns: return test.left == .true ? .holds : .fails
    case .isEqual, .isTrue, .holds:
      return chosenPath(of: test).map { .chooses($0) } ?? .somethingElse
    case .isLess, .isLessOrEqual, .fulfills:
      return comparison(at: node).map { .compares($0.path) } ?? .somethingElse
    case .touch, .leavesToLua: return .somethingElse
    }
  }

  /// Returns the path whose truth, or equality with a constant, a node tests;
  /// in the form for Lua code.
  func chosenPath(of node: DecisionNode) -> NativePaths.ID? {
    switch node.kind {
    case .isEqual where node.left.kind == .path && node.right.kind == .constant:
      strict(node.left)
    case .isTrue where node.left.kind == .path, .holds where node.left.kind == .path:
      strict(node.left)
    default: nil
    }
  }

  private func strict(_ operand: DecisionOperand) -> NativePaths.ID {
    paths[NativePaths.ID(number: operand.number)].strict
  }

  /// Returns one path to read for all attempts: as patterns read it if all
  /// attempts are patterns.
  func readPath(_ attempts: some Sequence<Attempt>) -> NativePaths.ID {
    var found: NativePaths.ID?
    for attempt in attempts {
      let node = code.nodes[Int(attempt.node)]
      let operand = node.left.kind == .path ? node.left : node.right
      let path = NativePaths.ID(number: operand.number)
      if let found, found != path { return paths[path].strict }
      found = path
    }
    return found ?? .context
  }

  func isFalse(_ node: Int32) -> Bool {
    let node = code.nodes[Int(node)]
    return node.kind == .returns && node.left != .true
  }

  // MARK: Equality

  /// What is known about the value at a path.
  enum Known {
    case key(NativeKey)
    /// The value is true, and is none of the mentioned constants.
    case other
  }

  /// Returns the constants that a predicate compares with the path before any
  /// other test; `nil` if there are too many.
  func constants(testedFrom node: Int32, of path: NativePaths.ID) -> [NativeKey]? {
    var keys: [NativeKey] = []
    var pending = [node]
    var seen: [Int32] = []
    while let next = pending.popLast() {
      guard !seen.contains(next) else { continue }
      seen.append(next)
      let test = code.nodes[Int(next)]
      guard chosenPath(of: test) == path else { continue }
      guard seen.count <= Self.testLimit else { return nil }
      // NaN has no key, and is not equal to anything.
      if test.kind == .isEqual, let key = constantKey(of: test), !keys.contains(key) {
        keys.append(key)
      }
      pending.append(test.yes)
      pending.append(test.no)
    }
    return keys
  }

  /// The only value of a path with which a predicate can hold.
  struct SoleConstant {
    let key: NativeKey
    /// The next node of the predicate for that value.
    let next: Int32
  }

  /// Returns the only constant with which a predicate can hold, if it does not
  /// test the path again.
  ///
  /// `nil` for any other predicate.
  func soleConstant(testedAt node: Int32, of path: NativePaths.ID) -> SoleConstant? {
    let test = code.nodes[Int(node)]
    guard test.kind == .isEqual, chosenPath(of: test) == path, isFalse(test.no),
      chosenPath(of: code.nodes[Int(test.yes)]) != path,
      let key = constantKey(of: test), key != .nil, key != .boolean(false)
    else { return nil }
    return SoleConstant(key: key, next: test.yes)
  }

  private func constantKey(of test: DecisionNode) -> NativeKey? {
    test.right.kind == .constant ? keys[Int(test.right.number)] : nil
  }

  /// Returns the node of a predicate after all first tests of a path are
  /// decided.
  func remainder(of node: Int32, _ path: NativePaths.ID, _ known: Known) -> Int32 {
    var node = node
    // INVARIANT: graphs have no circles; after the limit, the remaining node is still
    // correct.
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

  // MARK: Order

  /// A comparison of a path with a number; if it fails, the predicate is false.
  struct Comparison {
    let path: NativePaths.ID
    let interval: RangeSearch.Interval
    let next: Int32
  }

  func comparison(at node: Int32) -> Comparison? {
    let test = code.nodes[Int(node)]
    guard isFalse(test.no) else { return nil }
    if test.kind == .fulfills { return interval(of: test) }
    guard test.kind == .isLess || test.kind == .isLessOrEqual else { return nil }
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

  /// Returns the comparison that a condition of a pattern is; `nil` for one with other values than numbers.
  private func interval(of test: DecisionNode) -> Comparison? {
    let range: PatternRange
    switch code.conditions[Int(test.right.number)] {
    case .range(let numbers): range = numbers
    case .date(let date): range = date.range
    default: return nil
    }
    func bound(_ bound: PatternRange.Bound) -> RangeSearch.Bound {
      RangeSearch.Bound(value: NativeValue(bound.value.value), isInside: bound.isInside)
    }
    let interval = RangeSearch.Interval(
      lower: range.lower.map(bound), upper: range.upper.map(bound))
    guard
      [interval.lower, interval.upper].allSatisfy({ bound in
        bound.map { $0.value.isNumber && NativeValue.isEqual($0.value, $0.value) == .yes } ?? true
      })
    else {
      return nil
    }
    return Comparison(path: strict(test.left), interval: interval, next: test.yes)
  }

  private func bound(_ operand: DecisionOperand, _ isInside: Bool) -> RangeSearch.Bound? {
    guard let value = code.constant(operand), value.isNumber,
      NativeValue.isEqual(value, value) == .yes
    else { return nil }
    return RangeSearch.Bound(value: value, isInside: isInside)
  }
}
