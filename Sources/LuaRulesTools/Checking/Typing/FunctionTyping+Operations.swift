import LuaBytecode
import LuaRules

// Arithmetic, `..`, `#` and `not`.

extension FunctionTyping {
  /// An operand of an instruction.
  struct Operand {
    let type: LuaType
    let register: Int?
  }

  private func operand(_ register: Int) -> Operand {
    Operand(type: type(register), register: register)
  }

  /// Follows arithmetic.
  mutating func calculate(_ instruction: Instruction) {
    let opcode = instruction.opcode
    let left: Operand
    let right: Operand
    let plain: Opcode
    switch opcode {
    case .addImmediate:
      // The compiler writes `x - 1` as `x + -1`.
      (left, plain) = (operand(instruction.b), .add)
      right = Operand(type: LuaType(integer: Int64(instruction.signedC)), register: nil)
    case .shiftRightImmediate, .shiftLeftImmediate:
      (left, plain) = (operand(instruction.b), .shiftLeft)
      right = Operand(type: .integer, register: nil)
    case .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant, .powerConstant,
      .divideConstant, .floorDivideConstant, .andConstant, .orConstant, .xorConstant:
      left = operand(instruction.b)
      right = Operand(type: constant(instruction.c), register: nil)
      plain =
        Opcode(rawValue: opcode.rawValue + Opcode.add.rawValue - Opcode.addConstant.rawValue)
        ?? .add
    case .negate, .complement:
      (left, plain) = (operand(instruction.b), opcode)
      right = Operand(type: .integer, register: nil)
    default:
      (left, plain) = (operand(instruction.b), opcode)
      right = operand(instruction.c)
    }
    for side in [left, right] {
      if let fault = bitsFault(plain, side) ?? arithmeticFault(side) { tell(fault) }
      if let register = side.register { narrow(register, to: side.type.without(.nothing)) }
    }
    if let fault = zeroFault(plain, left, right) { tell(fault) }
    if plain == .floorDivide || plain == .modulo, let register = left.register {
      tests.note(rounded: [self.register(register).place])
    }
    let (one, other) = (calculated(left), calculated(right))
    note(addedBy: instruction, one, other)
    var calculation = Calculation(
      opcode: plain, left: one, right: other,
      keepsRange: keepsRange(plain, [left, right]))
    calculation.isCounting = opcode == .addImmediate
    // A length is never as great as an integer can be.
    let isLength = left.register.map { analysis.places[register($0).place].isMeasure } ?? false
    calculation.isRepeated = calculation.isCounting && (isLength || isInLoop)
    let (type, mayOverflow) = calculation.result
    var value = TypeState.Value(type)
    value.sources = sources(of: [left, right].compactMap { $0.register.map { register($0) } })
    if mayOverflow {
      value.sources?.mayOverflow = true
      self.mayOverflow = true
    }
    set(instruction.a, value)
  }

  /// Whether a calculation is taken to stay in the range of integers, which what a loop repeats may leave on
  /// purpose; adding up what is declared is not.
  private func keepsRange(_ opcode: Opcode, _ sides: [Operand]) -> Bool {
    if analysis.keys.isStrict { return false }
    guard hasLoop else { return true }
    let isRepeated = function.code.indices.contains {
      $0 >= position && function.code[$0].opcode.mayJump
        && function.code[$0].target(from: $0) <= position
    }
    return !isRepeated
      || opcode == .add
        && sides.contains {
          $0.register.map { analysis.places.isDeclared(register($0).place) } ?? false
        }
  }

  /// Returns the numbers of an operand; what is declared is taken for numbers, unless only what is certain
  /// counts.
  private func calculated(_ side: Operand) -> LuaType {
    var type = side.type.without(.nothing)
    if !analysis.countsNaN, let register = side.register,
      analysis.places.isDeclared(self.register(register).place)
    {
      type.range.mayBeNaN = false
    }
    return type
  }

  /// Returns what a value is calculated from that needs some values; `nil` if that is nothing declared.
  func sources(of values: [TypeState.Value]) -> ValueSources? {
    values.reduce(into: nil) { all, value in
      guard let sources = state.sources(of: value) else { return }
      all = all ?? ValueSources()
      all?.add(sources)
    }
  }

  /// Whether a `while` or `repeat` loop repeats the current instruction.
  private var isInLoop: Bool {
    hasLoop
      && function.code[position...].indices.contains {
        function.code[$0].opcode == .jump && function.code[$0].target(from: $0) <= position
      }
  }

