import LuaRules

// The numbers that library functions take: how many, from which range, and of what.

extension FunctionTyping {
  /// Finds a function of a string that is called with `.`, and does not get the string.
  mutating func checkObject(_ name: String, _ arguments: Arguments) {
    guard name.hasPrefix("string."), let first = arguments.types.first, first.isOnly(.number),
      isReadFromMember
    else { return }
    tell(
      TypeFault(
        .wrongArgument, .warning,
        "`\(name.lastName)` is called with `.`, and gets \(first.text) in the place of its string",
        fix: "write `:` before the name", subject: name.lastName, isFatal: false))
  }

  /// Whether the called function was read from a member, as in `c.order.id.sub`.
  private var isReadFromMember: Bool {
    let register = function.code[position].a
    func assignment(before end: Int) -> Int? {
      function.code[..<end].lastIndex { $0.assignedRegisters?.contains(register) == true }
    }
    guard let read = assignment(before: position), function.code[read].opcode == .getField,
      function.code[read].b == register, let base = assignment(before: read)
    else { return false }
    return function.code[base].opcode == .getField
  }

  /// Tells of arguments that a function does not look at.
  mutating func tellIgnored(_ most: Int, _ name: String, _ shown: String, isMethod: Bool) {
    let taken = most - (isMethod ? 1 : 0)
    let fails = name == "table.insert"
    tell(
      TypeFault(
        .wrongArgument, fails ? .error : .warning,
        "`\(shown)` takes \(taken == 0 ? "no argument" : "at most \(taken.counted("argument"))"), and "
          + (fails ? "gets more" : "the others are ignored"),
        fix: name == "math.floor" ? "a factor rounds to digits: `math.floor(x * 100) / 100`" : nil,
        subject: name.lastName, isFatal: fails))
  }

  /// Checks the place at which `table.insert` puts a value.
  mutating func checkInserted(_ arguments: Arguments) {
    guard !arguments.isOpen else { return }
    if arguments.values.count == 2, arguments.types[1].isOnly(.nothing) {
      let words = self.words(arguments.start + 1)
      tell(
        TypeFault(
          .wrongArgument, .warning,
          "`table.insert` puts nothing into the list: \(words.map { "`\($0)`" } ?? "its value") is nil",
          subject: words?.lastName ?? "insert", isFatal: false
        ).of(arguments.values[1]))
    }
    guard arguments.values.count == 3 else { return }
    let type = arguments.types[1].present
    let isPlace =
      type.isNever || type.mayBe(.text) || type.mayBe(.number) && type.range.upper >= 1
    let hasFraction = type.isOnly(.number) && type.range.only.map { $0 != $0.rounded() } ?? false
    // A string is read as a number, where it is one.
    let fails = !isPlace || hasFraction || type.isOnly(.text) && type.isDigitless
    let isCall = isCall(before: arguments.start + 1)
    let isSwapped =
      arguments.types[2].isOnly(.number) && analysis.places.isDeclared(arguments.values[1].place)
    guard fails || (isCall || isSwapped) && type.isOnly(.text) else { return }
    let words = self.words(arguments.start + 1)
    tell(
      TypeFault(
        .wrongArgument, fails ? .error : .warning,
        "argument 2 of `table.insert` is \(words.map { "`\($0)`, " } ?? "")\(type.text); "
          + "expected a place in the list, from 1 on",
        fix: isCall
          ? "a call at the end gives all its results: put it in parentheses"
          : isSwapped
            ? "the place comes before the value: `table.insert(list, place, value)`"
            : "`table.insert(list, value)` puts a value at the end",
        subject: words?.lastName ?? "insert", isFatal: fails
      ).of(arguments.values[1]))
  }

  /// Whether the instruction before is a call that gives a register, and those behind it, their values.
  private func isCall(before register: Int) -> Bool {
    guard position > 0 else { return false }
    let instruction = function.code[position - 1]
    return instruction.opcode == .call && instruction.a == register && instruction.c == 0
  }

  /// Checks what `math.fmod` divides by.
  mutating func checkDivisor(_ arguments: Arguments) {
    let types = arguments.types.map(\.present)
    guard types.count == 2, types.allSatisfy({ $0.isOnly(.number) }), types[1].range.only == 0
    else { return }
    let fails = types.allSatisfy { $0.isOnly(.integer) }
    tell(
      TypeFault(
        .divisionByZero, fails ? .error : .warning,
        "`math.fmod` divides by 0" + (fails ? "" : ": the result is no number to work with"),
        subject: "fmod", isFatal: fails))
  }

