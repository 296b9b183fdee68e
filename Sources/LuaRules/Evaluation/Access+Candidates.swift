import LuaBridge

extension Access {
  /// Tries the candidates of a model one after the other, each by Lua.
  func winner(of knowledge: KeyKnowledge) throws(RuleError) -> Found? {
    for candidate in knowledge.candidates.indices {
      scope = knowledge.candidates[candidate].scope
      do {
        let holds = try holds(knowledge.candidates[candidate])
        guard knowledge.judged(holds, of: candidate) else { continue }
        if let found = try found(candidate, of: knowledge) {
          knowledge.note(\.won, of: candidate)
          return found
        }
        knowledge.note(\.declined, of: candidate)
      } catch {
        knowledge.note(\.failed, of: candidate)
        throw told(error, by: knowledge.candidates[candidate].rule)
      }
    }
    return nil
  }

  /// What a candidate gives that holds; `nil` when it declines.
  func found(
    _ candidate: Int, of knowledge: KeyKnowledge
  ) throws(RuleError) -> Found? {
    let given: Payload
    switch knowledge.candidates[candidate].gives {
    case .constant:
      return Found(link: currentLink, knowledge: knowledge, candidate: candidate, given: nil)
    case .function(let number): given = try payload(ofFunction: number)
    case .host(let number): given = try callHost(number)
    }
    if given.isDeclined { return nil }
    return Found(link: currentLink, knowledge: knowledge, candidate: candidate, given: given)
  }

  /// Tries the candidates of a model by a plan.
  func winner(
    of knowledge: KeyKnowledge, by planned: PlannedKey
  ) throws(RuleError) -> Found? {
    let plan = planned.plan
    if hasAliases, plan.readsAlias(in: values) { return try winner(of: knowledge) }
    // Native code reads only what its rule may read.
    scope = 0
    var reader = AccessReader(self, planned)
    var found: Found?
    _ = try plan.ask(&reader) {
      candidate, isKnown, reader throws(RuleError) in
      scope = knowledge.candidates[candidate].scope
      defer { scope = 0 }
      do throws(RuleError) {
        found = try self.found(candidate, of: knowledge, by: plan, holds: isKnown, &reader)
      } catch {
        throw told(error, by: knowledge.candidates[candidate].rule)
      }
      return found != nil
    }
    return found.take()
  }

  /// What a candidate gives that the plan leaves, if it holds and does not decline.
  private func found(
    _ candidate: Int, of knowledge: KeyKnowledge, by plan: NativePlan, holds isKnown: Bool,
    _ reader: inout AccessReader
  ) throws(RuleError) -> Found? {
    if !isKnown {
      defer { failure = nil }
      try raiseFailure()
      guard try holds(knowledge.candidates[candidate]) else { return nil }
    }
    return try given(by: candidate, of: knowledge, by: plan, &reader)
  }

  /// What a candidate gives that is known to hold; `nil` when it declines.
  func given(
    by candidate: Int, of knowledge: KeyKnowledge, by plan: NativePlan,
    _ reader: inout AccessReader
  ) throws(RuleError) -> Found? {
    guard case .function(let number) = knowledge.candidates[candidate].gives,
      plan.value(of: candidate) >= 0
    else { return try found(candidate, of: knowledge) }
    let given: Payload
    if let native = reader.payload(from: plan.value(of: candidate)) {
      given = native
    } else {
      defer { failure = nil }
      try raiseFailure()
      given = try payload(ofFunction: number)
    }
    if given.isDeclined { return nil }
    return Found(link: currentLink, knowledge: knowledge, candidate: candidate, given: given)
  }

  /// The error with the place of the rule, and with who asked for its key.
  func told(_ error: RuleError, by rule: Rule) -> RuleError {
    var error = error
    if let location = error.location {
      // Raised in a module, it would not lead to the rule; notes are those of rules further in.
      if location.file != rule.location.file, error.notes.isEmpty {
        error.notes.append(.init("in the rule for `\(rule.key)`", at: rule.location))
      }
    } else {
      error.location = rule.location
    }
    if chain.count > 1, error.notes.count < 8, let asking = chain.dropLast().last {
      error.notes.append(.init("`\(asking.name)` asked for `\(rule.key)`"))
    }
    return error
  }

  // MARK: Predicates

  func holds(_ candidate: KeyKnowledge.Candidate) throws(RuleError) -> Bool {
    switch candidate.test {
    case .always: true
    case .never: false
    case .function(let number): try test(number)
    case .other: try holds(candidate.rule.predicate)
    }
  }

  private func holds(_ predicate: Predicate) throws(RuleError) -> Bool {
    switch predicate {
    case .always: return true
    case .never: return false
    case .function(let number):
      return try test(number)
    case .host(let number):
      return try !isFalse(callHost(number))
    case .pattern(let pattern): return try matches(pattern)
    case .all(let predicates):
      for (number, predicate) in predicates.enumerated() where try !holds(predicate) {
        witness?.noteFailing(part: number)
        return false
      }
      return true
    }
  }

  private func isFalse(_ payload: Payload) throws(RuleError) -> Bool {
    if case .value(let value) = try representation(of: payload) { value.isFalse } else { false }
  }

  // MARK: Lua

  private func test(_ number: Int) throws(RuleError) -> Bool {
    if let planned = planned(number) { return try test(planned) }
    let hasStrikes = mayBeSuspended(number)
    if hasStrikes, try isSuspended(number) { return false }
    let state = try state(of: currentLink)
    let isTrue: Bool
    do {
      isTrue = try state.test(number, scope: scope)
    } catch {
      throw self.error(error, in: number)
    }
    if hasStrikes { noteSuccess(of: number) }
    return isTrue
  }

  private func payload(ofFunction number: Int) throws(RuleError) -> Payload {
    if let planned = planned(number) { return try payload(of: planned) }
    let hasStrikes = mayBeSuspended(number)
    if hasStrikes, try isSuspended(number) { return .lua(.nil) }
    let state = try state(of: currentLink)
    let value: LuaValue
    do {
      value = try state.evaluate(number, scope: scope)
    } catch {
      throw self.error(error, in: number)
    }
    if hasStrikes { noteSuccess(of: number) }
    if scope != 0 { try refuseParts(in: value) }
    if case .object(let handle) = value {
      if case .opaque(let object) = content(of: handle), let member = object as? BoundMember {
        throw RuleError(
          .wrongType, "the rule gives the method `\(member.name)` itself",
          hint: "call it: `.\(member.name)(…)`")
      }
      return payload(ofObject: handle)
    }
    return .lua(value)
  }

  /// What goes on when a view leaves Lua again.
  func payload(ofObject handle: ObjectHandle) -> Payload {
    if handle == .context { return .swift(context) }
    let index = Int(handle.index)
    return index < objects.count ? objects[index].payload : .lua(.nil)
  }
}
