import LuaBridge

extension BegunAccess {
  /// Puts the answer for a key that is not set into a place, and ends the access.
  ///
  /// - Returns: What else the question came to; `nil` where there is an answer.
  func fill(
    _ place: borrowing VacantPlace, withValueOf key: KeyID
  ) -> LeftOutcome.Kind? {
    // Values of the host's may end with the access, and ask rules when they do.
    defer { end() }
    switch access.filled(place, withValueOf: key) {
    case .failure(let error, let masked)?:
      let known = access.knownSecrets
      return .failure(error.masked(known), masked: masked.masked(known))
    case .nothing?: return .nothing
    case nil: return nil
    }
  }
}

extension Access {
  fileprivate func filled(
    _ place: borrowing VacantPlace, withValueOf key: KeyID
  ) -> LeftOutcome.Kind? {
    do throws(RuleError) {
      if let found = try answerByRules(key) { return put(found, named: key, into: place) }
    } catch {
      return .failure(error, masked: error)
    }
    guard let answer = answerWithoutRules(key), !answer.isNothing else { return .nothing }
    return put(answer, named: key, into: place, keep: nil)
  }

  private func put(
    _ found: Found, named key: KeyID, into place: borrowing VacantPlace
  ) -> LeftOutcome.Kind? {
    let isConstant = found.given == nil
    if isConstant {
      found.knowledge.constant(of: found.candidate, as: place.type)?.fill(place)
    } else if case .lua(let value)? = found.given {
      place.put(NativeValue(value))
    }
    if !place.isVacant { return nil }
    let origin = Answer.Origin.rule(found.rule, link: found.link)
    let answer = Answer(payload: found.payload, origin: origin)
    // Conversions run code of the host's, which may ask for the key.
    remember(answer, for: key)
    return put(
      answer, named: key, into: place,
      keep: isConstant ? { found.knowledge.keep($0, of: found.candidate) } : nil)
  }

  /// Puts an answer into a place, converted to its type.
  ///
  /// `keep` gets the value if nobody can tell it from one that was kept.
  private func put(
    _ answer: Answer, named key: KeyID, into place: borrowing VacantPlace,
    keep: ((AnswerBox) -> Void)?
  ) -> LeftOutcome.Kind? {
    func put<Value>(_ type: Value.Type) -> LeftOutcome.Kind? {
      do throws(ConversionError) {
        let value = try self.converted(answer, to: type)
        // In a box of the type: in an `Any` a value of an existential type would be one of its own type.
        if let keep, RuleContext.isKept(type) { keep(TypedAnswerBox(value)) }
        place.put(value)
        return nil
      } catch {
        let (plain, masked) = (false, true)
        return .failure(
          failure(error, of: answer, named: key.name, isSecret: plain),
          masked: failure(error, of: answer, named: key.name, isSecret: masked))
      }
    }
    return _openExistential(place.type, do: put)
  }
}
