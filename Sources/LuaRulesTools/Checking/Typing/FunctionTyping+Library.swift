import LuaRules

// Calls of library functions.

extension FunctionTyping {
  /// Checks the arguments of a library function; returns its result.
  mutating func callLibrary(_ name: String, _ arguments: Arguments, isMethod: Bool) -> LuaType {
    guard let function = LibraryFunction.all[name] else { return .any }
    let count = arguments.values.count
    let shown = isMethod ? "\(words(arguments.start) ?? "…"):\(name.lastName)" : name
    if isMethod, tellLibraryGiven(to: name, arguments) { return function.result }
    if count < function.required.count, !arguments.isOpen {
      let isRead = assignment(of: self.function.code[position].a, before: position).map {
        textReads[$0] != nil
      }
      let needsObject =
        !isMethod && name.hasPrefix("string.") && !isGlobalRead && (count == 0 || isRead == true)
      tell(
        TypeFault(
          .wrongArgument,
          "`\(shown)` takes at least "
            + "\((function.required.count - (isMethod ? 1 : 0)).counted("argument")), and gets "
            + "\(count - (isMethod ? 1 : 0))",
          fix: needsObject ? "a method is called with `:`, as in `c.title:upper()`" : nil,
          subject: name.lastName))
      return function.result
    }
    if !isMethod, !arguments.isOpen,
      let read = assignment(of: self.function.code[position].a, before: position),
      let text = textReads[read], text == 0 || arguments.values.first?.place != text,
      self.function.code[read].opcode == .getField
    {
      tell(
        TypeFault(
          .wrongArgument, .warning,
          "`\(name.lastName)` is called with `.`, so the string before it takes no part",
          fix: "a method is called with `:`, as in `c.title:upper()`", subject: name.lastName,
          isFatal: false))
      return function.result
    }
    if !arguments.isOpen, !arguments.endsWithCall, function.ignoresSome(of: count) {
      tellIgnored(
        function.required.count + function.optional.count, name, shown, isMethod: isMethod)
      if isStopped { return function.result }
    }
    if name == "math.max" || name == "math.min" {
      let result = compareAll(name, arguments)
      tellConstantExtreme(name, arguments)
      return result
    }
    // With bounds, it need not look at the list, and a string without characters has no elements.
    if name == "table.unpack",
      count > 1 || arguments.isOpen || arguments.types.first?.mayBe(.text) == true
    {
      return function.result
    }
    if LibraryFunction.rounding.contains(name) {
      tests.note(rounded: Set(arguments.values.map(\.place)))
    }
    if !isMethod { checkObject(name, arguments) }
    checkChanged(name, arguments)
    if isStopped { return function.result }
    var parameters = function.required + function.optional
    if let rest = function.rest {
      parameters += Array(repeating: rest, count: max(0, count - parameters.count))
    }
    for (index, type) in arguments.types.enumerated() where index < parameters.count {
      // Arguments in the wrong order are one mistake.
      if faults.contains(where: { $0.position == position && $0.code == .wrongArgument }) { break }
      check(
        type, parameters[index], at: index,
        isNeeded: index < function.required.count || function.rest != nil,
        shown, name, arguments)
      if !isStopped, index == 0, case .table = parameters[index], type.mayBe(.table),
        !type.isOnly(.table)
      {
        narrow(arguments.start, to: type.only(.table))
      }
    }
    if name == "pairs" || name == "ipairs", let type = arguments.types.first {
      checkIterated(type, name, arguments)
    }
    if name == "string.format" { checkFormat(arguments) }
    if name == "table.concat" { checkJoined(arguments) }
    if name == "tostring" { tellTextOfTable(0, of: arguments, by: name) }
    if name == "table.sort" { checkSorted(arguments) }
    if name == "select" { checkSelected(arguments) }
    if name == "tonumber" { checkConverted(arguments) }
    if name == "table.insert" { checkInserted(arguments) }
    if name == "math.fmod" { checkDivisor(arguments) }
    if ["string.find", "string.match", "string.gmatch", "string.gsub"].contains(name) {
      checkPattern(name, arguments)
    }
    if name == "tonumber", let type = arguments.types.first, type.isOnly(.number) {
      noteConverted(arguments.start)
      return type
    }
    if name == "select", let type = selected(arguments) { return type }
    if name == "string.gmatch", arguments.types.count > 1,
      let pattern = arguments.types[1].onlyText, PatternText.givesText(pattern)
    {
      return LuaType(function: .library("string.gmatch()"))
    }
    if name == "string.match", arguments.types.count > 1,
      let pattern = arguments.types[1].onlyText, PatternText.givesText(pattern)
    {
      return .text.union(.nothing)
    }
    return function.result
  }

