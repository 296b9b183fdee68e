import LuaBridge

extension Access {
  /// Tries the candidates of a model one after the other, before a witness.
  ///
  /// Native code decides where it can, as in a plan; then the engine does.
  func winner(
    of knowledge: KeyKnowledge, by planned: PlannedKey?, before witness: Witness
  ) throws(RuleError) -> Found? {
    var planned = planned
    if values.hasAliases, planned?.plan.readsAlias(in: values) == true { planned = nil }
    for candidate in knowledge.candidates.indices {
      let rule = knowledge.candidates[candidate].rule
      witness.begin(rule, of: currentLink)
      do throws(RuleError) {
        let found = try self.found(candidate, of: knowledge, by: planned, before: witness)
        if let found { return found }
      } catch {
        let error = told(error, by: rule)
        witness.end(.failed(error))
        throw error
      }
    }
    return nil
  }

  private func found(
    _ candidate: Int, of knowledge: KeyKnowledge, by planned: PlannedKey?,
    before witness: Witness
  ) throws(RuleError) -> Found? {
    guard let planned else {
      scope = knowledge.candidates[candidate].scope
      guard try holds(knowledge.candidates[candidate]) else {
        witness.end(.passed)
        return nil
      }
      let found = try found(candidate, of: knowledge)
      witness.end(found == nil ? .declined : .won)
      return found
    }
    // Native code reads only what its rule may read.
    scope = 0
    var reader = AccessReader(self, planned)
    let verdict = planned.plan.holds(candidate, reader: &reader)
    scope = knowledge.candidates[candidate].scope
    guard try holds(candidate, of: knowledge, verdict) else {
      witness.end(.passed)
      return nil
    }
    let found = try given(by: candidate, of: knowledge, by: planned.plan, &reader)
    witness.end(found == nil ? .declined : .won)
    return found
  }

  private func holds(
    _ candidate: Int, of knowledge: KeyKnowledge, _ verdict: NativeVerdict
  ) throws(RuleError) -> Bool {
    switch verdict {
    case .yes: return true
    case .no: return false
    case .odd:
      defer { failure = nil }
      try raiseFailure()
      return try holds(knowledge.candidates[candidate])
    }
  }

  /// Reads a member as rule code does; a witness, if there is one, sees what it is.
  func seenMember(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    guard let witness else { return try member(key, of: handle) }
    if handle == .context, case .string(let name) = key,
      let known = try? resolved(self.key(asked: name)), values[known] != nil
    {
      witness.noteReading(of: known)
    }
    let push = try member(key, of: handle)
    witness.note(push, at: key, of: handle, isSecret: isSecret(key, of: handle))
    return push
  }

  private func isSecret(_ key: LuaValue, of handle: ObjectHandle) -> Bool {
    guard mayHaveSecrets || handle != .context else { return false }
    guard handle != .context else {
      if case .string(let name) = key { return isSecret(name) }
      return false
    }
    guard Int(handle.index) < objects.count else { return false }
    let object = objects[Int(handle.index)]
    if object.isSecret { return true }
    if case .view(let view) = object.content { return view.isSecret(key) }
    return false
  }
}
