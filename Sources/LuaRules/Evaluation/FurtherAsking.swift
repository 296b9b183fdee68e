import LuaBridge

/// What a question has to ask after scalars and plans have given no answer.
enum FurtherAsking {
  /// Nothing: the question needs an access.
  case nothing
  /// The default that is declared for the key, if no rule assigns it.
  case declared
  /// Lua, in a state that has read the same values before.
  case lua
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
    guard let planned = quickKeys[Int(number)] else { return .declared }
    var reader = QuickReader(values, self, planned)
    reader.fill(place)
    guard place.isVacant else { return .nothing }
    return planned.with { $0.mayBeRepeated } ? .lua : .nothing
  }

  /// Puts the answer into a place, if it is found in the way that is left.
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of values: ContextValues,
    by further: FurtherAsking
  ) {
    switch further {
    case .nothing: break
    case .declared where leavesOpen(KeyNames.name(of: number)):
      fillDefault(place, ofKeyWith: number)
    case .declared where isPlanned: break
    case .declared, .lua:
      let entries = ContextReader(values.read, isWhole: true)
      fillAgain(place, withValueOf: number, of: values.stamp, entries)
    }
  }

  /// Puts the default that is declared for a key into a place, if it has its type.
  private func fillDefault(_ place: borrowing VacantPlace, ofKeyWith number: UInt32) {
    guard !hasSecrets, let declared = schema[KeyNames.name(of: number)],
      declared.valueType == place.type,
      case .swift(let value) = declared.defaultPayload()
    else { return }
    place.put(opening: value)
  }
}
