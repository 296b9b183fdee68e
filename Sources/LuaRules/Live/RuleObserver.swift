/// Observes answers, and the events of live models.
///
/// ```swift
/// var liveOptions = LiveRuleOptions()
/// liveOptions.observers = [
///   ObserverRegistration(RuleHitCounts()), ObserverRegistration(log, sampling: .oneIn(100)),
/// ]
/// let rules = try LiveRuleModel(contentsOf: folder, live: liveOptions)
/// ```
///
/// An observer receives an answer on the thread that asked, after the evaluation has ended. So it
/// is called from many threads at once, and the caller waits for it. Events come on other threads too.
/// It may ask contexts itself; those questions are not observed.
public protocol RuleObserver: Sendable {
  /// Receives an answer to a question from outside, or the error in its place.
  ///
  /// Questions of rules and host functions inside the evaluation are part of that question.
  func observe(_ answer: ObservedAnswer)

  /// Receives an event of a live model; events are never sampled.
  ///
  /// The first event of a model is `active`; the others follow one after the
  /// other, swaps in the order of their generations.
  func observe(_ event: LiveRuleEvent, of live: LiveRuleModel)
}

extension RuleObserver {
  /// Does nothing with the answer.
  public func observe(_ answer: ObservedAnswer) {}

  /// Does nothing with the event.
  public func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {}
}
