import LuaRules

// Functions that call themselves without an end.

extension TypeAnalysis {
  /// Notes that a function never returns: in no way, or for some call of itself.
  func findEndlessCalls(in typing: inout FunctionTyping) {
    guard typing.callsItself, typing.faults.allSatisfy({ !$0.isFatal }) else { return }
    guard neverReturns(typing.number) else {
      if let fault = endlessCall(in: typing) { typing.faults.append(fault) }
      return
    }
    typing.faults.removeAll { typing.selfCalls[$0.position] != nil && $0.code == .endlessLoop }
    var fault = TypeFault(
      .endlessLoop, .warning,
      "the function never returns: every way through it calls the function again",
      fix: "return before the call in some case", isFatal: false)
    fault.line = typing.function.lineDefined
    typing.faults.append(fault)
  }

  /// Whether every way through a function leads to a call of itself, whatever it gets.
  func neverReturns(_ number: Int) -> Bool {
    if let known = neverReturning[number] { return known }
    guard endless == nil, let function = code.functions[number] else { return false }
    endless = number
    defer { endless = nil }
    var again = FunctionTyping(function, number: number, self)
    let never =
      again.run(nil, isReporting: false) && again.returns.isNever && !again.raises
      && !again.mayRaise && !again.hasLoop
    neverReturning[number] = never
    return never
  }

  /// Whether every way through a function raises an error on purpose, whatever it gets.
  func alwaysRaises(_ number: Int) -> Bool {
    if let known = raising[number] { return known }
    guard let function = code.functions[number], underway.count < Self.mostDepth else {
      return false
    }
    raising[number] = false
    underway.append(number)
    defer { underway.removeLast() }
    var typing = FunctionTyping(function, number: number, self)
    let raises = typing.run(nil, isReporting: false) && typing.alwaysRaises
    raising[number] = raises
    return raises
  }

  /// How often what a function gives itself is widened until it stays the same.
  private static let mostRounds = 4

  /// Returns the call from which a function never comes back: with what is given there, every way
  /// through the function leads to such a call again.
  func endlessCall(in typing: FunctionTyping) -> TypeFault? {
    guard endless == nil, !typing.function.isVariadic, !neverReturns(typing.number),
      let position = typing.selfCalls.keys.min(), var types = typing.givenToItself
    else { return nil }
    endless = typing.number
    defer { endless = nil }
    for _ in 0..<Self.mostRounds {
      guard let function = code.functions[typing.number] else { return nil }
      var again = FunctionTyping(function, number: typing.number, self)
      guard again.run(types.map { TypeState.Value($0) }, isReporting: false),
        again.returns.isNever, !again.raises, !again.mayRaise, let next = again.givenToItself
      else { return nil }
      let joined = zip(types, next).map { $0.union($1) }
      if joined == types {
        var fault = TypeFault(
          .endlessLoop, .warning,
          "this call never returns: with what it gives, the function calls itself again and again",
          fix: "change what the function tests before it returns", subject: nil, isFatal: false)
        fault.position = position
        fault.line = typing.function.line(at: position)
        return fault
      }
      types = zip(types, joined).map { $1.widened(from: $0) }
    }
    return nil
  }
}

extension FunctionTyping {
  /// What the function gives itself in all its calls of itself; `nil` if there is none.
  fileprivate var givenToItself: [LuaType]? {
    guard !selfCalls.isEmpty else { return nil }
    return (0..<function.parameterCount).map { index in
      selfCalls.values.reduce(.never) { $0.union(index < $1.count ? $1[index] : .nothing) }
    }
  }
}
