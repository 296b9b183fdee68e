/// A complete predicate as native code: functions, patterns, and their
/// conjunctions.
struct DecisionPredicate: Sendable {
  /// The first node; `nil` if the engine must always evaluate the predicate.
  ///
  /// INVARIANT: the graph ends only with `true`, with `false`, or with Lua.
  var entry: Int32?
  /// Why Lua runs the predicate, or parts of it.
  var obstacle: DecisionObstacle?
  /// The paths that the predicate reads natively, each once; complete if
  /// ``isWhole``.
  var reads: [NativePaths.ID]

  /// Whether the engine is needed only for undecided values.
  var isWhole: Bool { entry != nil && obstacle == nil }
}

extension DecisionPredicate {
  /// Inserts the reads of a part before the reads of later parts, each path
  /// once.
  fileprivate mutating func readFirst(_ paths: [NativePaths.ID]) {
    guard !reads.isEmpty || paths.count > 1 else {
      reads = paths
      return
    }
    var known: Set<NativePaths.ID> = []
    reads = (paths + reads).filter { known.insert($0).inserted }
  }
}

/// The nodes that follow a part of a predicate.
struct PredicateEnds {
  let yes: Int32
  let no: Int32
}

extension DecisionBuilder {
  /// Makes native code of a predicate.
  ///
  /// In a conjunction, the parts before the first part that only Lua can decide
  /// are native all the same: if one of them does not hold, Lua is not needed.
  mutating func build(_ predicate: Predicate) -> DecisionPredicate {
    if case .function(let number) = predicate, let known = builtPredicates.value(of: number) {
      return known
    }
    var result = DecisionPredicate(entry: nil, obstacle: nil, reads: [])
    let ends = predicateEnds ?? addEnds()
    var entry = ends.yes
    if case .all(let parts) = predicate {
      // Parts are built from the last to the first, so that each part knows its successors.
      for part in parts.flatMap({ Self.parts(of: $0) }).reversed() {
        entry = build(part, then: PredicateEnds(yes: entry, no: ends.no), into: &result)
      }
    } else {
      entry = build(predicate, then: ends, into: &result)
    }
    if node(entry).kind != .leavesToLua { result.entry = entry }
    if case .function(let number) = predicate { builtPredicates.add(result, of: number) }
    return result
  }

  private mutating func addEnds() -> PredicateEnds {
    let ends = PredicateEnds(
      yes: append(DecisionNode(kind: .returns, left: .true)),
      no: append(DecisionNode(kind: .returns, left: .false)))
    predicateEnds = ends
    return ends
  }

  static func parts(of predicate: Predicate) -> [Predicate] {
    guard case .all(let predicates) = predicate else { return [predicate] }
    return predicates.flatMap { parts(of: $0) }
  }

  private mutating func build(
    _ part: Predicate, then ends: PredicateEnds, into result: inout DecisionPredicate
  ) -> Int32 {
    switch part {
    case .always: return ends.yes
    case .never: return ends.no
    case .pattern(let pattern): return build(pattern, then: ends, into: &result)
    case .function(let number):
      guard let native = build(functionNumber: number) else {
        return leave(because: DecisionObstacle(kind: .call, line: 0), &result)
      }
      guard let entry = native.entry else {
        return leave(because: native.obstacle, &result)
      }
      if let obstacle = native.obstacle { result.obstacle = obstacle }
      result.readFirst(native.reads)
      return link(from: entry, to: ends)
    case .host: return leave(because: DecisionObstacle(kind: .call, line: 0), &result)
    // INVARIANT: the caller splits conjunctions into their parts.
    case .all: return leave(because: DecisionObstacle(kind: .unreadable, line: 0), &result)
    }
  }

  private mutating func leave(
    because obstacle: DecisionObstacle?, _ result: inout DecisionPredicate
  ) -> Int32 {
    result.obstacle = obstacle
    // Lua does the reads of all later parts.
    result.reads = []
    return append(DecisionNode(kind: .leavesToLua))
  }

  private mutating func build(
    _ pattern: Pattern, then ends: PredicateEnds, into result: inout DecisionPredicate
  ) -> Int32 {
    guard totalSteps < totalLimit,
      pattern.entries.allSatisfy({ $0.path.count <= NativePaths.lengthLimit })
    else {
      return leave(because: DecisionObstacle(kind: .tooLarge, line: 0), &result)
    }
    var next = ends.yes
    var reads: [NativePaths.ID] = []
    for entry in pattern.entries.reversed() {
      let path = paths.pattern(entry.path)
      reads.append(path)
      var other = ends.no
      guard let constants = entry.condition.listed else {
        totalSteps += entry.condition.testCount
        code.conditions.append(entry.condition)
        next = append(
          DecisionNode(
            kind: .fulfills, left: DecisionOperand(.path, path.number),
            right: DecisionOperand(.condition, Int32(clamping: code.conditions.count - 1)),
            yes: next, no: other))
        continue
      }
      for allowed in constants.reversed() {
        var wanted = NativeValue(allowed)
        totalSteps += 1 + wanted.byteCount / 256
        if case .null = wanted { wanted = .nil }
        let test = DecisionNode(
          kind: .isEqual, left: DecisionOperand(.path, path.number), right: constant(wanted),
          yes: next, no: other)
        other = append(test)
      }
      next = other
    }
    result.readFirst(reads.reversed())
    return next
  }

  /// Replaces the results of the function that was built last, which begins
  /// with `entry`, by the nodes that they lead to.
  private mutating func link(from entry: Int32, to ends: PredicateEnds) -> Int32 {
    func target(of position: Int32, _ builder: DecisionBuilder) -> Int32 {
      let node = builder.node(position)
      guard node.kind == .returns, let value = builder.value(of: node.left) else {
        return position
      }
      return value.holds == .yes ? ends.yes : ends.no
    }
    for position in Int(entry)..<nodeCount {
      var node = node(Int32(clamping: position))
      switch node.kind {
      case .returns where value(of: node.left) == nil:
        node = DecisionNode(kind: .holds, left: node.left, yes: ends.yes, no: ends.no)
      case .returns, .leavesToLua: continue
      default:
        node.yes = target(of: node.yes, self)
        node.no = target(of: node.no, self)
      }
      replace(position, with: node)
    }
    return target(of: entry, self)
  }
}
