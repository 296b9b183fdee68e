import LuaBridge

/// What a question has to ask after scalars and plans have given no answer.
enum FurtherAsking {
  /// Nothing more: there is an answer.
  case nothing
  /// The default that is declared for the key: no candidate holds.
  case declared
  /// What is needed is not known yet; Lua, or code of the host's, may tell.
  case workplace
}

extension ModelCore {
  /// Puts the answer for a key that is not set into a place, if plans find it by scalars alone.
  ///
  /// Runs no code but the engine's own.
  ///
  /// - Returns: What may be asked without an access where the place stays vacant.
  @inline(__always)
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, _ values: ContextReader
  ) -> FurtherAsking {
    guard let planned = quickKeys[Int(number)], planned.with({ !$0.beginsWithLua }) else {
      return .workplace
    }
    var reader = QuickReader(values, self, planned)
    let answer = reader.fill(place)
    guard place.isVacant else { return .nothing }
    if case .nobody? = answer { return .declared }
    return .workplace
  }

  /// Puts the answer into a place, if it is found in the way that is left.
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of context: Borrowed<RuleContext>,
    by further: FurtherAsking
  ) {
    switch further {
    case .nothing: break
    case .declared: fillDefault(place, ofKeyWith: number, for: context)
    case .workplace where allowsQuickQuestions && suspensions.isEmpty:
      fillAtWorkplace(place, withValueOf: number, of: context)
    case .workplace: fillOpenKey(place, with: number, of: context)
    }
  }

  /// Puts the declared default into a place, if no rule assigns the key.
  func fillOpenKey(
    _ place: borrowing VacantPlace, with number: UInt32, of context: Borrowed<RuleContext>
  ) {
    if leavesOpen(KeyNames.name(of: number)) {
      fillDefault(place, ofKeyWith: number, for: context)
    }
  }

  private func fillAtWorkplace(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of context: Borrowed<RuleContext>
  ) {
    let workplace = lend()
    let isGivenBack = workplace.fill(place, withValueOf: number, of: context)
    if !isGivenBack { pool.giveBack(workplace) }
  }

  /// Puts the default that is declared for a key, for which nobody answers, into a place, if it has
  /// its type.
  ///
  /// - Returns: Whether nothing more is to be asked.
  @discardableResult
  func fillDefault(
    _ place: borrowing VacantPlace, ofKeyWith number: UInt32, for context: Borrowed<RuleContext>
  ) -> Bool {
    guard let declared = schema[KeyNames.name(of: number)] else {
      LeftOutcome.leave(.nothing, for: number, of: context.value)
      return true
    }
    guard !hasSecrets, declared.valueType == place.type,
      case .swift(let value) = declared.defaultPayload()
    else { return false }
    place.put(opening: value)
    return true
  }
}
