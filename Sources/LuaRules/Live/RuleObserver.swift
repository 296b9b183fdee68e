/// Who is told of answers, and of what happens to live models.
///
/// ```swift
/// var options = LiveRuleOptions()
/// options.observers = [
///   ObserverRegistration(RuleHitCounts()), ObserverRegistration(log, sampling: .oneIn(100)),
/// ]
/// let rules = try LiveRuleModel(contentsOf: folder, options: options)
/// ```
///
/// Answers are told on the thread that asked, after the evaluation has ended; so an
/// observer is called from many threads at once, and who asks waits for it.
/// It may ask contexts itself; those questions are not observed.
public protocol RuleObserver: Sendable {
  /// Receives an answer to a question from outside, or the error in its place.
  ///
  /// What rules and host functions ask on the way is part of that question.
  func observe(_ answer: ObservedAnswer)

  /// Receives what happened to a live model, sampled or not.
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
