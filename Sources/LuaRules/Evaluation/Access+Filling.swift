import LuaBridge

extension Access {
  /// Puts the answer for a key that is not set into a place, or leaves a ``LeftOutcome``.
  ///
  /// Begins and ends the access, and gives its workplace back.
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of context: Borrowed<RuleContext>,
    at workplace: Workplace
  ) {
    let begun = begin(context, computing: [], at: workplace)
    defer { begun.end() }
    let key = KeyID(number: number)
    let outcome: LeftOutcome.Kind?
    do throws(RuleError) {
      if let found = try answerByRules(key) {
        outcome = put(found, named: key, into: place)
      } else if let answer = answerWithoutRules(key), !answer.isNothing {
        outcome = put(answer, named: key, into: place)
      } else {
        outcome = .nothing
      }
    } catch {
      outcome = .failure(error, masked: error)
    }
    switch outcome {
    case .failure(let error, let masked):
      let known = knownSecrets
      LeftOutcome.leave(
        .failure(error.masked(known), masked: masked.masked(known)), for: number,
        of: context.value)
    case .nothing: LeftOutcome.leave(.nothing, for: number, of: context.value)
    case nil: break
    }
  }

  private func put(
    _ found: Found, named key: KeyID, into place: borrowing VacantPlace
  ) -> LeftOutcome.Kind? {
    if found.given == nil {
      found.knowledge.constant(of: found.candidate, as: place.type)?.fill(place)
    } else if case .lua(let value)? = found.given {
      place.put(NativeValue(value))
    }
    if !place.isVacant { return nil }
    let origin = Answer.Origin.rule(found.rule, link: found.link)
    return put(Answer(payload: found.payload, origin: origin), named: key, into: place)
  }

  /// Converts an answer to a type that is known at run time.
  private func put(
    _ answer: Answer, named key: KeyID, into place: borrowing VacantPlace
  ) -> LeftOutcome.Kind? {
    func converted<Value>(_ type: Value.Type) -> (value: Any?, outcome: LeftOutcome.Kind?) {
      do throws(RuleError) {
        return (.some(try convert(answer, named: key.name, to: type)), nil)
      } catch {
        return (nil, .failure(error, masked: masked(answer, named: key, to: type) ?? error))
      }
    }
    let (value, outcome) = _openExistential(place.type, do: converted)
    if let value { place.put(opening: value) }
    return outcome
  }

  /// Returns the error of a conversion for a key whose values are not to be printed.
  private func masked<Value>(
    _ answer: Answer, named key: KeyID, to type: Value.Type
  ) -> RuleError? {
    do throws(RuleError) {
      _ = try convert(answer, named: key.name, to: type, isSecret: true)
      return nil
    } catch {
      return error
    }
  }
}
