import LuaBridge

// How all questions about the value for one key begin.

extension RuleContext {
  /// Writes the value for a key into a place, as accessors do: an error is reported to ``onError``.
  ///
  /// - Returns: Whether the place stays vacant because the value is the default of the key.
  public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool {
    do throws(RuleError) {
      return try ask(place, for: key)
    } catch {
      report(error)
      return true
    }
  }

  /// Writes the value for a key into a place.
  ///
  /// The question is left open for contexts with aliases, observers or remembered answers, and for a
  /// value that was set as another type: then the place stays vacant, and ``sought(_:)`` goes on.
  ///
  /// - Returns: Whether nobody answers, so that the default of the key counts.
  /// - Throws: ``RuleError`` of the rules, or of a value that does not fit the place.
  /// - Complexity: O(log *n*) for *n* values that are set, and what rules take.
  @usableFromInline func ask(
    _ place: borrowing VacantPlace, for key: KeyNumber
  ) throws(RuleError) -> Bool {
    guard key.number != 0, capture?.isCatching != false, !model.isObserved, !values.hasAliases
    else { return false }
    let entries = values.read
    if entries.fill(place, withValueOf: key.number) { return false }
    guard values.areNumbered, !isRemembering else { return false }
    if ThreadSlot.isOccupied || values.hasSecrets || hasOwnLimits {
      return try askInAccess(place, for: key)
    }
    var answered: Result<Bool, RuleError>?
    model.glance { core in
      core.fill(place, withValueOf: key.number, ContextReader(entries, isWhole: true))
      return place.isVacant
    } thenHolding: { core in
      answered = Borrowed.with(self) { context in
        Result { () throws(RuleError) in
          try Access.run(context, at: core) { access throws(RuleError) in
            try !access.fill(place, withValueOf: KeyID(key), isSecret: key.isSecret)
          }
        }
      }
    }
    if let answered { return try answered.get() }
    return place.isVacant ? try askInAccess(place, for: key) : false
  }

  @inline(never)
  private func askInAccess(
    _ place: borrowing VacantPlace, for key: KeyNumber
  ) throws(RuleError) -> Bool {
    try Access.with(self) { access throws(RuleError) in
      try !access.fill(place, withValueOf: KeyID(key), isSecret: key.isSecret)
    }
  }
}

extension ModelCore {
  /// Writes the value for a key that is not set into a place, if plans find it in scalars that are set.
  ///
  /// Runs no code but the engine's own.
  @inline(__always)
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, _ values: ContextReader
  ) {
    guard let planned = quickKeys[Int(number)], planned.with({ !$0.beginsWithLua }) else { return }
    var reader = QuickReader(values, self, planned)
    switch reader.answer() {
    case .constant(let candidate):
      planned.with { planned in
        planned.constant(of: candidate, as: place.type)?.with { $0.fill(place) }
      }
    case .value(let value, by: _): place.put(value)
    case .nobody, nil: break
    }
  }
}