  private func arithmeticFault(_ side: Operand) -> TypeFault? {
    let words = side.register.flatMap { self.words($0) }
    let value = side.register.map { register($0) } ?? .any
    let type = side.type.present
    if type.isOnly([.nothing, .no, .yes, .table, .function, .null]) {
      let meant = side.register.flatMap { meantName(in: $0) }
      return TypeFault(
        .wrongOperand,
        "arithmetic on \(quoted(words, type))" + (words == nil ? "" : ", which is \(type.text)"),
        fix: meant.map { "did you mean `\($0)`?" }
          ?? (type.isObject ? nil : type.shape.map { _ in "the length of a list is `#list`" }),
        subject: words?.lastName, replacement: meant
      ).of(value)
    }
    if type.isOnly(.text) {
      guard type.texts?.contains(where: { $0.looksLikeNumber }) ?? true else {
        return TypeFault(
          .wrongOperand, "arithmetic on \(quoted(words, type)), which is a string",
          fix: "strings are joined with `..`", subject: words?.lastName
        ).of(value)
      }
      // What a pattern or a library function gives is often meant as a number.
      guard isDeclaredText(value) else {
        return missing(side.type, value, words, "in this calculation")
      }
      return TypeFault(
        .wrongOperand, .warning,
        "arithmetic on \(quoted(words, type)), which is a string: it fails unless that is a number",
        fix: "strings are joined with `..`; `tonumber` makes a number", subject: words?.lastName,
        isFatal: false
      ).of(value)
    }
    let texts = type.only(.text)
    if !texts.isNever, texts.texts?.contains(where: { !$0.looksLikeNumber }) == true,
      let fault = entryFault(texts, value, words, "which is calculated with")
    {
      return fault
    }
    return missing(side.type, value, words, "in this calculation")
  }

  /// Finds an operand of `&`, `|` and the like that is a number with a fraction, or a string.
  private func bitsFault(_ opcode: Opcode, _ side: Operand) -> TypeFault? {
    switch opcode {
    case .and, .or, .xor, .shiftLeft, .shiftRight, .complement: break
    default: return nil
    }
    let type = side.type.present
    if type.isOnly(.text) {
      let words = side.register.flatMap { self.words($0) }
      return TypeFault(
        .wrongOperand,
        "an operation on bits takes integers, and \(quoted(words, type)) is "
          + (words == nil ? "a string" : type.text),
        fix: "`tonumber` makes a number", subject: words?.lastName ?? type.text)
    }
    guard side.type.isOnly(.float), let number = side.type.range.only, number != number.rounded()
    else { return nil }
    return TypeFault(
      .wrongOperand, "an operation on bits takes integers, and gets \(side.type.text)",
      subject: side.type.text)
  }

  private func zeroFault(_ opcode: Opcode, _ left: Operand, _ right: Operand) -> TypeFault? {
    guard right.type.isOnly(.number),
      right.type.range.only == 0 || right.register.map(isLengthOfNothing) == true
    else { return nil }
    // `1 / 0` is how one writes infinity.
    if opcode == .divide, left.register == nil || left.type.isSingle { return nil }
    let sign: String
    switch opcode {
    case .divide: sign = "/"
    case .floorDivide: sign = "//"
    case .modulo: sign = "%"
    default: return nil
    }
    let fails =
      opcode != .divide && left.type.present.isOnly(.integer) && right.type.isOnly(.integer)
    return TypeFault(
      .divisionByZero, fails ? .error : .warning,
      "the right side of `\(sign)` is always 0"
        + (fails ? "" : ": the result is no number to work with"),
      isFatal: fails)
  }

  // MARK: Concatenation and length

  mutating func concatenate(_ instruction: Instruction) {
    for index in instruction.a..<instruction.a + max(instruction.b, 1) {
      let whole = type(index)
      let type = whole.present
      let words = self.words(index)
      if type.isOnly([.nothing, .no, .yes, .table, .function, .null]) {
        let meant = meantName(in: index)
        tell(
          TypeFault(
            .wrongOperand, "\(quoted(words, type)) cannot be joined with `..`" + isA(type, words),
            fix: meant.map { "did you mean `\($0)`?" } ?? type.fixOfJoined,
            subject: words?.lastName, replacement: meant
          ).of(register(index)))
      } else if let fault = missing(whole, register(index), words, "before `..`") {
        tell(fault)
      }
      narrow(index, to: type.without(.nothing))
    }
    let parts = instruction.a..<instruction.a + max(instruction.b, 1)
    let types = parts.map { type($0).without(.nothing) }
    var text = LuaType.text
    let areDecimal = types.allSatisfy(\.isDecimal)
    var form = formJoined(types)
    if types.contains(where: { $0.isNoPartOfNumber(areDecimal: areDecimal) }) {
      form.isNoNumber = true
    }
    text.form = form.isEmpty ? nil : form
    var value = TypeState.Value(joined(types) ?? text)
    if value.type.texts != nil { value.sources = sources(of: parts.map { register($0) }) }
    set(instruction.a, value)
  }

