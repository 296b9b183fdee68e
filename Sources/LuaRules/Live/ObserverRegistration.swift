import LuaBridge
import Synchronization

/// An observer, and how many of the answers it is told.
public struct ObserverRegistration: Sendable {
  /// How many of the answers an observer is told.
  public struct Sampling: Hashable, Sendable {
    let interval: UInt32

    /// Every answer.
    public static let all = Sampling(interval: 1)

    /// One answer of each so many that a thread asks for, at random.
    ///
    /// - Parameter count: At least 1, which is every answer.
    /// - Returns: The sampling.
    public static func oneIn(_ count: Int) -> Sampling {
      Sampling(interval: UInt32(clamping: max(1, count)))
    }
  }

  /// The observer.
  public let observer: any RuleObserver

  /// How many of the answers it is told.
  public let sampling: Sampling

  /// Tells it from all others of the process.
  let number: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  /// Creates a registration of its own.
  ///
  /// The same one, or the same instance of a class, at two models that are
  /// asked together is told each answer once.
  public init(_ observer: any RuleObserver, sampling: Sampling = .all) {
    self.observer = observer
    self.sampling = sampling
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether two tell the same observer.
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

  /// Creates a list; `nil` when nobody observes, which is all that a question looks at.
  init?(_ observers: [ObserverRegistration]) {
    guard !observers.isEmpty else { return nil }
    all = observers.reduce(into: []) { known, observer in
      if !known.contains(where: observer.isSame) { known.append(observer) }
    }
  }

  /// Returns the observers of both, those of the first as it has them.
  static func merge(_ first: ObserverList?, _ second: ObserverList?) -> ObserverList? {
    guard let first, let second else { return first ?? second }
    return ObserverList(first.all + second.all)
  }

  /// Picks the observers that are told of the next question of this thread.
  ///
  /// INVARIANT: nothing is written that threads share unless one is picked: the
  /// numbers are read without a reference to an observer.
  ///
  /// - Returns: `nil` for nobody: most questions when sampled, and all that are
  ///   asked within an evaluation, or by an observer.
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

  /// Tells all of an event.
  func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
    ThreadObserving.with {
      for registered in all { registered.observer.observe(event, of: live) }
    }
  }
}

extension RuleModel {
  /// Returns a model whose answers an observer is told, those of fallbacks too.
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
