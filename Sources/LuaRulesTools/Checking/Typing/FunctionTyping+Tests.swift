import LuaBridge
import LuaBytecode
import LuaRules

// Tests, and what they tell of values.

extension FunctionTyping {
  /// Follows a test, which has a jump behind it.
  ///
  /// - Returns: Always `nil`: both ways are branches.
  mutating func test(
    _ instruction: Instruction, _ branch: (inout FunctionTyping, Int) -> Void
  ) -> Int? {
    tellComparison(instruction)
    guard !isStopped else { return nil }
    let before = state
    for outcome in [true, false] {
      state = before
      guard assume(instruction, outcome) else { continue }
      if outcome == instruction.k, instruction.opcode == .testSet {
        set(instruction.a, register(instruction.b))
      }
      branch(&self, outcome == instruction.k ? position + 1 : position + 2)
    }
    return nil
  }

  /// Narrows a register, and the place that its value was read from.
  mutating func narrow(_ index: Int, to type: LuaType) {
    let value = register(index)
    if value.place != 0 {
      if state.facts[value.place] != type { state.facts[value.place] = type }
    } else {
      var narrowed = value
      narrowed.type = type
      set(index, narrowed)
    }
  }

  /// Narrows to what an outcome of a test implies; returns whether the outcome is possible.
  private mutating func assume(_ instruction: Instruction, _ outcome: Bool) -> Bool {
    switch instruction.opcode {
    case .test, .testSet:
      let index = instruction.opcode == .test ? instruction.a : instruction.b
      let type = type(index)
      if let implication = register(index).implication {
        guard let facts = outcome ? implication.whenTrue : implication.whenFalse,
          state.assume(facts)
        else { return type.isNever }
      }
      return keep(index, outcome ? type.without(.falsy) : type.only(.falsy))
    case .equal:
      return assumeEqual(instruction.a, type(instruction.b), other: instruction.b, outcome)
    case .equalConstant: return assumeEqual(instruction.a, constant(instruction.b), outcome)
    case .equalImmediate:
      return assumeEqual(instruction.a, LuaType(integer: Int64(instruction.signedB)), outcome)
    case .lessThan, .lessOrEqual:
      return assumeOrder(
        instruction.a, instruction.b, isStrict: instruction.opcode == .lessThan, outcome)
    default:
      let number = Double(instruction.signedB)
      let range: NumberRange
      switch (instruction.opcode, outcome) {
      case (.lessImmediate, true), (.greaterOrEqualImmediate, false):
        range = NumberRange(upper: number, isUpperOpen: true)
      case (.lessOrEqualImmediate, true), (.greaterImmediate, false):
        range = NumberRange(upper: number)
      case (.greaterImmediate, true), (.lessOrEqualImmediate, false):
        range = NumberRange(lower: number, isLowerOpen: true)
      default: range = NumberRange(lower: number)
      }
      // An immediate operand is a number, so the other one is a number too.
      return keep(instruction.a, type(instruction.a).ordered(range).without(.text))
    }
  }

  private mutating func keep(_ index: Int, _ type: LuaType) -> Bool {
    if type.isNever { return self.type(index).isNever }
    narrow(index, to: type)
    return true
  }

  private mutating func assumeEqual(
    _ index: Int, _ right: LuaType, other: Int? = nil, _ outcome: Bool
  ) -> Bool {
    let left = type(index)
    if outcome {
      let both = left.intersection(right)
      if both.isNever || areDifferent(left, right, index, other) { return false }
      narrow(index, to: both)
      if let other { narrow(other, to: right.intersection(left)) }
      return noteKind(index, right, true)
    }
    let rest = left.excluding(right)
    if rest.isNever { return false }
    narrow(index, to: rest)
    if let other { narrow(other, to: right.excluding(left)) }
    return noteKind(index, right, false)
  }

  /// Whether one side is a new table, which is equal to nothing else.
  private func areDifferent(_ left: LuaType, _ right: LuaType, _ index: Int, _ other: Int?) -> Bool
  {
    guard left.isOnly(.table), right.isOnly(.table) else { return false }
    let count = [left, right].count { $0.shape == .made }
    return count == 1
  }

  /// Narrows the value whose kind was compared, as in `type(x) == "string"`.
  private mutating func noteKind(_ index: Int, _ name: LuaType, _ isEqual: Bool) -> Bool {
    let place = register(index).kindOf
    guard place != 0, let texts = name.texts, texts.count == 1, let bytes = texts.first else {
      return true
    }
    let kinds: LuaType.Kinds
    switch String(decoding: bytes, as: UTF8.self) {
    case "nil": kinds = .nothing
    case "boolean": kinds = .boolean
    case "number": kinds = .number
    case "string": kinds = .text
    case "table": kinds = [.table, .other]
    case "function": kinds = [.function, .table, .other]
    default: return true
    }
    let known = state.facts[place] ?? analysis.places[place].declared ?? .any
    let rest =
      isEqual
      ? known.only(kinds)
      : kinds == .nothing || kinds == .boolean || kinds == .number || kinds == .text
        ? known.without(kinds) : known
    if rest.isNever { return false }
    state.facts[place] = rest
    return true
  }

