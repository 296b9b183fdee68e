import LuaBridge

// Calls of rule functions, by Lua or by native code, and calls of host functions.

extension Evaluation {
  // MARK: Functions of rules

  /// Calls the function of a predicate.
  func test(_ number: Int) throws(RuleError) -> Bool {
    if let planned = planned(number) { return try test(planned) }
    let isWatched = mayBeSuspended(number)
    if isWatched, try isSuspended(number) { return false }
    let state = try state(of: currentModelIndex)
    let isTrue: Bool
    do {
      isTrue = try state.with { state throws(LuaFailure) in try state.test(number, scope: grantID) }
    } catch {
      throw self.error(error, in: number)
    }
    if isWatched { noteSuccess(of: number) }
    return isTrue
  }

  /// Calls the function of a value.
  func rawAnswer(ofFunction number: Int) throws(RuleError) -> RawAnswer {
    if let planned = planned(number) { return try rawAnswer(of: planned) }
    let isWatched = mayBeSuspended(number)
    if isWatched, try isSuspended(number) { return .lua(.nil) }
    let state = try state(of: currentModelIndex)
    let value: LuaValue
    do {
      value = try state.with { state throws(LuaFailure) in
        try state.evaluate(number, scope: grantID)
      }
    } catch {
      throw self.error(error, in: number)
    }
    if isWatched { noteSuccess(of: number) }
    if grantID != 0 { try views.refuseParts(in: value) }
    if case .object(let handle) = value {
      if case .opaque(let object) = views.content(of: handle), let member = object as? BoundMember {
        throw RuleError(
          .wrongType, "the rule gives the method `\(member.name)` itself",
          hint: "call it: `.\(member.name)(…)`")
      }
      return rawAnswer(ofObject: handle)
    }
    return .lua(value)
  }

  /// Returns the raw answer for a view that leaves Lua.
  func rawAnswer(ofObject handle: ObjectHandle) -> RawAnswer {
    handle == .context ? .swift(context) : views.rawAnswer(of: handle)
  }

  // MARK: Without Lua

  /// The function of the running model, if its source may run native code only.
  @inline(__always)
  private func planned(_ function: Int) -> LuaFreeFunctions.Function? {
    guard grantID != 0, let planned = cores[currentModelIndex].object.luaFreeFunctions else {
      return nil
    }
    return planned[function]
  }

  /// Charges the price of a function, and finds its native entry point.
  private func begin(
    _ function: LuaFreeFunctions.Function
  ) throws(RuleError) -> (LuaFreeFunctions, entry: Int32) {
    if !budget.spend(function.price) {
      throw exhaustion
    }
    // INVARIANT: each planned function has native code.
    guard let planned = cores[currentModelIndex].object.luaFreeFunctions,
      let entry = function.native.entry
    else { throw RuleError(.needsLua, "the function cannot be run without Lua") }
    return (planned, entry)
  }

  /// Tests whether a predicate holds.
  private func test(_ function: LuaFreeFunctions.Function) throws(RuleError) -> Bool {
    let (planned, entry) = try begin(function)
    var reader = EvaluationReader(self, withoutLua: planned.paths)
    switch planned.code.holds(from: entry, reader: &reader) {
    case .yes: return true
    case .no: return false
    case .undecided: throw reader.errorWithoutLua
    }
  }

  /// Runs a value function.
  private func rawAnswer(of function: LuaFreeFunctions.Function) throws(RuleError) -> RawAnswer {
    let (planned, entry) = try begin(function)
    var reader = EvaluationReader(self, withoutLua: planned.paths)
    var value: NativeValue
    switch planned.code.result(from: entry, reader: &reader) {
    case .undecided: value = .undecided
    case .constant(let number): value = planned.code.constants[Int(number)]
    case .value(let calculated): value = calculated
    case .path(let path):
      value = reader.read(path)
      if case .view = value, let object = reader.object(at: path) {
        try views.refuseParts(in: .object(object))
        return rawAnswer(ofObject: object)
      }
    }
    guard let scalar = value.luaValue else { throw reader.errorWithoutLua }
    guard value.byteCount <= limits.valueBytes else {
      throw RuleError(LuaFailure(.valueBytes), in: failureContext)
    }
    return .lua(scalar)
  }

  // MARK: Suspended functions

  /// Whether a function of the running model is suspended and declines.
  ///
  /// - Throws: ``RuleError`` with the code `suspended` if the policy says that it fails.
  private func isSuspended(_ function: Int) throws(RuleError) -> Bool {
    var isCalled = false
    // Suspension depends on the time: the context must not remember this answer.
    defer { if !isCalled { trackOther() } }
    isCalled = try !suspensions.declines(
      function, for: chain.last?.name ?? "", mayTry: recorder == nil)
    return !isCalled
  }