  /// Checks the first argument of `select`: a number, or `"#"`.
  mutating func checkSelected(_ arguments: Arguments) {
    if let first = arguments.types.first,
      !first.isNever && !first.mayBe([.text, .integer, .float])
        || first.isOnly(.number) && first.range.only == 0
    {
      tell(
        TypeFault(
          .wrongArgument,
          "argument 1 of `select` is \(first.text); expected a number other than 0, or \"#\"",
          subject: "select"))
      return
    }
    guard let bytes = arguments.types.first?.present.onlyText, bytes.first != UInt8(ascii: "#"),
      !bytes.contains(where: { $0 >= 0x30 && $0 <= 0x39 })
    else { return }
    tell(
      TypeFault(
        .wrongArgument,
        "argument 1 of `select` is \(arguments.types[0].present.text); expected a number, or \"#\"",
        subject: "select"))
  }

  /// Notes that the result of `math.min` or `math.max` in a register is no greater, or no less, than what it was
  /// calculated from.
  mutating func noteExtreme(
    _ function: FunctionShape?, _ arguments: Arguments, in register: Int
  ) {
    guard case .library(let name)? = function, name == "math.min" || name == "math.max",
      arguments.types.allSatisfy({ $0.isOnly(.integer) })
    else { return }
    let result = state.registers[register].place
    for value in arguments.values where value.place != 0 && result != 0 {
      let order =
        name == "math.min"
        ? TypeState.Order(left: result, right: value.place, isStrict: false)
        : TypeState.Order(left: value.place, right: result, isStrict: false)
      state.orders[order] = true
    }
  }

  /// Returns what `select` gives first; `nil` if that is not known.
  func selected(_ arguments: Arguments) -> LuaType? {
    guard !arguments.isOpen, let first = arguments.types.first else { return nil }
    let others = arguments.types.dropFirst()
    if first.onlyText == Array("#".utf8) { return LuaType(integer: Int64(others.count)) }
    guard first.isOnly(.number) else { return nil }
    guard let index = first.range.only.flatMap({ Int(exactly: $0) }), index > 0 else {
      return others.isEmpty ? nil : others.reduce(.nothing) { $0.union($1) }
    }
    return index <= others.count ? arguments.types[index] : .nothing
  }

  /// Checks what `tonumber` makes a number of: a string or a number; with a base, a string.
  mutating func checkConverted(_ arguments: Arguments) {
    if arguments.types.count == 2, isCall(before: arguments.start),
      !arguments.types[1].isBase
    {
      tell(
        TypeFault(
          .wrongArgument, .warning,
          "argument 2 of `tonumber` is the base, and here it is the second result of a call",
          fix: "put the call in parentheses", subject: "tonumber", isFatal: false))
      return
    }
    guard let type = arguments.types.first?.present, !type.isNever,
      !type.mayBe(arguments.types.count > 1 ? .text : [.text, .integer, .float])
    else { return }
    let words = self.words(arguments.start)
    let shown = words.map { "`\($0)`, " } ?? ""
    if arguments.types.count > 1 {
      tell(
        TypeFault(
          .wrongArgument,
          "argument 1 of `tonumber` is \(shown)\(type.text); with a base, it takes a string",
          subject: words?.lastName ?? "tonumber"
        ).of(register(arguments.start)))
    } else if !type.isOnly(.nothing) {
      tell(
        TypeFault(
          .wrongArgument, .warning,
          "argument 1 of `tonumber` is \(shown)\(type.text): the result is always nil",
          fix: type.isOnly(.table) ? "the length of a list is `#list`" : nil,
          subject: words?.lastName ?? "tonumber", isFatal: false
        ).of(register(arguments.start)))
    }
  }

  /// Notes that `tonumber` gives a number back, on which it rests that the result is not nil.
  mutating func noteConverted(_ index: Int) {
    let value = register(index)
    guard analysis.places.isDeclared(value.place) else { return }
    let entry = analysis.places[value.place]
    var type = value.type
    type.range = .all
    tests.note(entry.text, type, path: entry.path, isOrdered: false)
  }
}

extension LuaType {
  /// Whether it is a number with a fraction, or outside of a range.
  func isOutside(_ range: NumberRange) -> Bool {
    guard isOnly(.number) else { return false }
    if let only = self.range.only, only.isFinite, only != only.rounded() { return true }
    return self.range.intersection(range).isEmpty
  }

  /// Whether it is a base of a number system for certain.
  fileprivate var isBase: Bool {
    isOnly(.number) && range.lower >= 2 && range.upper <= 36
  }

  /// Whether the texts are listed, and none of them has a digit.
  fileprivate var isDigitless: Bool {
    texts?.allSatisfy { !$0.contains { $0 >= 0x30 && $0 <= 0x39 } } ?? false
  }
}

extension LibraryFunction.Parameter {
  /// Whether a number is taken.
  var isNumber: Bool {
    switch self {
    case .number, .integer: true
    default: false
    }
  }
}
