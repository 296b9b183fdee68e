import LuaBridge

extension RuleContext {
  /// Runs `ask`, and tells the picked observers its answer; `path` is read after that.
  func observing<Value>(
    _ picked: [ObserverRegistration], at path: @autoclosure () -> String, isJSON: Bool = false,
    _ ask: () throws(RuleError) -> RuleAnswer<Value>
  ) throws(RuleError) -> RuleAnswer<Value> {
    let start = ContinuousClock.now
    let (result, trace) = try traced(ask)
    let duration = start.duration(to: .now)
    let path = path()

    let win = trace.win(at: path, in: values)
    var context = self
    // An error that an observer meets when it asks this context is reported as usual; the
    // caller's probe must not keep it.
    context.probe = nil
    var observed = ObservedAnswer(
      key: path, result: result.map { $0.value }, source: try? result.get().source,
      rule: result.isSuccess ? win?.reference : nil, generation: trace.generation(win),
      duration: duration, context: context, trace: trace, isJSON: isJSON)
    ThreadObserving.with {
      for observer in picked {
        observed.weight = Int(observer.sampling.interval)
        observer.observer.observe(observed)
      }
    }
    return try result.get()
  }

  /// Runs `ask` in an evaluation of its own, and returns what observers need of that evaluation.
  private func traced<Value>(
    _ ask: () throws(RuleError) -> RuleAnswer<Value>
  ) throws(RuleError) -> (Result<RuleAnswer<Value>, RuleError>, Trace) {
    while true {
      let taken = model.links.flatMap(\.activations)
      let outcome = try Evaluation.with(self) {
        evaluation throws(RuleError) -> (Result<RuleAnswer<Value>, RuleError>, Trace)? in
        // A swap happened between reading the links and the evaluation; nothing
        // was asked yet, so try again.
        guard evaluation.links.elementsEqual(taken, by: { $0 === $1.model }) else { return nil }
        let result = Result { () throws(RuleError) in try ask() }
        return (result, Trace(activations: taken.map(\.activation), memo: evaluation.memo))
      }
      if let outcome { return outcome }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