  mutating func measure(_ instruction: Instruction) {
    let whole = type(instruction.b)
    let type = whole.present
    let words = self.words(instruction.b)
    if type.isOnly([.nothing, .no, .yes, .integer, .float, .function, .null]) {
      tell(
        TypeFault(
          .wrongOperand, "\(quoted(words, type)) has no length" + isA(type, words),
          subject: words?.lastName
        ).of(register(instruction.b)))
    } else if let fault = missing(
      whole, register(instruction.b), words, "before its length is taken")
    {
      tell(fault)
    }
    narrow(instruction.b, to: type.without(.nothing))
    var range = NumberRange(lower: 0)
    if type.without(.nothing).isOnly(.table), case .declared(let place)? = type.shape,
      case .list = place.type.present, let limits = analysis.keys.limits?[place.path]
    {
      range.lower = Double(limits.leastCount)
      if let most = limits.mostCount { range.upper = Double(most) }
    }
    let value = register(instruction.b)
    noteLookup(.integer, of: value.place)
    if let length = state.sources(of: value) != nil
      ? length(of: type.without(.nothing)) : constantLength(type.without(.nothing))
    {
      range = length.range
    }
    let measured = value.place
    if analysis.places.isDeclared(measured) { self.measured[position] = measured }
    // What is declared does not change, and neither does its length.
    let place = analysis.places.isDeclared(measured) ? analysis.place(.length, from: measured) : 0
    if place != 0 {
      analysis.places[place].isMeasure = true
      set(instruction.a, TypeState.Value(.integer(range), at: place))
    } else {
      // The length of what one of several ways gives depends on the way.
      set(instruction.a, rooted(.integer(range), at: position, named: words.map { "#\($0)" }))
    }
  }
}

extension LuaType {
  /// Whether the values are objects whose members are declared.
  fileprivate var isObject: Bool {
    guard isOnly(.table), case .declared(let place)? = shape else { return false }
    if case .object = place.type.present { return true }
    return false
  }

  /// What to do where something is joined that is no text.
  fileprivate var fixOfJoined: String? {
    if isObject { return nil }
    if isOnly(.table) { return "`table.concat` joins the strings of a list" }
    if isOnly(.function) { return "call it, as in `name(…)`" }
    return isOnly(.boolean) ? "`tostring` makes a string" : nil
  }

  /// Whether the values are numbers, or listed texts without an `x`.
  fileprivate var isDecimal: Bool {
    let x = Set("xX".utf8)
    return isOnly([.integer, .float, .text])
      && (!mayBe(.text) || texts?.allSatisfy { x.isDisjoint(with: $0) } ?? false)
  }

  /// Whether no text with one of these in it is read as a number.
  ///
  /// - Parameter areDecimal: Whether there is no `x` of a number with the base 16 among them.
  /// - Returns: Whether the values are such texts.
  fileprivate func isNoPartOfNumber(areDecimal: Bool) -> Bool {
    guard isOnly(.text), let texts else { return false }
    let digits = Set((areDecimal ? "0123456789eE.+-" : "0123456789abcdefABCDEFxXpP.+-").utf8)
    return !texts.isEmpty
      && texts.allSatisfy { $0.contains { !digits.contains($0) && $0 > UInt8(ascii: " ") } }
  }
}

extension [UInt8] {
  /// Whether Lua may read the text as a number: it has a digit, and nothing but what numbers are written with, with
  /// spaces around it.
  var looksLikeNumber: Bool {
    let spaces = Set(" \t\n\u{0B}\u{0C}\r".utf8)
    let digits = Set("0123456789abcdefABCDEFxXpP.+-".utf8)
    let text = drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }
    return text.contains { $0 >= 0x30 && $0 <= 0x39 } && text.allSatisfy { digits.contains($0) }
  }
}
