import LuaBridge
import Synchronization

/// An observer with its sampling.
public struct ObserverRegistration: Sendable {
  /// The share of the answers that an observer receives.
  public struct Sampling: Hashable, Sendable {
    let interval: UInt32

    /// Every answer.
    public static let all = Sampling(interval: 1)

    /// One in `count` of the answers on each thread, at random.
    ///
    /// - Parameter count: At least 1, which is every answer.
    /// - Returns: The sampling.
    public static func oneIn(_ count: Int) -> Sampling {
      Sampling(interval: UInt32(clamping: max(1, count)))
    }
  }

  /// The observer.
  public let observer: any RuleObserver

  /// The share of the answers that the observer receives.
  public let sampling: Sampling

  /// A number that no other registration of the process has.
  let number: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  /// Creates a registration.
  ///
  /// If two models in one chain have the same registration, or the same instance of a class,
  /// the observer receives each answer once.
  public init(_ observer: any RuleObserver, sampling: Sampling = .all) {
    self.observer = observer
    self.sampling = sampling
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether both registrations have the same observer.
  func isSame(as other: ObserverRegistration) -> Bool {
    if number == other.number { return true }
    guard type(of: observer) is AnyClass, type(of: other.observer) is AnyClass else {
      return false
    }
    return observer as AnyObject === other.observer as AnyObject
  }
}

/// The observers of a model, each once.
final class ObserverList: Sendable {
  let all: [ObserverRegistration]

  /// Creates a list; `nil` if there are no observers, so that questions check only for `nil`.
  init?(_ observers: [ObserverRegistration]) {
    guard !observers.isEmpty else { return nil }
    all = observers.reduce(into: []) { known, observer in
      if !known.contains(where: observer.isSame) { known.append(observer) }
    }
  }

  /// Returns the observers of both lists; for duplicates the registration of the first list stays.
  static func merge(_ first: ObserverList?, _ second: ObserverList?) -> ObserverList? {
    guard let first, let second else { return first ?? second }
    return ObserverList(first.all + second.all)
  }

  /// Picks the observers for the next question of this thread.
  ///
  /// INVARIANT: unless an observer is picked, nothing that threads share is written: the
  /// numbers are read without retaining an observer.
  ///
  /// - Returns: The observers; `nil` if there are none, as for most questions when sampled, and
  ///   for all questions inside an evaluation or by an observer.
  func pick() -> [ObserverRegistration]? {
    guard !ThreadSlot.isOccupied, !ThreadObserving.isUnderWay else { return nil }
    var picked: [ObserverRegistration] = []
    for index in all.indices {
      let (number, interval) = (all[index].number, all[index].sampling.interval)
      if ThreadObserving.isPicked(observer: number, interval: interval) {
        picked.append(all[index])
      }
    }
    return picked.isEmpty ? nil : picked
  }

  /// Sends an event to all observers.
  func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
    ThreadObserving.with {
      for registered in all { registered.observer.observe(event, of: live) }
    }
  }
}

extension RuleModel {
  /// Returns a model whose answers, those of fallbacks too, are sent to an observer.
  ///
  /// Events of a live model go to the observers in its ``LiveRuleOptions``.
  public func observed(
    by observer: any RuleObserver, sampling: ObserverRegistration.Sampling = .all
  ) -> RuleModel {
    let further = ObserverList([ObserverRegistration(observer, sampling: sampling)])
    return RuleModel(
      links: links, observers: ObserverList.merge(observers, further), liveOwners: liveOwners)
  }
}
