import LuaBridge

extension RuleContext {
  /// Explains the value at a key path that begins with an accessor.
  ///
  /// Asks again, and records the outcome of each candidate; an error is part
  /// of the explanation. Observers are not notified.
  ///
  /// - Parameters:
  ///   - path: An accessor, or a path that continues after one: `\.todo.title`.
  ///   - includingPlans: Whether to include the steps of the plans.
  /// - Returns: The explanation, also after an error.
  /// - Complexity: As asking without a plan, and O(*c*) for *c* candidates.
  public func explain<Value>(
    _ path: KeyPath<RuleContext, Value>, includingPlans: Bool = false
  ) -> Explanation {
    let key = try? Self.key(of: path).key
    return explanation(includingPlans) { context, evaluation in
      var copy = context
      let probe = AccessorProbe(.explaining)
      copy.probe = probe
      let value = copy[keyPath: path]
      let roots = probe.recordedKeys.map { KeyID($0.name) }
      let secret = probe.recordedKeys.filter(\.isSecret).map(\.name)
      let name = key?.name ?? roots.map(\.name).joined(separator: ", ")
      return Asked(
        path: name, roots: roots, secretNames: Set(names: secret), rawAnswer: .swift(value),
        error: probe.error)
    }
  }

  /// Explains the value at a name or a path of names, such as `person.status`.
  ///
  /// See ``explain(_:includingPlans:)``.
  public func explain(at path: String, includingPlans: Bool = false) -> Explanation {
    explanation(includingPlans) { context, evaluation in
      do throws(RuleError) {
        guard let answer = try evaluation.answer(at: path) else {
          throw evaluation.unknownKey(path)
        }
        // A value that cannot be copied is an error for the caller, so it is one here too.
        _ = try evaluation.copy(answer, named: path, as: evaluation.declaredType(at: path))
        return Asked(path: path, rawAnswer: answer.rawAnswer)
      } catch {
        return Asked(path: path, rawAnswer: .lua(.nil), error: error)
      }
    }
  }

  /// The question of an explanation.
  private struct Asked {
    let path: String
    /// The requested keys; `nil` for those that the recorder saw.
    var roots: [KeyID]?
    var secretNames: Set<ByteName> = []
    var rawAnswer: RawAnswer
    var error: RuleError?
  }

  private func explanation(
    _ wantsPlans: Bool, _ ask: (RuleContext, Evaluation) -> Asked
  ) -> Explanation {
    var context = self
    context.probe = nil
    context.remembered = nil
    // With a new stamp, no current evaluation is reused: its memo would hide the rules.
    context.values.renew()
    let taken = model.links.flatMap(\.activations)
    let explanation = try? Evaluation.with(context) { evaluation throws(RuleError) -> Explanation in
      let recorder = EvaluationRecorder()
      evaluation.recorder = recorder
      defer { evaluation.recorder = nil }
      let asked = ask(context, evaluation)
      evaluation.recorder = nil
      let generation =
        evaluation.links.elementsEqual(taken) { $0 === $1.model }
        ? taken.lazy.compactMap(\.activation.generation).first : nil
      return evaluation.budget.pausingClock {
        Self.explanation(of: asked, evaluation, recorder, generation, wantsPlans)
      }
    }
    // The body never throws.
    return explanation
      ?? Explanation(
        path: "", answer: .init(origin: .error, value: nil, json: nil, rule: nil, error: nil),
        keys: [], generation: nil)
  }

  private static func explanation(
    of asked: Asked, _ evaluation: Evaluation, _ recorder: EvaluationRecorder, _ generation: Int?,
    _ wantsPlans: Bool
  ) -> Explanation {
    var explainer = Explainer(
      evaluation, recorder, secretNames: asked.secretNames, wantsPlans: wantsPlans)
    var keys = explainer.keys(from: asked.roots ?? recorder.roots)
    let first = keys.first?.answer
    let name = asked.secretNames.first?.text ?? asked.path
    let answer: Explanation.Answer
    if let error = asked.error {
      answer = explainer.failure(error, named: name, rule: first?.rule)
    } else {
      answer = explainer.answer(
        explainer.origin(of: asked.path, first?.origin ?? .default, asked.rawAnswer),
        asked.rawAnswer, named: name, rule: first?.rule)
    }
    if let key = keys.first, key.name.hasSameBytes(as: asked.path) {
      keys[0] = Explanation.Key(
        name: key.name, answer: answer, hitPolicy: key.hitPolicy, candidates: key.candidates,
        reads: key.reads, plans: key.plans)
    }
    return Explanation(path: asked.path, answer: answer, keys: keys, generation: generation)
  }
}
