import LuaBridge
import LuaBytecode
import LuaRules

// Calls of functions.

extension FunctionTyping {
  /// The arguments of a call.
  struct Arguments {
    var values: [TypeState.Value]
    var types: [LuaType]
    /// The register of the first argument.
    let start: Int
    /// Whether there may be more arguments than the known ones.
    let isOpen: Bool
    /// Whether a call gives the last ones, and not exactly one.
    var endsWithCall = false
  }

  /// Follows a call; returns whether it returns.
  mutating func call(_ instruction: Instruction) -> Bool {
    let a = instruction.a
    let whole = type(a)
    let callee = whole.present
    let words = self.words(a)
    let arguments = arguments(of: instruction)
    let isMethod = isMethodCall(a)
    noteGiven(arguments, to: callee.function)
    noteGivenFunctions(arguments, to: callee.isOnly(.function) ? callee.function : nil)
    for (index, value) in arguments.values.enumerated() where index > 0 || !isMethod {
      noteHandedOn(value)
    }
    if callee.isOnly([.nothing, .no, .yes, .integer, .float, .text, .table, .null]) {
      tellNoFunction(callee, register(a), words, isMethod: isMethod)
      finish(instruction, .any, words)
      return !isStopped
    }
    if let fault = missing(whole, register(a), words, "in this call") { tell(fault) }
    var result = LuaType.any
    var isOneValue = false
    var implication: TypeState.Implication?
    var origin: TypePlaces.Origin?
    var kept: Set<Int> = []
    var trueArguments: Set<Int> = []
    var sources: ValueSources?
    var giver: Int?
    var table: TableContents?
    if !callee.isLibraryFunction, !isOfPlainValues(arguments, callee) {
      otherCalls.insert(position)
    }
    switch callee.isOnly([.function, .nothing]) ? callee.function : nil {
    case .library("string.gmatch()")?:
      // Each call gives the next match.
      otherCalls.insert(position)
      leavesLoop = true
    case .library(let name)?:
      if name == "error" {
        raises = true
        leavesLoop = true
        return false
      }
      // What a callback does is not known.
      if name == "assert" || arguments.isOpen
        || arguments.types.contains(where: { $0.mayBe(.function) })
      {
        leavesLoop = true
        mayRaise = true
      }
      followTables(in: name, arguments)
      if name == "table.unpack", arguments.types.count == 1, !arguments.isOpen {
        unpacked[position] = elementsOfList(arguments.values[0])
      }
      result = callLibrary(name, arguments, isMethod: isMethod)
      tellUnusedResult(name, instruction, arguments)
      tellNoResult(of: name)
      if !name.hasPrefix("table."), name != "print", !arguments.isOpen {
        pureCalls.insert(position)
      }
      if isStopped { return false }
      if let exact = calculated(name, arguments) {
        result = exact
        sources = self.sources(of: arguments.values)
        if name == "math.abs", exact.isOnly(.integer), !exact.range.upper.isFinite {
          sources?.mayOverflow = true
          mayOverflow = true
        }
      }
      if name == "assert" {
        noteTested([arguments.start], isOrdered: false, isOfTruth: true)
        tests.noteEnd(at: position)
        if arguments.types.first?.truth == false {
          raises = true
          return false
        }
        if let value = arguments.values.first { assumeTrue(value) }
      }
      if name == "string.match", result.isOnly([.text, .nothing]) { origin = .match }
      if name == "type", let given = arguments.values.first,
        analysis.places.isDeclared(given.place)
      {
        result = LibraryFunction.kinds(of: state.type(of: given))
      }
      if name == "ipairs" || name == "pairs" { return iterate(name, instruction, arguments) }
    case .captured(let number)?:
      leavesLoop = true
      guard !arguments.isOpen else {
        noteCall(of: number, nil)
        break
      }
      let called = analysis.call(
        number, arguments.known(in: analysis.places), facts: declaredFacts,
        tables: tables(in: arguments), by: self.number)
      giver = number
      table = called.table
      noteCall(of: number, called)
      kept = called.keptTables
      if called.isRecursive { callsItself = true }
      noteCall(of: number, arguments)
      if called.mayRaise { mayRaise = true }
      tests.note(rounded: called.tests.rounded)
      checkMethodCall(of: number, arguments, isMethod: isMethod)
      result = called.type
      isOneValue = called.givesOneValue
      (implication, sources) = (called.implication, called.sources)
      origin = result.mayBe(.nothing) ? called.origin : nil
      tellFaults(of: called, in: called.file, words ?? "the function", arguments)
      tellComparedInVain(called, arguments)
      noteComparedLists(givenTo: number, arguments)
      tellNamesOnly(givenTo: number, arguments)
      trueArguments = called.trueArguments
      tellUnusedResult(of: number, instruction, words)
      tellNoResult(ofFunction: number, called)
      if called.raises {
        tellRaisingCall(of: number)
        raises = true
        return false
      }
      if isStopped || called.isRecursive && called.type.isNever { return false }
      if result.isNever { result = .any }
    case .method(let method)?:
      leavesLoop = true
      mayRaise = true
      checkMethod(method, arguments, words, isMethod: isMethod)
      origin = method.result.isOptional && method.result != .any ? .declared : nil
      let place = DeclaredPlace(type: method.result, path: "")
      result = LuaType(place, DeclaredLimits())
    case .inner(let number)?:
      leavesLoop = true
      mayRaise = true
      guard !arguments.isOpen else { break }
      let called = analysis.call(
        inner: number, arguments.known(in: analysis.places), facts: declaredFacts,
        tables: tables(in: arguments))
      kept = called.keptTables
      (result, implication) = (called.type.isNever ? .any : called.type, called.implication)
      (sources, table) = (called.sources, called.table)
      origin = result.mayBe(.nothing) ? called.origin : nil
      trueArguments = called.trueArguments
      tests.note(rounded: called.tests.rounded)
      // Where another function calls it that it was given to, what is wrong is told in it.
      let inner = analysis.inner(number)
      tellFaults(
        of: called, in: analysis.code.functions[inner.number]?.file ?? "",
        words ?? "the function", arguments, isGiven: inner.number != self.number,
        named: inner.function.locals.prefix(inner.function.parameterCount).map(\.name))
      if called.raises {
        raises = true
        return false
      }
      if isStopped { return false }
    case .host(let name)?:
      leavesLoop = true
      mayRaise = true
      guard let type = analysis.schema.hostFunctionTypes[name] else { break }
      checkHostCall(of: name, type, arguments, isMethod: isMethod)
      result = LuaType(DeclaredPlace(type: type.result, path: ""), DeclaredLimits())
      origin = type.result.isOptional && type.result != .any ? .declared : nil
      // What a stub or the program gives is not compared with the schema.
      if analysis.keys.isStrict { result = .any }
      tests.note(calculated: "host.\(name)(…)", result)
    case .some?, nil:
      noteUnknownCall()
      if isMethod { tellUnusedText(instruction, arguments) }
      if isMethod, whole.isAny, register(a + 1).type.mayBe(.text) {
        checkPatternOfUnknown(arguments)
        result = resultOfUnknown(arguments)
      }
      leavesLoop = true
      mayRaise = true
    }
    if !callee.isLibraryFunction { forgetTables(changedBy: arguments, keeping: kept) }
    forgetMembers(
      calling: callee.isOnly([.function, .nothing]) ? callee.function : nil, arguments)
    if let implication {
      // What the function has made sure of holds behind the call.
      var known = state
      if known.assume(implication.certain) { state = known }
    }
    for index in trueArguments.sorted() { assumeTrue(arguments.values[index]) }
    let kind = arguments.values.first.map { (place: $0.place, type: state.type(of: $0)) }
    if !isOneValue { isOneValue = callee.function.map { givesOneValue($0) } ?? false }
    isOneValue = isOneValue && instruction.c != 1 && callee.isOnly(.function)
    var shown = words
    if case .host(let name)? = callee.function { shown = "host.\(name)" }
    finish(instruction, result, shown, isOneValue: isOneValue)
    if callee.isOnly(.function), case .library(let name)? = callee.function {
      takeFurtherResults(of: name, instruction, arguments)
    }
    guard instruction.c != 1, state.registers.indices.contains(a) else { return !isStopped }
    takeTable(table, in: a)
    noteExtreme(callee.function, arguments, in: a)
    if case .library("table.move")? = callee.function, arguments.values.count == 5,
      instruction.c != 0, arguments.types[4].isOnly(.table)
    {
      set(a, arguments.values[4])
    }
    if let origin { analysis.places[state.registers[a].place].origin = origin }
    if let giver { calleeOfRoot[state.registers[a].place] = giver }
    if let implication { state.registers[a].implication = implication }
    if let sources { state.registers[a].sources = sources }
    if case .library("type")? = callee.function, let kind, kind.place != 0 {
      if !kind.type.isAny { state.facts[kind.place] = kind.type }
      state.registers[a].kindOf = kind.place
    }
    return !isStopped
  }

