import LuaBridge

// The fast path of questions that want more than a value of a type: no access is begun.

extension RuleContext {
  /// Whether a question about a key may be answered by scalars and plans alone.
  private var mayAnswerQuickly: Bool {
    capture == nil && !model.isObserved && values.areNumbered && !values.hasAliases
      && !values.hasSecrets && !ThreadSlot.isOccupied && !hasOwnLimits
  }

  /// Runs a body with a reader for a key that is not set, and with its plan.
  private func askQuickly(
    _ number: UInt32, _ body: (inout QuickReader, Uncounted<PlannedKey>) -> Void
  ) {
    let entries = ContextReader(values.read, isWhole: true)
    model.glance { core in
      if let planned = core.quickKeys[Int(number)] {
        var reader = QuickReader(entries, core, planned)
        body(&reader, planned)
      }
      return false
    }
  }

  /// Returns the value for a key, and where it came from; `nil` where an access is needed.
  func quickAnswer<Value>(of number: UInt32, as type: Value.Type) -> RuleAnswer<Value>? {
    guard number != 0, mayAnswerQuickly else { return nil }
    var rule: Rule?
    let value = VacantPlace.filled(type) { place in
      if values.read.fill(place, withValueOf: number) { return }
      askQuickly(number) { reader, planned in
        switch reader.answer() {
        case .constant(let candidate):
          planned.with { $0.constant(of: candidate, as: type)?.with { $0.fill(place) } }
          rule = planned.with { $0.rules[candidate] }
        case .value(let value, by: let candidate):
          place.put(value)
          rule = planned.with { $0.rules[candidate] }
        case .nobody, nil: break
        }
      }
    }
    guard let value else { return nil }
    return RuleAnswer(
      value: value, source: rule == nil ? .set : .rule, rule: rule?.name,
      location: rule?.location)
  }

  /// Returns what a rule gives to a key that is not set; `nil` where an access is needed.
  func quickScalar(of number: UInt32) -> LuaValue? {
    guard number != 0, mayAnswerQuickly, values.read.value(of: number) == nil else { return nil }
    var scalar: LuaValue?
    askQuickly(number) { reader, planned in
      let value: NativeValue? =
        switch reader.answer() {
        case .constant(let candidate): planned.with { $0.constant(of: candidate) }
        case .value(let value, by: _): value
        case .nobody, nil: nil
        }
      scalar = value?.luaValue
    }
    return scalar
  }
}
