import LuaBridge
import Synchronization

/// The functions of a model that used up their budget lately.
///
/// INVARIANT: whoever asks a function without a strike reads one number, which
/// is written only when strikes come and go; the lock is for those with strikes.
/// There are no more cases than the model has functions.
final class Suspensions: Sendable {
  /// What is known of a function that used up its budget.
  private struct Case: Sendable {
    var strikes = 0
    /// The rule that was asked.
    var rule: RuleID?
    /// What ran out the last time, and where.
    var reason: RuleError.Note
    /// The pause that is being made; `nil` when it is not suspended.
    var pause: Duration?
    /// When the pause is over.
    var end = Duration.zero
    /// Whether some question tries it again.
    var isTried = false
  }

  /// What may be done with a function.
  enum Verdict {
    case callable
    /// Put aside: with what ran out the last time.
    case suspended(RuleError.Note)
  }

  let policy: SuspensionPolicy
  /// A bit for each function with strikes; some share one.
  private let marks = Atomic<UInt64>(0)
  private let cases = Mutex<[Int: Case]>([:])
  /// The live models that are told when a rule is put aside, or answers again; not kept.
  private let listeners = Mutex<[WeakReference<LiveSlot>]>([])

  init(_ policy: SuspensionPolicy) {
    self.policy = policy
  }

  /// Whether there may be something to know about a function.
  @inline(__always) func mayConcern(_ function: Int) -> Bool {
    marks.load(ordering: .relaxed) & Self.mark(function) != 0
  }

  private static func mark(_ function: Int) -> UInt64 { 1 << UInt64(function & 63) }

  /// Decides whether a function is called; where its pause is over, by one question.
  func verdict(on function: Int) -> Verdict {
    let now = policy.clock()
    return cases.withLock { cases in
      guard let known = cases[function], let pause = known.pause else { return .callable }
      guard now >= known.end else { return .suspended(known.reason) }
      // Whatever becomes of this question, the next one to try comes after a pause.
      cases[function]?.end = now + pause
      cases[function]?.isTried = true
      return .callable
    }
  }

  /// Whether a function is put aside now; changes nothing.
  func state(of function: Int) -> Verdict {
    let now = policy.clock()
    return cases.withLock { cases in
      guard let known = cases[function], known.pause != nil, now < known.end else {
        return .callable
      }
      return .suspended(known.reason)
    }
  }

  /// Notes that a function came to its end within the budget.
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
  ///   - function: Its number.
  ///   - reason: What ran out, and where.
  ///   - rule: The rule that was asked.
  func noteHit(of function: Int, _ reason: RuleError.Note, in rule: @autoclosure () -> Rule?) {
    guard let strikes = policy.strikes else { return }
    let now = policy.clock()
    let reference = rule().map { RuleID($0) }
    let isNew = cases.withLock { cases in
      var known = cases[function] ?? Case(reason: reason)
      defer {
        cases[function] = known
        storeMarks(cases)
      }
      known.strikes += 1
      if known.pause != nil {
        // Who began before it was suspended says nothing new.
        guard known.isTried else { return false }
      } else if known.strikes < strikes {
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
  ///   - function: Its number.
  ///   - key: The key that is computed, for the error.
  ///   - mayTry: Whether this question may be the one that tries the function again after its pause.
  /// - Returns: `false` for a function that is to be called.
  /// - Throws: ``RuleError`` with the code `suspended` where the function is to fail.
  func declines(_ function: Int, for key: String, mayTry: Bool) throws(RuleError) -> Bool {
    let verdict = mayTry ? verdict(on: function) : state(of: function)
    guard case .suspended(let reason) = verdict else { return false }
    if policy.behaviour == .decline { return true }
    let strikes = policy.strikes ?? 1
    throw RuleError(
      .suspended,
      "the rule for `\(key)` is suspended: it used up its budget"
        + (strikes == 1 ? "" : " \(strikes) times in a row"),
      hint: "it is tried again after a pause, and when the rules change", notes: [reason])
  }

  /// Forgets everything, as a new generation begins.
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

  /// Tells a live model from now on.
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

extension ModelCore {
  /// The rule with a function; of several, the one for a key.
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