  /// Narrows what a call makes sure of, such as one of `assert`: that a value counts as true.
  private mutating func assumeTrue(_ value: TypeState.Value) {
    var known = state
    if let facts = value.implication?.whenTrue, known.assume(facts) { state = known }
    let type = state.type(of: value).without(.falsy)
    if value.place != 0, !type.isNever { state.facts[value.place] = type }
  }

  private func arguments(of instruction: Instruction) -> Arguments {
    let start = instruction.a + 1
    let end = instruction.b == 0 ? state.openEnd : instruction.a + instruction.b
    let count = max(0, (end ?? startOfOpen(instruction) ?? start) - start)
    let values = (start..<start + count).map { register($0) }
    let isOneOfCall =
      position > 0 && function.code[position - 1].opcode == .call
      && end == function.code[position - 1].a + 1
    return Arguments(
      values: values, types: values.map { state.type(of: $0) }, start: start, isOpen: end == nil,
      endsWithCall: instruction.b == 0 && !isOneOfCall)
  }

  /// Whether the function of a call was read with `:`.
  private func isMethodCall(_ register: Int) -> Bool {
    guard position > 0 else { return false }
    for earlier in stride(from: position - 1, through: 0, by: -1) {
      let instruction = function.code[earlier]
      if instruction.opcode == .getMethod, instruction.a == register { return true }
      if instruction.assignedRegisters?.contains(register) == true { return false }
    }
    return false
  }

