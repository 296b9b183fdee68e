import LuaBytecode
import LuaRules

// What goes wrong in called functions.

extension FunctionTyping {
  /// How many faults of called functions are told of one function.
  private static let mostCalledFaults = 32

  /// Tells what goes wrong in a called function: at the call if an argument does not fit, else there.
  ///
  /// - Parameters:
  ///   - called: What the call does.
  ///   - file: The file of the function.
  ///   - words: The function in words of the source.
  ///   - arguments: What it is given.
  ///   - isGiven: Whether the function that calls it was given it: then all is told there.
  ///   - parameters: The names of its parameters.
  mutating func tellFaults(
    of called: TypeAnalysis.CallResult, in file: String, _ words: String, _ arguments: Arguments,
    isGiven: Bool = false, named parameters: [String] = []
  ) {
    /// The fault with the name that the called function has for what it is given.
    func named(_ fault: TypeFault) -> TypeFault {
      guard isGiven else { return fault }
      let isNoted =
        ![.impossibleComparison, .decidedTest].contains(fault.code) && fault.place == 0
      guard isNoted || fault.argument != nil else {
        // In which of its arguments the value is, is not noted.
        return zip(arguments.values, parameters).reduce(fault) { fault, argument in
          let text = analysis.places[argument.0.place].text
          return text.isEmpty ? fault : fault.renaming(text, to: argument.1)
        }
      }
      guard let index = fault.argument, parameters.indices.contains(index) else { return fault }
      let text = analysis.places[fault.blamed].text
      return text.isEmpty ? fault : fault.replacing(text, with: parameters[index])
    }
    func isToldThere(_ fault: TypeFault) -> Bool { isGiven || self.isToldThere(fault) }
    if called.fault != nil || !called.faults.isEmpty { calledTests.merge(called: called.tests) }
    if let fault = called.fault {
      guard isToldThere(fault) else {
        tell(fault, in: file, called: words, arguments, isCertain: true)
        return
      }
      note(named(fault), in: file)
      if stopsAtFaults { isStopped = true }
    }
    for fault in called.faults where fault != called.fault {
      // Another call may give other values.
      if [.impossibleComparison, .decidedTest].contains(fault.code), !fault.isFatal,
        fault.file == nil,
        !isGiven || !isOnlyCallOfArgument
      {
        continue
      }
      if fault.code == .possibleNil, fault.isOfFile, fault.argument == nil, looksAtEntries {
        continue
      }
      if fault.code == .possibleNil, fault.place == 0, let index = fault.argument,
        arguments.values.indices.contains(index)
      {
        if fault.isOfCallback {
          // Which elements the list has, may have been looked at before.
          guard tests.isEmpty, !otherCalls.contains(where: { $0 < position }) else { continue }
        } else if isEntryTested(arguments.values[index].place)
          || mayBeGuarded(arguments.values[index].place)
        {
          continue
        }
      }
      if isToldThere(fault) {
        note(named(fault), in: file)
      } else if mayBeMissing(fault) {
        tell(fault, in: file, called: words, arguments, isCertain: false)
      }
    }
  }

  /// Whether a fault is one of the called function, and not of what it is given; a misspelt name is.
  private func isToldThere(_ fault: TypeFault) -> Bool {
    fault.argument == nil || fault.replacement != nil
  }

  /// Notes that a call fails inside the called function, because of an argument.
  private mutating func tell(
    _ fault: TypeFault, in file: String, called words: String, _ arguments: Arguments,
    isCertain: Bool
  ) {
    let name = nameOfCallee() ?? words
    var told = TypeFault(
      fault.place != 0 || fault.isOfFile || fault.isOfCallback ? fault.code : .wrongArgument,
      isCertain ? fault.severity : .warning,
      "the call of `\(name)` \(isCertain ? "fails" : "may fail"): \(fault.message)", fix: fault.fix,
      subject: name.lastName, isFatal: isCertain)
    told.place = fault.place
    told.path = fault.path
    told.isOfFile = fault.isOfFile
    told.inner = fault.inner ?? SourceLocation(file: file, line: fault.line)
    if let index = fault.argument, arguments.values.indices.contains(index) {
      told = told.of(arguments.values[index])
    }
    tell(told)
  }

  /// Notes what goes wrong in a called function.
  mutating func note(_ fault: TypeFault, in file: String) {
    guard isTelling, calledFaults.count < Self.mostCalledFaults, mayBeMissing(fault) else { return }
    let call = SourceLocation(
      file: analysis.code.functions[number]?.file ?? file, line: function.line(at: position))
    let told = fault.called(in: file, by: call)
    if !calledFaults.contains(told) { calledFaults.append(told) }
  }

