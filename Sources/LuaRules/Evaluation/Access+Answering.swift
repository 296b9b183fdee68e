import LuaBridge

extension Access {
  /// Answers for a key: what is set, what the rules say, what is declared.
  ///
  /// - Returns: `nil` when nobody knows the key.
  func answer(_ key: KeyID) throws(RuleError) -> Answer? {
    let key = try resolved(key)
    witness?.noteReading(of: key)
    let set = values[key]
    track(key, set)
    if let set { return Answer(payload: .set(set), origin: .set) }
    if let known = known(key) { return known }
    let isNative = isReadingNatively
    guard isNative || failure != nil else { return try computed(key) }
    if let error = takeFailure(of: key, keeping: isNative) { throw error }
    isReadingNatively = false
    defer { isReadingNatively = isNative }
    do {
      return try computed(key)
    } catch {
      if isNative { failure = ReadFailure(key: key, depth: chain.count, error: error) }
      throw error
    }
  }

  /// Answers for a key that is neither set nor known.
  private func computed(_ key: KeyID) throws(RuleError) -> Answer? {
    try refuseConflict(of: key)
    if let found = try answerByRules(key) {
      let answer = Answer(payload: found.payload, origin: .rule(found.rule, link: found.link))
      remember(answer, for: key)
      return answer
    }
    return answerWithoutRules(key)
  }

  /// Answers for a key for which no rule answers; `nil` when nobody knows the key.
  func answerWithoutRules(_ key: KeyID) -> Answer? {
    for link in linkNumbers {
      if let declared = place(of: link).knowledge(of: key).declared {
        let answer = Answer(payload: declared.defaultPayload(), origin: .declared)
        if isTracking { trackDefault(answer.payload) }
        remember(answer, for: key)
        return answer
      }
    }
    guard isAssigned(key) else { return nil }
    let nothing = Answer(payload: .lua(.nil), origin: .nothing)
    remember(nothing, for: key)
    return nothing
  }

  /// What a rule gives to a key, in the type that is asked for.
  ///
  /// The short way of a question from outside, about a key that is not set. Not
  /// generic itself: generic code that is not specialised looks up its types.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type that is asked for.
  ///   - isKept: Whether nobody can tell a value of it that was kept from a
  ///     fresh one.
  ///   - convert: Makes a box with a value of the type.
  /// - Returns: The box, and where the value came from; `nil` when no rule answers, and nothing is
  ///   declared.
  /// - Throws: ``RuleError`` of the rules, or of `convert`.
  func box(
    of key: KeyID, as type: Any.Type, isKept: Bool,
    _ convert: (Access, Answer) throws(RuleError) -> AnswerBox
  ) throws(RuleError) -> (box: AnswerBox, origin: Answer.Origin)? {
    guard linkNumbers.count == 1, chain.isEmpty, !values.hasAliases, !mayHaveSecrets,
      !values.contains(key)
    else {
      guard let answer = try answer(key), !answer.isNothing else { return nil }
      return (try convert(self, answer), answer.origin)
    }
    guard let found = try foundByRules(key) else {
      guard let answer = answerWithoutRules(key), !answer.isNothing else { return nil }
      return (try convert(self, answer), answer.origin)
    }
    let isConstant = found.given == nil && isKept
    let origin = Answer.Origin.rule(found.rule, link: found.link)
    let answer = Answer(payload: found.payload, origin: origin)
    remember(answer, for: key)
    if isConstant, let kept = found.knowledge.constant(of: found.candidate, as: type) {
      return (kept, origin)
    }
    let made = try convert(self, answer)
    if isConstant { found.knowledge.keep(made, of: found.candidate) }
    return (made, origin)
  }

  /// Whether a key is assigned by some rule, or declared.
  func isKnown(_ key: KeyID) -> Bool {
    isAssigned(key) || linkNumbers.contains { place(of: $0).knowledge(of: key).declared != nil }
  }

  /// What the rules say of a key that is not set.
  private func foundByRules(_ key: KeyID) throws(RuleError) -> Found? {
    track(key, nil)
    return try answerByRules(key)
  }

  /// The key for which another name may stand.
  func resolved(_ key: KeyID) throws(RuleError) -> KeyID {
    guard values.hasAliases else { return key }
    let name = key.name
    if let circle = values.aliasCircle(from: name) {
      throw RuleError(
        .cycle,
        "the aliases of `\(name)` go round in a circle: " + circle.joined(separator: " → "))
    }
    return values.original(of: name).map { KeyID(asked: $0) } ?? key
  }

  /// Whether some rule assigns the key.
  func isAssigned(_ key: KeyID) -> Bool {
    linkNumbers.contains { place(of: $0).knowledge(of: key).isAssigned }
  }