  /// Notes that a function of the running model finished within the budget.
  private func noteSuccess(of function: Int) {
    if recorder == nil { suspensions.noteSuccess(of: function) }
  }

  /// Makes the error for a failed call of a function.
  ///
  /// If the budget ran out, counts a failure of the function that used it up.
  private func error(_ failure: LuaFailure, in function: Int) -> RuleError {
    let error = RuleError(failure, in: failureContext)
    if isToBlame(failure) {
      budget.isBlamed = true
      let core = links[currentModelIndex]
      suspensions.noteHit(
        of: function, RuleError.Note(error.message, at: error.location),
        in: core.rule(calling: function, for: chain.last?.name))
    }
    return error
  }

  /// Whether the function that failed is the one that used up the budget.
  private func isToBlame(_ failure: LuaFailure) -> Bool {
    switch failure.kind {
    case .memory: break
    case .instructions, .time: if suspensions.policy.countsOnlyMemory { return false }
    default: return false
    }
    guard budget.isExhausted, !budget.isBlamed, recorder == nil else { return false }
    // A function that used little is not to blame; the function that reads its key may be.
    return failure.spent >= (limits.instructions &- budget.instructionsLeft) / 2
  }

  private var suspensions: Suspensions { links[currentModelIndex].suspensions }

  // MARK: Host functions

  func callHost(_ number: Int) throws(RuleError) -> RawAnswer {
    let result = try callHost(number, [.object(.context)])
    // `nil` from a host function declines, as in Lua.
    switch result.scalar {
    case .nil?: return .lua(.nil)
    case nil:
      if case .value(.nil) = LuaRepresentation(of: result.value) { return .lua(.nil) }
      return .swift(result.value)
    default: return .swift(result.value)
    }
  }

  /// Calls a host function of the current model.
  func callHost(_ number: Int, _ arguments: [LuaValue]) throws(RuleError) -> HostResult {
    trackOther()
    // Unretained: all threads call the function, and the model keeps it alive.
    let function: UnretainedReference<HostFunction>? = cores[currentModelIndex].with { core in
      let functions = core.request.host.functions
      return functions.indices.contains(number) ? UnretainedReference(functions[number]) : nil
    }
    guard let function else {
      throw RuleError(.unknownHostFunction, "the host has no function number \(number)")
    }
    if grantID != 0 {
      if function.object.isOfSwiftRule {
        throw RuleError.notGranted(calling: function.object.name)
      }
      try runningSource?.refuseCall(of: function.object.name)
      for argument in arguments { try views.refuseParts(in: argument) }
    }
    let callee = HostArguments.Callee.function(function)
    var arguments = HostArguments(arguments, for: callee, converter) { [self] in context }
    do {
      return try function.with { try $0.call(&arguments) }
    } catch {
      throw failure(of: callee, error)
    }
  }

  /// Calls a method of an object that rules read.
  func callMember(_ member: BoundMember, _ arguments: [LuaValue]) throws(RuleError) -> HostResult {
    trackOther()
    if grantID != 0 {
      for argument in arguments { try views.refuseParts(in: argument) }
    }
    if member.isCalledWithColon(arguments, subject(of:)) {
      throw RuleError(
        .hostFunction, "`\(member.name)` is called with a colon, and gets its object twice",
        hint: "write `.\(member.name)(`")
    }
    let callee = HostArguments.Callee.member(UnretainedReference(member))
    var arguments = HostArguments(arguments, for: callee, converter) { [self] in context }
    do {
      return try member.call(&arguments)
    } catch {
      throw failure(of: callee, error)
    }
  }

  private func failure(of callee: HostArguments.Callee, _ error: any Error) -> RuleError {
    error as? RuleError ?? RuleError(.hostFunction, "`\(callee.title)` failed: \(error)")
  }

  /// A converter of Lua values, which finds the objects of this evaluation by their handles.
  var converter: LuaConverter {
    views.beginCopying()
    return LuaConverter { [self] handle in
      views.countCopy(of: handle, limit: limits.valueNodes) ? subject(of: handle) : nil
    }
  }

  /// The Swift value behind a handle that this evaluation gave out.
  func subject(of handle: ObjectHandle) -> Any? {
    if handle == .context { return context }
    return views.contains(handle) ? views[handle].subject : nil
  }
}