  /// Whether the called function was read from a library by its name.
  private var isGlobalRead: Bool {
    let register = function.code[position].a
    for earlier in stride(from: position - 1, through: 0, by: -1) {
      let instruction = function.code[earlier]
      guard instruction.assignedRegisters?.contains(register) == true else { continue }
      guard instruction.opcode == .getField,
        let library = instruction.b == register
          ? function.code[..<earlier].last(where: {
            $0.assignedRegisters?.contains(register) == true
          }) : nil
      else { return false }
      return library.opcode == .getUpvalueField
    }
    return false
  }

  private mutating func check(
    _ whole: LuaType, _ parameter: LibraryFunction.Parameter, at index: Int, isNeeded: Bool,
    _ shown: String, _ name: String, _ arguments: Arguments
  ) {
    let register = arguments.start + index
    let words = self.words(register)
    // Nil is no argument either, where one is needed.
    let type = whole.present
    var accepted = parameter.kinds
    if !isNeeded { accepted.insert(.nothing) }
    // Where an optional argument is missing, nothing fails.
    let mayBeMissing =
      whole.mayBe(.nothing) || analysis.places.isDeclared(self.register(register).place)
    let fails = isNeeded || !mayBeMissing
    let value = self.register(register)
    func fault(_ expected: String, isCertain: Bool) -> TypeFault {
      TypeFault(
        .wrongArgument, isCertain ? .error : .warning,
        "argument \(index + 1) of `\(name)` is \(words.map { "`\($0)`, " } ?? "")\(type.text); "
          + "expected \(expected)", subject: words?.lastName ?? name.lastName, isFatal: isCertain
      ).of(value)
    }
    if !type.isNever, !type.mayBe(accepted) {
      return tell(fault(parameter.text, isCertain: fails))
    }
    if case .integer(let range) = parameter, type.isOutside(range) {
      return tell(fault(parameter.text, isCertain: fails))
    }
    if parameter.isNumber, type.isOnly(.text) {
      let isNever =
        type.texts.map { $0.allSatisfy { !$0.contains { $0 >= 0x30 && $0 <= 0x39 } } } ?? false
      guard isNever || analysis.places.isDeclared(self.register(register).place) else { return }
      return tell(fault("a number", isCertain: isNever && fails))
    }
    guard isNeeded, !parameter.kinds.contains(.nothing) else { return }
    if let fault = missing(whole, self.register(register), words, "as an argument of `\(name)`") {
      tell(fault)
    }
  }

  /// Tells `math.max(10, math.min(x, 0))`, which is always 10.
  private mutating func tellConstantExtreme(_ name: String, _ arguments: Arguments) {
    guard isTelling, arguments.values.count == 2, !arguments.isOpen,
      arguments.types.allSatisfy({ $0.isOnly(.number) })
    else { return }
    func isCall(_ index: Int) -> Bool {
      self.name(of: arguments.start + index, at: position) == nil
        && assignment(of: arguments.start + index, before: position)
          .map { function.code[$0].opcode == .call } == true
    }
    guard let index = (0..<2).first(where: { !isCall($0) && isCall(1 - $0) }),
      let constant = arguments.types[index].range.only,
      case let range = arguments.types[1 - index].range,
      name == "math.max" ? range.upper <= constant : range.lower >= constant
    else { return }
    tell(
      TypeFault(
        .decidedTest, .warning, "this `\(name)` always gives \(arguments.types[index].text)",
        fix: name == "math.max"
          ? "the least value goes with `math.max`, the greatest with `math.min`"
          : "the greatest value goes with `math.min`, the least with `math.max`",
        subject: name.lastName, isFatal: false))
  }