  /// Stores the results of a call.
  ///
  /// - Parameters:
  ///   - instruction: The call.
  ///   - result: The type of the first result.
  ///   - words: The called function in words of the source.
  ///   - isOneValue: Whether there is certainly one result.
  private mutating func finish(
    _ instruction: Instruction, _ result: LuaType, _ words: String?, isOneValue: Bool = false
  ) {
    let a = instruction.a
    let name = nameOfCallee()
    forget(from: a)
    state.openEnd = nil
    if instruction.c == 0, isOneValue { state.openEnd = a + 1 }
    guard instruction.c != 1 else { return }
    if isOneValue, a + instruction.c - 1 <= state.registers.count {
      for index in a + 1..<max(a + instruction.c - 1, a + 1) { set(index, .nothing) }
    }
    let text = words ?? name
    set(a, rooted(result, at: position, named: text.map { "\($0)(…)" }))
  }

  private mutating func tellNoFunction(
    _ callee: LuaType, _ value: TypeState.Value, _ words: String?, isMethod: Bool
  ) {
    if callee.isOnly(.nothing) {
      // A module, or a table of the file, does not have the function.
      tell(
        TypeFault(
          .wrongCall, "\(quoted(words ?? nameOfCallee(), callee)) is nil, not a function",
          fix: meantCallee.map { "did you mean `\($0)`?" },
          subject: (words ?? nameOfCallee())?.lastName, replacement: meantCallee
        ).of(value))
      return
    }
    let name = words ?? nameOfCallee()
    tell(
      TypeFault(
        .wrongCall, "\(quoted(name, callee)) is \(callee.text), not a function",
        fix: callee.isOnly(.table)
          ? "an entry is read with brackets, as in `\(name ?? "list")[…]`"
          : value.place > 0 ? "leave the parentheses out" : nil, subject: name?.lastName
      ).of(value))
  }
}

extension LuaType {
  /// Whether all values are functions of the library.
  fileprivate var isLibraryFunction: Bool {
    if case .library? = function { isOnly([.function, .nothing]) } else { false }
  }
}

extension Int {
  /// The number with its noun, as in `2 arguments`.
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
