import Synchronization

/// Counts how often each rule wins, to find the rules that never win.
///
/// Counting starts again with each generation of a live model. A rule wins when
/// it gives its key a value, also for a key that another rule reads. With sampling,
/// only sampled answers count, so a rule that rarely wins may look unused.
///
/// ```swift
/// let usage = RuleHitCounts()
/// liveOptions.observers = [ObserverRegistration(usage)]
/// …
/// for rule in usage.unused(in: rules) { print(rule) }    // todo.lua:3: rule for `fancyColor`
/// ```
public final class RuleHitCounts: RuleObserver {
  private struct Counts {
    weak var activation: ErrorReporter?
    var wins: [ObjectIdentifier: Int] = [:]
  }

  private let counts = Mutex<[ObjectIdentifier: Counts]>([:])

  /// Creates an observer with empty counts.
  public init() {}

  /// Counts the winning rules.
  public func observe(_ answer: ObservedAnswer) {
    let wins = answer.trace.wins
    guard !wins.isEmpty else { return }
    counts.withLock { counts in
      for win in wins {
        let activation = win.activation.identity
        let id = ObjectIdentifier(activation)
        if counts[id]?.activation !== activation {
          // Counts of generations that no longer exist are removed when a new one begins.
          counts = counts.filter { $0.value.activation != nil }
          counts[id] = Counts(activation: activation)
        }
        counts[id]?.wins[ObjectIdentifier(win.rule), default: 0] += answer.weight
      }
    }
  }

  /// Returns the rules that have not won since the model became active, in the
  /// order of declaration, those of fallbacks last.
  public func unused(in model: RuleModel) -> [RuleID] {
    wins(in: model).filter { $0.count == 0 }.map(\.rule)
  }

  /// Returns the rules that have not won since the current generation became active.
  public func unused(in live: LiveRuleModel) -> [RuleID] {
    unused(in: live.model)
  }

  /// Returns how often each rule of a model has won since it became active.
  ///
  /// With sampling it is an estimate: a sampled answer also counts for those that were not sampled.
  public func wins(in model: RuleModel) -> [(rule: RuleID, count: Int)] {
    let active = model.links.flatMap(\.activations)
    return counts.withLock { counts in
      active.flatMap { model, activation in
        let known = counts[ObjectIdentifier(activation.identity)]
        let wins = known?.activation === activation.identity ? known?.wins : nil
        return model.rules.map { (RuleID($0), wins?[ObjectIdentifier($0)] ?? 0) }
      }
    }
  }
}
