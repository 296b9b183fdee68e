extension DecisionProgram {
  /// The result of a value function.
  enum Result: Sendable {
    /// The constant with this number.
    case constant(Int32)
    /// The value at this path, which the caller must read.
    case path(NativePaths.ID)
    /// A calculated value.
    case value(NativeValue)
    /// Lua has to run the function.
    case undecided
  }

  /// A cache of the last read, so that a row of tests reads a path once.
  struct LastRead {
    var path = NativePaths.ID(number: -1)
    var value = NativeValue.nil

    init() {}

    /// Creates a cache of a path that has been read.
    init(_ path: NativePaths.ID, _ value: NativeValue) {
      self.path = path
      self.value = value
    }
  }

  /// Returns whether a predicate holds, with an empty cache.
  func holds<Reader: NativeReader>(from entry: Int32, reader: inout Reader) -> NativeVerdict {
    var last = LastRead()
    return holds(from: entry, reader: &reader, last: &last)
  }

  /// Returns whether a predicate holds.
  @inline(__always)
  func holds<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader, last: inout LastRead
  ) -> NativeVerdict {
    holds(from: entry, reader: &reader, last: &last, observer: NoTestObserver())
  }

  /// Returns whether a predicate holds, and notifies an observer of each test.
  @inline(__always)
  func holds<Reader: NativeReader, Observer: DecisionTestObserver>(
    from entry: Int32, reader: inout Reader, last: inout LastRead, observer: Observer
  ) -> NativeVerdict {
    let operand = run(from: entry, &reader, &last, observer)
    switch operand.kind {
    case .unknown: return .undecided
    case .constant: return operand == .true ? .yes : constants[Int(operand.number)].holds
    default:
      let verdict = value(of: operand, &reader, &last).holds
      observer.note(resultOf: operand, verdict)
      return verdict
    }
  }

  /// Runs a value function.
  func result<Reader: NativeReader>(from entry: Int32, reader: inout Reader) -> Result {
    var last = LastRead()
    let operand = run(from: entry, &reader, &last, NoTestObserver())
    switch operand.kind {
    case .constant: return .constant(operand.number)
    case .path: return .path(NativePaths.ID(number: operand.number))
    case .expression:
      let value = value(of: operand, &reader, &last)
      return value.isUndecided ? .undecided : .value(value)
    default: return .undecided
    }
  }

  /// Follows the graph to a result; returns ``DecisionOperand/unknown`` if a
  /// value is undecided.
  @inline(__always)
  private func run<Reader: NativeReader, Observer: DecisionTestObserver>(
    from entry: Int32, _ reader: inout Reader, _ last: inout LastRead, _ observer: Observer
  ) -> DecisionOperand {
    var position = Int(entry)
    var steps = 0
    while true {
      let node = nodes[position]
      steps &+= 1
      let verdict: NativeVerdict
      switch node.kind {
      case .isEqual:
        if node.right.kind == .constant, node.left.kind == .path {
          // Fast path of the most frequent test: it copies no values.
          let path = NativePaths.ID(number: node.left.number)
          if path != last.path { last = LastRead(path, reader.read(path)) }
          verdict = isEqual(last.value, to: node, &reader)
        } else {
          verdict = compare(node, &reader, &last)
        }
      case .returns: return reader.spend(steps: steps, work: steps) ? node.left : .unknown
      case .isTrue: verdict = value(of: node.left, &reader, &last).truth
      case .holds: verdict = value(of: node.left, &reader, &last).holds
      case .isLess, .isLessOrEqual: verdict = compare(node, &reader, &last)
      case .fulfills: verdict = fulfills(node, &reader, &last)
      case .touch: verdict = value(of: node.left, &reader, &last).isUndecided ? .undecided : .yes
      case .leavesToLua: verdict = .undecided
      }
      observer.note(node, verdict)
      switch verdict {
      case .yes: position = Int(node.yes)
      case .no: position = Int(node.no)
      case .undecided:
        // Lua starts the function again, and charges for all of it.
        _ = reader.spend(steps: 0, work: steps)
        return .unknown
      }
    }
  }

  @inline(__always)
  private func isEqual<Reader: NativeReader>(
    _ value: NativeValue, to node: DecisionNode, _ reader: inout Reader
  ) -> NativeVerdict {
    let number = Int(node.right.number)
    if node.isPlain, case .string(let text) = value, case .string(let plain) = constants[number] {
      let count = plain.utf8.count
      if text.utf8.count == count, count > NativeCost.shortText,
        !reader.spend(steps: 0, work: NativeCost.ofBytes(count))
      {
        return .undecided
      }
      return NativeVerdict(NativeValue.isSame(text, asPlain: plain))
    }
    return isEqual(value, constants[number], &reader)
  }

  /// Returns whether two values are equal; undecided if the comparison exceeds
  /// the budget.
  @inline(__always)
  private func isEqual<Reader: NativeReader>(
    _ left: NativeValue, _ right: NativeValue, _ reader: inout Reader
  ) -> NativeVerdict {
    let cost = NativeCost.comparing(left, right)
    if cost > 0, !reader.spend(steps: 0, work: cost) { return .undecided }
    return NativeValue.isEqual(left, right)
  }

  /// Compares the operands of a node, by equality or order.
  private func compare<Reader: NativeReader>(
    _ node: DecisionNode, _ reader: inout Reader, _ last: inout LastRead
  ) -> NativeVerdict {
    let left = value(of: node.left, &reader, &last)
    if left.isUndecided { return .undecided }
    let right = value(of: node.right, &reader, &last)
    if node.kind == .isEqual { return isEqual(left, right, &reader) }
    let cost = NativeCost.comparing(left, right)
    if cost > 0, !reader.spend(steps: 0, work: cost) { return .undecided }
    return node.kind == .isLess
      ? NativeValue.isLess(left, right) : NativeValue.isLessOrEqual(left, right)
  }

  /// Returns whether a value fulfills a condition of a pattern; undecided for a list whose elements decide that.
  @inline(never)
  private func fulfills<Reader: NativeReader>(
    _ node: DecisionNode, _ reader: inout Reader, _ last: inout LastRead
  ) -> NativeVerdict {
    let value = value(of: node.left, &reader, &last)
    if value.isUndecided { return .undecided }
    let condition = conditions[Int(node.right.number)]
    var work = condition.testCount
    let verdict = condition.verdict(for: value, work: &work)
    return reader.spend(steps: 0, work: work) ? verdict : .undecided
  }

  @inline(__always)
  func value<Reader: NativeReader>(
    of operand: DecisionOperand, _ reader: inout Reader, _ last: inout LastRead
  ) -> NativeValue {
    switch operand.kind {
    case .constant: return constants[Int(operand.number)]
    case .path:
      let path = NativePaths.ID(number: operand.number)
      if path == last.path { return last.value }
      let value = reader.read(path)
      last = LastRead(path, value)
      return value
    case .expression: return calculate(operand, &reader, &last)
    default: return .undecided
    }
  }

  @inline(never)
  private func calculate<Reader: NativeReader>(
    _ operand: DecisionOperand, _ reader: inout Reader, _ last: inout LastRead
  ) -> NativeValue {
    let expression = expressions[Int(operand.number)]
    if expression.operation == .lookUp {
      let key = value(of: expression.right, &reader, &last)
      let table = tables[Int(expression.left.number)]
      guard reader.spend(calculating: 1 + table.cost(ofFinding: key)) else { return .undecided }
      return table[key]
    }
    let left = value(of: expression.left, &reader, &last)
    if left.isUndecided { return .undecided }
    if expression.operation == .length, case .view = left {
      guard expression.left.kind == .path else { return .undecided }
      let count = reader.count(of: NativePaths.ID(number: expression.left.number))
      return count.map { .integer($0) } ?? .undecided
    }
    let right = value(of: expression.right, &reader, &last)
    let cost = NativeCost.calculating(expression.operation, left, right)
    guard reader.spend(calculating: cost) else { return .undecided }
    return NativeValue.calculate(expression.operation, left, right)
  }
}

/// An observer of the tests of a predicate in native code.
protocol DecisionTestObserver {
  /// Notes the outcome of a test.
  func note(_ node: DecisionNode, _ verdict: NativeVerdict)

  /// Notes whether the function's result, which is not a constant, is true.
  func note(resultOf operand: DecisionOperand, _ verdict: NativeVerdict)
}

/// An observer that does nothing; it costs nothing.
struct NoTestObserver: DecisionTestObserver {
  @inline(__always) func note(_ node: DecisionNode, _ verdict: NativeVerdict) {}

  @inline(__always)
  func note(resultOf operand: DecisionOperand, _ verdict: NativeVerdict) {}
}