  /// Checks the arguments of `math.max` and `math.min`, which puts them in order, whatever they are.
  private mutating func compareAll(_ name: String, _ arguments: Arguments) -> LuaType {
    let types = arguments.types.map(\.present)
    if let only = types.first, types.count == 1, !arguments.isOpen {
      if only.isOnly(.table) {
        tell(
          TypeFault(
            .wrongArgument, .warning,
            "`\(name)` compares its arguments, and gives a table alone back as it is",
            fix: "`\(name)(table.unpack(list))` compares the elements of a list",
            subject: words(arguments.start)?.lastName ?? name.lastName, isFatal: false
          ).of(arguments.values[0]))
      }
      return arguments.types[0]
    }
    if types.count > 1 {
      let hasNumber = types.contains { $0.isOnly(.number) }
      for (index, type) in types.enumerated() {
        let words = self.words(arguments.start + index)
        if type.isOnly([.nothing, .no, .yes, .table, .function, .null])
          || hasNumber && type.isOnly(.text)
        {
          tell(
            TypeFault(
              .wrongArgument,
              "argument \(index + 1) of `\(name)` is \(words.map { "`\($0)`, " } ?? "")\(type.text); "
                + "expected \(hasNumber ? "a number" : "numbers, or strings")",
              subject: words?.lastName ?? name.lastName
            ).of(arguments.values[index]))
          break
        }
        let register = arguments.start + index
        if let fault = missing(
          arguments.types[index], self.register(register), words, "as an argument of `\(name)`")
        {
          tell(fault)
        }
      }
    }
    // It fails where it has to compare nil.
    let given = arguments.types.count > 1 ? types : arguments.types
    let areNumbers = !arguments.isOpen && given.allSatisfy { $0.isOnly(.number) }
    return areNumbers ? .number : .any
  }

  private mutating func checkIterated(_ whole: LuaType, _ name: String, _ arguments: Arguments) {
    let words = self.words(arguments.start)
    let type = whole.present
    let failing: LuaType.Kinds = [.nothing, .no, .yes, .integer, .float, .text, .function, .null]
    if type.isOnly(failing) {
      tell(
        TypeFault(
          .wrongArgument,
          "\(quoted(words, type)) has no elements" + (words == nil ? "" : ": it is \(type.text)"),
          subject: words?.lastName ?? name
        ).of(register(arguments.start)))
    } else if name == "ipairs", type.isOnly(.table), case .declared(let place)? = type.shape,
      case .object(let object) = place.type.present, !object.isOpen, !object.mayShowMore
    {
      tell(
        TypeFault(
          .wrongArgument, "\(quoted(words, type)) is an object, not a list",
          fix: "`pairs` visits the members of an object", subject: words?.lastName ?? name
        ).of(register(arguments.start)))
    } else if name == "ipairs", type.isOnly(.table), case .declared(let place)? = type.shape,
      case .dictionary = place.type.present
    {
      tell(
        TypeFault(
          .wrongArgument, .warning,
          "\(quoted(words, type)) is an object, of which `ipairs` visits nothing",
          fix: "`pairs` visits the members of an object", subject: words?.lastName ?? name,
          isFatal: false
        ).of(register(arguments.start)))
    } else if name == "ipairs",
      let fault = lackOfElements(
        type, words ?? nameOutside(of: arguments.start), "`ipairs` visits", "ipairs")
    {
      tell(fault.of(register(arguments.start)))
    } else if let fault = entryFault(
      type.only(failing), register(arguments.start), words, "which has no elements")
    {
      tell(fault)
    } else if let fault = missing(
      whole, register(arguments.start), words, "as an argument of `\(name)`")
    {
      tell(fault)
    } else if name == "ipairs" {
      tellGap(in: arguments)
    }
  }

  /// Checks what `table.concat` joins: strings and numbers.
  private mutating func checkJoined(_ arguments: Arguments) {
    guard let type = arguments.types.first?.without(.nothing), type.isOnly(.table) else { return }
    let words = self.words(arguments.start)
    var elements: LuaType
    switch type.shape {
    case .made:
      elements = madeElements(of: arguments.values[0], withKeys: false) ?? .any
      if let wrong = wrongElement(joinedBy: arguments) { elements = wrong }
    case .declared(let place):
      switch place.type.present {
      case .list(let element):
        elements = analysis.keys.values(
          of: DeclaredPlace(type: element, path: "\(place.path)[]"))
      case .object(let object) where object.isOpen || object.mayShowMore: return
      case .object, .dictionary:
        tell(
          TypeFault(
            .wrongArgument, .warning,
            "\(quoted(words, type)) is an object, of which `table.concat` joins nothing",
            fix: "`pairs` visits the members of an object", subject: words?.lastName ?? "concat",
            isFatal: false
          ).of(register(arguments.start)))
        return
      default: return
      }
    default:
      if let fault = lackOfElements(
        type, words ?? nameOutside(of: arguments.start), "`table.concat` joins", "concat")
      {
        tell(fault.of(register(arguments.start)))
      }
      return
    }
    guard !elements.isNever, !elements.mayBe([.text, .integer, .float]) else { return }
    tell(
      TypeFault(
        .wrongArgument, .warning,
        "`table.concat` joins strings and numbers, and an element of \(quoted(words, type)) is "
          + elements.text,
        fix: "join a member of each element in a loop", subject: words?.lastName ?? "concat",
        isFatal: false
      ).of(register(arguments.start)))
  }
}