  private mutating func assumeOrder(
    _ left: Int, _ right: Int, isStrict: Bool, _ outcome: Bool
  ) -> Bool {
    let (one, other) = (type(left), type(right))
    // `not (x < y)` is `x >= y`, because what is no number and no string fails.
    let isOpen = isStrict == outcome
    let (low, high) = outcome ? (one, other) : (other, one)
    let below = NumberRange(
      upper: high.mayBe(.number) ? high.range.upper : .infinity,
      isUpperOpen: isOpen || high.range.isUpperOpen)
    let above = NumberRange(
      lower: low.mayBe(.number) ? low.range.lower : -.infinity,
      isLowerOpen: isOpen || low.range.isLowerOpen)
    let (newLow, newHigh) = (low.ordered(finite(below)), high.ordered(finite(above)))
    if newLow.isNever || newHigh.isNever { return one.isNever || other.isNever }
    narrow(left, to: outcome ? newLow : newHigh)
    narrow(right, to: outcome ? newHigh : newLow)
    return true
  }

  private func finite(_ range: NumberRange) -> NumberRange {
    var range = range
    if range.upper == .infinity { range.isUpperOpen = false }
    if range.lower == -.infinity { range.isLowerOpen = false }
    return range
  }

  // MARK: What is told

  private mutating func tellComparison(_ instruction: Instruction) {
    switch instruction.opcode {
    case .equal: tellEqual(instruction.a, declared(instruction.b), other: instruction.b)
    case .equalConstant: tellEqual(instruction.a, constant(instruction.b))
    case .equalImmediate: tellEqual(instruction.a, LuaType(integer: Int64(instruction.signedB)))
    case .lessThan, .lessOrEqual:
      tellOrder(instruction.a, type(instruction.b), other: instruction.b)
    case .lessImmediate, .lessOrEqualImmediate, .greaterImmediate, .greaterOrEqualImmediate:
      tellOrder(instruction.a, LuaType(integer: Int64(instruction.signedB)))
    default: break
    }
  }

  /// The type of a register without what tests have told.
  private func declared(_ index: Int) -> LuaType { register(index).type }

  private mutating func tellEqual(_ index: Int, _ right: LuaType, other: Int? = nil) {
    let left = declared(index).present
    let right = right.present
    // A test for nil is often careful on purpose; `null` is told elsewhere.
    guard !left.isNever, !right.isNever, !left.isOnly([.nothing, .null]),
      !right.isOnly([.nothing, .null])
    else { return }
    let kind = analysis.places[register(index).kindOf].text
    let words = words(index) ?? (kind.isEmpty ? nil : "type(\(kind))")
    let others = other.flatMap { self.words($0) }
    if areDifferent(left, right, index, other) {
      let isLeft = left.shape != .made
      tell(
        TypeFault(
          .impossibleComparison, .warning,
          "\(quoted(isLeft ? words : others, nil)) is never equal to a new table",
          fix: "an empty list has the length 0: `#list == 0`", isFatal: false))
      return
    }
    guard left.intersection(right).isNever, words != nil || others != nil else { return }
    let (subject, value, type) = words != nil ? (words, left, right) : (others, right, left)
    let isListed =
      value.isOnly(.text) && type.isOnly(.text) || value.isOnly(.number) && type.isOnly(.number)
    tell(
      TypeFault(
        .impossibleComparison, .warning, "\(quoted(subject, value)) is never \(type.text)",
        fix:
          "it is \(isListed && value.texts != nil ? value.listed : value.text)\(value.rangeText)",
        subject: type.isSingle ? type.text : subject?.lastName, isFatal: false))
  }

  private mutating func tellOrder(_ index: Int, _ right: LuaType, other: Int? = nil) {
    let left = type(index)
    let sides = [(left, index), (right, other ?? -1)]
    let fits =
      left.isNever || right.isNever || left.mayBe(.number) && right.mayBe(.number)
      || left.mayBe(.text) && right.mayBe(.text)
      || left.mayBe(.other) || right.mayBe(.other)
    if !fits {
      guard !left.isNever, !right.isNever else { return }
      let words = [words(index), other.flatMap { self.words($0) }]
      tell(
        TypeFault(
          .impossibleComparison,
          "\(quoted(words[0], left)) cannot be put in order with \(quoted(words[1], right)): one is "
            + "\(left.present.text), the other \(right.present.text)",
          subject: (words[0] ?? words[1])?.lastName))
      return
    }
    for (type, index) in sides where index >= 0 {
      if let fault = missing(type, register(index), words(index), "in this comparison") {
        tell(fault)
      }
      narrow(index, to: type.without(.nothing))
    }
  }
}

extension LuaType {
  /// The listed texts in words.
  var listed: String {
    let names = (texts ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    return names.count == 1 ? names[0] : "one of \(names.prefix(20).joined(separator: ", "))"
  }

  /// The bounds of a number in words.
  fileprivate var rangeText: String {
    guard isOnly(.number), range != .all, range.only == nil else { return "" }
    func text(_ number: Double) -> String {
      (Int64(exactly: number).map { .integer($0) } ?? LuaValue.number(number)).literal
    }
    switch (range.lower.isFinite, range.upper.isFinite) {
    case (true, true): return " from \(text(range.lower)) to \(text(range.upper))"
    case (true, false): return " of at least \(text(range.lower))"
    case (false, true): return " of at most \(text(range.upper))"
    default: return ""
    }
  }
}
