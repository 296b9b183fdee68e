import LuaBridge
import Synchronization

/// The functions of a model that used up their budget lately; each such call is a *failure* here, and no other error
/// is one.
///
/// INVARIANT: for a function without failures an evaluation reads one atomic number, which is
/// written only when failures come and go; the lock is taken only for functions with failures. There
/// are never more cases than functions in the model.
final class Suspensions: Sendable {
  /// The record of a function that used up its budget.
  private struct Case: Sendable {
    /// The failures in a row so far.
    var failures = 0
    /// The rule for which the function was called.
    var rule: RuleID?
    /// What ran out the last time, and where.
    var reason: RuleError.Note
    /// The length of the current pause; `nil` if the function is not suspended.
    var pause: Duration?
    /// When the pause ends.
    var end = Duration.zero
    /// Whether an evaluation is trying the function again.
    var isTried = false
  }

  /// Whether a function may be called.
  enum Verdict {
    case callable
    /// The function is suspended; the note says what ran out the last time.
    case suspended(RuleError.Note)
  }

  let policy: SuspensionPolicy
  /// A bit for each function with failures; functions may share a bit.
  private let marks = Atomic<UInt64>(0)
  private let cases = Mutex<[Int: Case]>([:])
  /// The live models to notify when a rule is suspended or answers again; held weakly.
  private let listeners = Mutex<[WeakReference<LiveSlot>]>([])

  init(_ policy: SuspensionPolicy) {
    self.policy = policy
  }

  /// Whether a function may have failures.
  @inline(__always) func mayConcern(_ function: Int) -> Bool {
    marks.load(ordering: .relaxed) & Self.mark(function) != 0
  }

  private static func mark(_ function: Int) -> UInt64 { 1 << UInt64(function & 63) }

  /// Decides whether a function is called; after its pause, one evaluation may try it.
  func verdict(on function: Int) -> Verdict {
    let now = policy.clock()
    return cases.withLock { cases in
      guard let known = cases[function], let pause = known.pause else { return .callable }
      guard now >= known.end else { return .suspended(known.reason) }
      // However this evaluation ends, the next one may try only after another pause.
      cases[function]?.end = now + pause
      cases[function]?.isTried = true
      return .callable
    }
  }

  /// Returns whether a function is suspended now; changes nothing.
  func state(of function: Int) -> Verdict {
    let now = policy.clock()
    return cases.withLock { cases in
      guard let known = cases[function], known.pause != nil, now < known.end else {
        return .callable
      }
      return .suspended(known.reason)
    }
  }

  /// Notes that a function finished within the budget.
  func noteSuccess(of function: Int) {
    let ended = cases.withLock { cases in
      guard let ended = cases.removeValue(forKey: function) else { return nil as Case? }
      storeMarks(cases)
      return ended
    }
    guard let ended, ended.pause != nil, let rule = ended.rule else { return }
    tell(rule, isOver: true)
  }

  /// Notes that a function used up the budget.
  ///
  /// - Parameters:
  ///   - function: The number of the function.
  ///   - reason: What ran out, and where.
  ///   - rule: The rule for which the function was called.
  func noteHit(of function: Int, _ reason: RuleError.Note, in rule: @autoclosure () -> Rule?) {
    guard let failureCount = policy.failureCount else { return }
    let now = policy.clock()
    let reference = rule().map { RuleID($0) }
    let isNew = cases.withLock { cases in
      var known = cases[function] ?? Case(reason: reason)
      defer {
        cases[function] = known
        storeMarks(cases)
      }
      known.failures += 1
      if known.pause != nil {
        // An evaluation that began before the suspension does not make the pause longer.
        guard known.isTried else { return false }
      } else if known.failures < failureCount {
        return false
      }
      let isNew = known.pause == nil
      known.rule = reference
      known.reason = reason
      known.isTried = false
      let pause = policy.pause(after: known.pause)
      known.pause = pause
      known.end = now + pause
      return isNew
    }
    if isNew, let reference { tell(reference, isOver: false) }
  }

  /// Whether a function is suspended and declines.
  ///
  /// - Parameters:
  ///   - function: The number of the function.
  ///   - key: The key that is being computed, for the error.
  ///   - mayTry: Whether this evaluation may try the function again after its pause.
  /// - Returns: `false` if the function is to be called.
  /// - Throws: ``RuleError`` with the code `suspended` where the function is to fail.
  func declines(_ function: Int, for key: String, mayTry: Bool) throws(RuleError) -> Bool {
    let verdict = mayTry ? verdict(on: function) : state(of: function)
    guard case .suspended(let reason) = verdict else { return false }
    if policy.behavior == .decline { return true }
    let failureCount = policy.failureCount ?? 1
    throw RuleError(
      .suspended,
      "the rule for `\(key)` is suspended: it used up its budget"
        + (failureCount == 1 ? "" : " \(failureCount) times in a row"),
      hint: "it is tried again after a pause, and when the rules change", notes: [reason])
  }

  /// Removes all failures, when a new generation begins.
  func clear() {
    cases.withLock { cases in
      cases = [:]
      storeMarks(cases)
    }
  }

  private func storeMarks(_ cases: [Int: Case]) {
    marks.store(cases.keys.reduce(0) { $0 | Self.mark($1) }, ordering: .relaxed)
  }

  // MARK: Telling

  /// Adds a live model that is notified from now on.
  func tell(to listener: LiveSlot) {
    listeners.withLock { listeners in
      listeners.removeAll { $0.object.map { $0 === listener } ?? true }
      listeners.append(WeakReference(listener))
    }
  }

  private func tell(_ rule: RuleID, isOver: Bool) {
    for listener in listeners.withLock({ $0.compactMap(\.object) }) {
      listener.noteSuspension(of: rule, isOver: isOver, by: self)
    }
  }
}

extension RuleModel {
  /// Whether a suspended rule of the model is passed over, so that another rule answers for a while.
  package var mayPassOverSuspendedRules: Bool {
    current.contains { core in
      let policy = core.suspensions.policy
      return policy.failureCount != nil && policy.behavior == .decline
    }
  }
}

extension ModelCore {
  /// The rule that calls a function; if several do, the one for the key.
  func rule(calling function: Int, for key: String?) -> Rule? {
    let all = rules.filter { $0.calls(function) }
    return all.first { $0.key == key } ?? all.first
  }
}

extension Rule {
  fileprivate func calls(_ function: Int) -> Bool {
    if case .function(let number) = assignment, number == function { return true }
    return predicate.calls(function)
  }
}

extension Predicate {
  fileprivate func calls(_ function: Int) -> Bool {
    switch self {
    case .function(let number): number == function
    case .all(let predicates): predicates.contains { $0.calls(function) }
    case .always, .never, .pattern, .host: false
    }
  }
}