  /// Whether a value that may be missing in a called function may be so here.
  private func mayBeMissing(_ fault: TypeFault) -> Bool {
    guard fault.place != 0 else { return true }
    return (state.facts[fault.place]?.mayBe(.nothing) ?? true) && !mayBeGuarded(fault.place)
  }

  // MARK: What it makes sure of

  /// Whether every way through the function raises an error on purpose.
  var alwaysRaises: Bool {
    returns.isNever && raises && !callsItself && !faults.contains(where: \.isFatal)
  }

  /// Returns which arguments count as true wherever the function returns, because it raises an error else.
  func trueArguments(among arguments: [TypeState.Value]) -> Set<Int> {
    guard raises || mayRaise, let facts = returned?.certain, !facts.isEmpty else { return [] }
    return Set(
      arguments.indices.prefix(function.parameterCount).filter { index in
        let place = arguments[index].place == 0 ? roots[-1 - index] : arguments[index].place
        return place.flatMap { facts[$0] }?.truth == true
      })
  }

  // MARK: Who is to blame

  /// Notes in each fault which of the arguments does not fit.
  mutating func blame(_ arguments: [TypeState.Value]) {
    for index in faults.indices {
      faults[index].argument = argument(of: faults[index], arguments)
    }
  }

  /// Returns which argument does not fit.
  private func argument(of fault: TypeFault, _ arguments: [TypeState.Value]) -> Int? {
    guard fault.blamed == TypePlaces.context else { return argument(at: fault.blamed, arguments) }
    // Which of its members are read, the function says.
    guard [.wrongOperand, .wrongArgument].contains(fault.code) else { return nil }
    return arguments.prefix(function.parameterCount).firstIndex { $0.place == fault.blamed }
  }

  /// Returns which argument a value is, or is an element of.
  private func argument(at place: TypePlaces.ID, _ arguments: [TypeState.Value]) -> Int? {
    guard place != 0, place != TypePlaces.context else { return nil }
    let count = function.isVariadic ? arguments.count : 0
    for index in 0..<max(function.parameterCount, count) {
      if roots[-1 - index] == place { return index }
      if index < arguments.count, arguments[index].place == place { return index }
    }
    let list = analysis.places[place].list
    return list == 0 ? nil : argument(at: list, arguments)
  }

  /// Whether a fault is one of a parameter that gets no argument, and that nothing tests.
  func isOmitted(_ fault: TypeFault, of count: Int) -> Bool {
    guard !hasLoop, given.tables.isEmpty, let index = fault.argument, index >= count,
      let root = roots[-1 - index]
    else { return false }
    return !tests.looks { $0 == root }
  }

  /// Whether a fault is one of what the context holds, and of no argument.
  func isOfContext(_ fault: TypeFault) -> Bool {
    let codes: [RuleFinding.Code] = [
      .unknownMember, .wrongArgument, .wrongOperand, .wrongFormat, .wrongCall,
    ]
    return codes.contains(fault.code) && fault.argument == nil && fault.call == nil
      && analysis.places.isDeclared(fault.blamed)
  }

  /// Whether a fault is that an argument is a text of the context, where a number is taken.
  func isOfTextGiven(_ fault: TypeFault) -> Bool {
    let codes: [RuleFinding.Code] = [.wrongArgument, .wrongOperand, .wrongFormat]
    return codes.contains(fault.code) && fault.argument != nil && fault.call == nil
      && analysis.places.isDeclared(fault.blamed)
  }

  // MARK: Names

  /// The name by which the called function was read.
  func nameOfCallee() -> String? { nameOfCallee(at: position, into: nil) }

  /// Returns the name by which a function was read that an instruction calls.
  ///
  /// - Parameters:
  ///   - position: The instruction.
  ///   - result: The register of the result; `nil` for any.
  /// - Returns: The name; `nil` if that is no call, or has none.
  func nameOfCallee(at position: Int, into result: Int?) -> String? {
    guard let call = call(at: position), result == nil || result == function.code[position].a else {
      return nil
    }
    return written?.name(calledBy: call)
  }

  /// Returns the name of the method that an instruction calls.
  func methodCalled(at position: Int) -> String? {
    call(at: position).flatMap { written?.method(calledBy: $0) }
  }

  /// Returns the call that an instruction does; `nil` for another instruction, or if the text is not known.
  func call(at position: Int) -> Int? {
    let index = callPositions.partitioningIndex { $0 >= position }
    guard callPositions.indices.contains(index), callPositions[index] == position,
      let calls = written?.calls, calls.count == callPositions.count
    else { return nil }
    return calls[index]
  }
}
