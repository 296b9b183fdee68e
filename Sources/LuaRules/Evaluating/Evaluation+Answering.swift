import LuaBridge

extension Evaluation {
  /// Answers for a key: the set value, else what the rules give, else the declared default.
  ///
  /// - Returns: The answer; `nil` if the key is unknown.
  func answer(_ key: KeyID) throws(RuleError) -> Answer? {
    let key = try resolved(key)
    recorder?.noteReading(of: key)
    let set = set(for: key)
    track(key, set)
    if let set { return Answer(rawAnswer: .set(set), origin: .set) }
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

  /// Answers for a key that is not set and has no answer in the memo.
  private func computed(_ key: KeyID) throws(RuleError) -> Answer? {
    try refuseConflict(of: key)
    let policy = hitPolicy(of: key)
    guard policy.answersAlone else {
      guard let answer = try accumulated(key, by: policy) else { return answerWithoutRules(key) }
      remember(answer, for: key)
      return answer
    }
    guard let found = try answerByRules(key) else { return answerWithoutRules(key) }
    let answer = found.answer
    remember(answer, for: key)
    return answer
  }

  /// Answers for a path: as a key that is set or that rules answer, else as a member of the value before the
  /// last dot, else with the declared default.
  func answer(at path: String) throws(RuleError) -> Answer? {
    let own = try answer(KeyID(asked: path))
    if own?.isGiven == true { return own }
    guard let dot = path.lastIndex(of: ".") else { return own }
    let name = String(path[path.index(after: dot)...])
    guard let outer = try answer(at: String(path[..<dot])) else { return own }
    let declared = own?.isNothing == false ? own : nil
    let type = declaredType(at: String(path[..<dot]))
    switch views.representation(of: outer.rawAnswer, type: type) {
    case .value(.nil), .value(.null):
      return declared ?? Answer(rawAnswer: .lua(.nil), origin: outer.origin)
    case .view(let view):
      switch view.member(atStep: name) {
      case .value(let value): return Answer(rawAnswer: .swift(value), origin: outer.origin)
      case .absent: return own ?? Answer(rawAnswer: .lua(.nil), origin: outer.origin)
      case .unknown(let members, let note):
        if let declared { return declared }
        throw .unknownMember(name, members: members, note: note)
      }
    default:
      if let declared { return declared }
      throw RuleError(.unknownMember, "`\(path)` cannot be read: it has no members")
    }
  }

  /// Answers for a key to which no rule gives a value; `nil` if the key is unknown.
  func answerWithoutRules(_ key: KeyID) -> Answer? {
    for modelIndex in modelIndices {
      if let declared = keyEntry(of: key, in: modelIndex).with({ $0.declared }) {
        let answer = Answer(rawAnswer: declared.defaultRawAnswer(), origin: .declared)
        if isTracking { trackDefault(answer.rawAnswer) }
        remember(answer, for: key)
        return answer
      }
    }
    guard isAssigned(key) else { return nil }
    let nothing = Answer(rawAnswer: .lua(.nil), origin: .nothing)
    remember(nothing, for: key)
    return nothing
  }

  /// Returns the origin of an answer that this evaluation has found.
  func origin(of key: KeyID) throws(RuleError) -> Answer.Origin {
    let key = try resolved(key)
    return set(for: key) != nil ? .set : known(key)?.origin ?? .nothing
  }

  /// Whether a key is assigned by some rule, or declared.
  func isKnown(_ key: KeyID) -> Bool {
    modelIndices.contains { modelIndex in
      keyEntry(of: key, in: modelIndex).with { $0.isAssigned || $0.isDeclared }
    }
  }

  /// Returns the key itself, or the key that it is an alias of.
  func resolved(_ key: KeyID) throws(RuleError) -> KeyID {
    guard state.value.hasAliases else { return key }
    let name = key.name
    if let circle = values.aliasCircle(from: name) {
      throw RuleError(
        .cycle,
        "the aliases of `\(name)` go round in a circle: " + circle.joined(separator: " → "))
    }
    return values.original(of: name).map { KeyID(asked: $0) } ?? key
  }

  /// Whether some rule assigns the key.
  @inline(__always)
  func isAssigned(_ key: KeyID) -> Bool {
    if cores.count == 1 { return keyEntry(of: key, in: 0).with { $0.isAssigned } }
    return modelIndices.contains { keyEntry(of: key, in: $0).with { $0.isAssigned } }
  }

  /// Refuses a key that the models of a chain declare with different types.
  ///
  /// A chain is made without loading, and a live model in it may change; so each evaluation checks
  /// the keys that it reads.
  @inline(__always)
  func refuseConflict(of key: KeyID) throws(RuleError) {
    if cores.count > 1 { try refuseConflictOfModels(about: key) }
  }

  private func refuseConflictOfModels(about key: KeyID) throws(RuleError) {
    var signature: DeclaredKey.Signature?
    let agree = modelIndices.allSatisfy { modelIndex in
      guard let next = keyEntry(of: key, in: modelIndex).with(\.signature) else { return true }
      defer { signature = next }
      return signature?.agrees(with: next) ?? true
    }
    if agree { return }
    var first: DeclaredKey?
    for modelIndex in modelIndices {
      guard let declared = keyEntry(of: key, in: modelIndex).with({ $0.declared }) else { continue }
      if let conflict = first?.conflict(with: declared) { throw conflict }
      first = first ?? declared
    }
  }

  /// Asks the rules for the value of a key that is not set.
  func answerByRules(_ key: KeyID) throws(RuleError) -> Winner? {
    guard !cores.isEmpty else { return nil }
    let keyEntry = keyEntry(of: key, in: 0)
    if !keyEntry.with({ $0.isAssigned }) {
      guard cores.count > 1, isAssigned(key) else { return nil }
    }
    guard let recorder else { return try winner(of: key, keyEntry) }
    recorder.begin(key)
    do throws(RuleError) {
      guard let found = try winner(of: key, keyEntry) else {
        recorder.end(.success(nil))
        return nil
      }
      recorder.end(.success(found.answer))
      return found
    } catch {
      recorder.end(.failure(error))
      throw error
    }
  }

  /// The first candidate that answers; `first` is the key's entry in the first model.
  @inline(__always)
  private func winner(
    of key: KeyID, _ first: UnretainedReference<KeyEntry>
  ) throws(RuleError) -> Winner? {
    var winner: Winner?
    try tryCandidates(of: key, first, isJoining: false) { found throws(RuleError) in
      winner = consume found
      return true
    }
    return winner.take()
  }

  /// Runs `body`, which computes a key, with calls of the recorder around it, if there is one.
  func recorded(
    _ key: KeyID, _ body: () throws(RuleError) -> Answer?
  ) throws(RuleError) -> Answer? {
    recorder?.begin(key)
    do throws(RuleError) {
      let answer = try body()
      recorder?.end(.success(answer))
      return answer
    } catch {
      recorder?.end(.failure(error))
      throw error
    }
  }

  /// Runs `body`, which tries the candidates of a key, with the key on the chain.
  @inline(__always)
  func nested<Found: ~Copyable>(
    _ key: KeyID, _ body: () throws(RuleError) -> Found
  ) throws(RuleError) -> Found {
    if chain.contains(key) { throw chain.circle(to: key, aliases: values.aliasNames) }
    guard depth < depthLimit else { throw chain.tooDeep(key, limit: depthLimit) }
    chain.enter(key)
    let outerModelIndex = currentModelIndex
    let outerGrantID = grantID
    defer {
      chain.leave()
      currentModelIndex = outerModelIndex
      grantID = outerGrantID
    }
    return try body()
  }
}