  /// Refuses a key that the models of a chain declare with different types.
  ///
  /// A chain is put together without loading, and a live model in it changes;
  /// so each access looks, at the keys that it asks.
  private func refuseConflict(of key: KeyID) throws(RuleError) {
    guard linkNumbers.count > 1 else { return }
    var first: DeclaredKey?
    for link in linkNumbers {
      guard let declared = place(of: link).knowledge(of: key).declared else { continue }
      if let conflict = first?.conflict(with: declared) { throw conflict }
      first = first ?? declared
    }
  }

  /// A candidate that holds, with what it gives.
  struct Found {
    let link: Int
    let knowledge: KeyKnowledge
    let candidate: Int
    /// What a function gave; `nil` for the rule's constant.
    let given: Payload?

    var rule: Rule { knowledge.candidates[candidate].rule }

    var payload: Payload {
      if let given { return given }
      if case .constant(let value) = rule.assignment { return .lua(value) }
      return .lua(.nil)
    }
  }

  func answerByRules(_ key: KeyID) throws(RuleError) -> Found? {
    guard let witness, isAssigned(key) else { return try triedByRules(key) }
    return try witness.seeing(key) { () throws(RuleError) in try triedByRules(key) }
  }

  private func triedByRules(_ key: KeyID) throws(RuleError) -> Found? {
    guard isAssigned(key) else { return nil }
    if isUnderway(key), let start = chain.firstIndex(of: key) {
      let circle = (chain[start...] + [key]).map(\.name).joined(separator: " → ")
      throw RuleError(.cycle, "`\(key.name)` depends on itself: \(circle)")
    }
    guard depth < depthLimit else {
      throw RuleError(
        .budget,
        "more than \(depthLimit) keys are computed for one another: "
          + chain.suffix(3).map(\.name).joined(separator: " → ") + " → \(key.name)")
    }
    enter(key)
    let outerLink = currentLink
    let outerScope = scope
    defer {
      leave(key)
      currentLink = outerLink
      scope = outerScope
    }
    for link in linkNumbers {
      currentLink = link
      let place = place(of: link)
      let knowledge = place.knowledge(of: key)
      let found =
        if let witness {
          try winner(
            of: knowledge, by: place.planned(knowledge, in: self), before: witness)
        } else if let planned = place.planned(knowledge, in: self) {
          try winner(of: knowledge, by: planned)
        } else {
          try winner(of: knowledge)
        }
      if let found { return found }
    }
    return nil
  }

  // MARK: Host functions

  func callHost(_ number: Int) throws(RuleError) -> Payload {
    let result = try callHost(number, [.object(.context)])
    // Nothing, as Lua's nil, declines.
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
    // Not counted: all threads call it, and the model keeps it.
    let function: Uncounted<HostFunction>? = cores[currentLink].with { core in
      let functions = core.request.host.functions
      return functions.indices.contains(number) ? Uncounted(functions[number]) : nil
    }
    guard let function else {
      throw RuleError(.unknownHostFunction, "the host has no function number \(number)")
    }
    if scope != 0 {
      if function.object.isOfSwiftRule {
        throw RuleError.notGranted(calling: function.object.name)
      }
      try refuseCall(of: function.object.name, arguments)
    }
    let callee = HostArguments.Callee.function(function)
    var arguments = HostArguments(arguments, for: callee, in: self)
    do {
      return try function.tryWith { try $0.call(&arguments) }
    } catch {
      throw failure(of: callee, error)
    }
  }

  /// Calls a method of an object that rules read.
  func callMember(_ member: BoundMember, _ arguments: [LuaValue]) throws(RuleError) -> HostResult {
    trackOther()
    if scope != 0 {
      for argument in arguments { try refuseParts(in: argument) }
    }
    if member.isCalledWithColon(arguments, subject(of:)) {
      throw RuleError(
        .hostFunction, "`\(member.name)` is called with a colon, and gets its object twice",
        hint: "write `.\(member.name)(`")
    }
    let callee = HostArguments.Callee.member(Uncounted(member))
    var arguments = HostArguments(arguments, for: callee, in: self)
    do {
      return try member.call(&arguments)
    } catch {
      throw failure(of: callee, error)
    }
  }

  private func failure(of callee: HostArguments.Callee, _ error: any Error) -> RuleError {
    error as? RuleError ?? RuleError(.hostFunction, "`\(callee.title)` failed: \(error)")
  }

  /// Converts Lua values, looking up in this access the objects they name.
  var converter: LuaConverter {
    copiedNodes = 0
    return LuaConverter { [self] handle in
      let index = Int(handle.index)
      guard index >= objects.count || countCopy(of: objects[index]) else { return nil }
      return subject(of: handle)
    }
  }

  /// The Swift value behind a handle that this access gave out.
  func subject(of handle: ObjectHandle) -> Any? {
    if handle == .context { return context }
    let index = Int(handle.index)
    return index < objects.count ? objects[index].subject : nil
  }
}
