import LuaBridge
import LuaRules

// How values of a case are compared.

extension CaseEvaluation {
  /// Returns `nothing`, `null`, a Boolean, or `true` for another value: what a condition can tell.
  func truth(of value: Value) throws(Stop) -> TestedValue {
    guard case .calculated(let number) = value.form else {
      guard case .scalar(let tested) = value.form else { return .boolean(true) }
      return tested == .nothing || tested == .null ? tested : .boolean(tested.isTrue)
    }
    switch calculated.type(of: number) {
    case .any:
      guard let found = decided[.truth(number)] else { throw .needs(.truth(number), .any) }
      return found.value.map { TestedValue($0) ?? .boolean(true) } ?? .nothing
    case .boolean, .enumeration: return try truth(of: tested(value))
    default: return .boolean(true)
    }
  }

  /// Returns a value of which is known what comparisons can tell of it.
  private func tested(_ value: Value) throws(Stop) -> Value {
    guard case .calculated(let number) = value.form else { return value }
    let type = calculated.type(of: number)
    if type == .any {
      let truth = try truth(of: value)
      if truth != .boolean(true) { return Value(form: .scalar(truth)) }
    }
    let source = CaseSource.calculated(number)
    guard let found = decided[source] else { throw .needs(source, type) }
    return self.value(found, type, source)
  }

  func isEqual(_ left: Value, _ right: Value) throws(Stop) -> Bool {
    let (left, right) = (try tested(left), try tested(right))
    switch (left.form, right.form) {
    case (.scalar(let one), .scalar(let other)):
      if one == .null || other == .null || one.isNaN || other.isNaN { return false }
      if left.source != nil, left.source == right.source { return true }
      if isTold(left, by: right), isTold(right, by: left) { return one == other }
      guard one.kind == other.kind else { return false }
      return try order(left, right) == 0
    case (.scalar, _), (_, .scalar): return false
    default: throw .obstacle("two tables are compared")
    }
  }

  /// Whether a value fulfills a condition of a pattern.
  func fulfills(
    _ condition: PatternCondition, _ value: Value, at entry: InspectedRule.Entry
  ) throws(Stop) -> Bool {
    switch condition {
    case .oneOf:
      for allowed in condition.comparedConstants
      where try isEqual(value, Value(form: .scalar(allowed))) {
        return true
      }
      return false
    case .any(let parts):
      for part in parts where try fulfills(part, value, at: entry) { return true }
      return false
    case .all(let parts):
      for part in parts where try !fulfills(part, value, at: entry) { return false }
      return true
    case .noneOf, .range, .date, .text, .contains: break
    }
    let value = try tested(value)
    guard case .scalar(let scalar) = value.form else {
      if case .noneOf(let constants) = condition {
        return constants.allSatisfy { TestedValue($0.value) == .null }
      }
      guard case .contains = condition else { return false }
      throw .obstacle("\(entry.location): a list is searched")
    }
    if value.source == nil || scalar == .nothing { return condition.holds(for: scalar) }
    switch condition {
    case .date(let date) where scalar.kind == .number:
      return try fulfills(.range(date.range), value, at: entry)
    case .noneOf(let constants):
      let kinds = constants.compactMap { TestedValue($0.value) }.filter { $0 != .null }
      guard kinds.isEmpty || kinds.contains(where: { $0.kind == scalar.kind }) else { return false }
      for constant in kinds where try isEqual(value, Value(form: .scalar(constant))) {
        return false
      }
      return true
    case .range(let range):
      for (bound, isLower) in [(range.lower, true), (range.upper, false)] {
        guard let bound, let constant = TestedValue(bound.value.value) else { continue }
        guard constant.kind == scalar.kind else { return false }
        guard constant.kind == .number else { break }
        let (small, great) = (Value(form: .scalar(constant)), value)
        let isRight =
          try isLower
          ? isLess(small, great, orEqual: bound.isInside)
          : isLess(great, small, orEqual: bound.isInside)
        if !isRight { return false }
      }
      if case .number? = scalar.kind { return true }
    default: break
    }
    throw .obstacle("\(entry.location): \(condition.text) is not followed")
  }

  func isLess(_ left: Value, _ right: Value, orEqual: Bool) throws(Stop) -> Bool {
    let (left, right) = (try tested(left), try tested(right))
    guard case .scalar(let one) = left.form, case .scalar(let other) = right.form,
      let kind = one.kind, kind == other.kind, kind != .boolean
    else { throw .fails }
    if one.isNaN || other.isNaN { return false }
    if left.source != nil, left.source == right.source { return orEqual }
    if kind == .number, isTold(left, by: right), isTold(right, by: left) {
      if case .integer(let first) = one, case .integer(let second) = other {
        return orEqual ? first <= second : first < second
      }
      if let first = one.number, let second = other.number {
        return orEqual ? first <= second : first < second
      }
      throw .obstacle("large numbers are ordered")
    }
    let order = try order(left, right)
    return orEqual ? order <= 0 : order < 0
  }

  /// Whether all values of a source compare with another value as this one does.
  private func isTold(_ value: Value, by other: Value) -> Bool {
    guard let source = value.source else { return true }
    guard case .scalar(let tested) = other.form, other.source == nil else { return false }
    switch tested {
    case .nothing, .null, .boolean: return true
    default: return constants(source).contains(tested)
    }
  }

  /// Returns the order of two values that constants do not tell apart, as the case decides it.
  private func order(_ left: Value, _ right: Value) throws(Stop) -> Int64 {
    let (one, other) = (orderedOperand(left), orderedOperand(right))
    if case .integer(let order)? = decided[.order(other, one)]?.value { return -order }
    guard case .integer(let order)? = decided[.order(one, other)]?.value else {
      throw .needs(.order(one, other), .integer(-1...1))
    }
    return order
  }

  private func orderedOperand(_ value: Value) -> CalculatedValues.Operand {
    guard value.source == nil, case .scalar(let tested) = value.form else {
      return value.source.map { .source($0) } ?? .failing
    }
    // Equal numbers have one order, whether they are integers or not.
    return .constant(tested.value.exactText)
  }
}

extension TestedValue {
  /// The kinds of values that can be equal or ordered.
  fileprivate enum Kind { case boolean, number, text }

  fileprivate var kind: Kind? {
    switch self {
    case .nothing, .null: nil
    case .boolean: .boolean
    case .integer, .float: .number
    case .text: .text
    }
  }

  fileprivate var isNaN: Bool { if case .float(let number) = self { number.isNaN } else { false } }
}
