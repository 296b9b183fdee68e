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
  ///
  /// - Returns: What else the question came to; `nil` where there is an answer, or an access is needed.
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of context: Borrowed<RuleContext>,
    by further: FurtherAsking
  ) -> LeftOutcome.Kind? {
    switch further {
    case .nothing: return nil
    case .declared: return fillDefault(place, ofKeyWith: number).outcome
    case .workplace:
      // A key that was planned is assigned; without plans the workplace knows what is.
      if isPlanned, quickKeys[Int(number)] == nil, leavesOpen(KeyNames.name(of: number)) {
        return fillDefault(place, ofKeyWith: number).outcome
      }
      guard allowsQuickQuestions, suspensions.isEmpty else { return nil }
      return lend().fill(place, withValueOf: number, of: context, in: self)
    }
  }

  /// What became of a key for which no rule answers.
  enum DefaultOutcome {
    /// There is a value.
    case given
    /// It is not declared.
    case undeclared
    /// Its default has to be converted.
    case unfit

    var outcome: LeftOutcome.Kind? {
      if case .undeclared = self { .nothing } else { nil }
    }
  }

  /// Puts the default that is declared for a key, for which no rule answers, into a place, if it has
  /// its type.
  func fillDefault(
    _ place: borrowing VacantPlace, ofKeyWith number: UInt32
  ) -> DefaultOutcome {
    guard let declared = schema[KeyNames.name(of: number)] else { return .undeclared }
    guard !hasSecrets, declared.valueType == place.type,
      case .swift(let value) = declared.defaultPayload()
    else { return .unfit }
    place.put(opening: value)
    return .given
  }
}
