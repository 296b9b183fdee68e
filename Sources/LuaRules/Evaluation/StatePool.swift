import Dispatch
import LuaBridge
import Synchronization

/// The idle workplaces of one model.
///
/// A workplace is lent to one access, on one thread, and given back. The pool
/// has stripes: a thread looks into its own first, where it finds the workplace
/// that it used last, and meets no other thread. A lock is held for the lending
/// only, never while Lua or the host's code runs.
final class StatePool: Sendable {
  /// A workplace that nobody uses.
  ///
  /// INVARIANT: `@unchecked Sendable` because nobody uses an idle workplace:
  /// `giveBack` is the last thing its borrower does with it, who then only lets
  /// go of it.
  struct Idle: @unchecked Sendable {
    let place: Workplace
  }

  private struct Content: Sendable {
    var idle: [Idle] = []
    var lent = 0
    /// The most that were lent at once since the window began.
    var peak = 0
    /// Counts up with each lending.
    var lendings = 0
    var windowBegan = ContinuousClock.now

    /// Takes those out that were not needed in a window that is over.
    mutating func takeUnused(at now: ContinuousClock.Instant, after time: Duration) -> [Idle] {
      guard now - windowBegan >= time else { return [] }
      let surplus = min(idle.count, max(0, idle.count + lent - peak))
      defer {
        idle.removeFirst(surplus)
        peak = lent
        windowBegan = now
      }
      return Array(idle.prefix(surplus))
    }
  }

  private final class Stripe: Sendable {
    let content = Mutex(Content())
    /// Keeps the locks of two stripes out of one line of the processor's cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// After how many lendings of a stripe the pool is looked through.
  static let windowLength = 1000

  let limits: StateLimits
  /// A state that is ready to take the place of one that was thrown away.
  let reserve = Mutex(Reserve())
  private let stripes: [Stripe]
  /// The same, which the pool keeps.
  private let uncountedStripes: [Uncounted<Stripe>]
  /// How many workplaces are idle beyond the first of each stripe.
  private let spares = Atomic<Int>(0)

  init(_ limits: StateLimits) {
    self.limits = limits
    stripes = (0..<min(16, max(1, limits.idle))).map { _ in Stripe() }
    uncountedStripes = stripes.map { Uncounted($0) }
    limits.memory.add(self)
  }

  /// The number of idle workplaces.
  var idleCount: Int { stripes.reduce(0) { $0 + $1.content.withLock(\.idle.count) } }

  private var ownStripe: Uncounted<Stripe> {
    uncountedStripes[ThreadNumbers.current % uncountedStripes.count]
  }

  /// Takes an idle workplace, or `nil` when all are in use.
  func lend() -> Workplace? {
    let (found, isLookDue) = ownStripe.with { stripe in
      stripe.content.withLock { content in
        content.lent += 1
        content.peak = max(content.peak, content.lent)
        content.lendings += 1
        return (take(from: &content), content.lendings.isMultiple(of: Self.windowLength))
      }
    }
    if isLookDue { lookThrough() }
    return found?.place ?? lendFromOthers()
  }

  private func lendFromOthers() -> Workplace? {
    for stripe in stripes {
      if let found = stripe.content.withLock({ take(from: &$0) }) { return found.place }
    }
    return nil
  }

  private func take(from content: inout Content) -> Idle? {
    if content.idle.count > 1 { spares.subtract(1, ordering: .relaxed) }
    return content.idle.popLast()
  }

  /// Takes a workplace back that its borrower no longer uses.
  func giveBack(_ place: consuming Workplace) {
    put(place, lent: 1)
  }

  /// Takes a workplace that was not lent.
  func add(_ place: consuming Workplace) {
    put(place, lent: 0)
  }

  private func put(_ place: consuming Workplace, lent: Int) {
    var returned: Idle? = Idle(place: place)
    ownStripe.with { stripe in
      stripe.content.withLock { content in
        content.lent -= lent
        if content.idle.isEmpty {
          guard limits.idle > 0 else { return }
        } else {
          // Only what is nested, or stolen, comes here: threads do not meet at this count.
          let mostSpares = limits.idle - stripes.count
          guard spares.load(ordering: .relaxed) < mostSpares else { return }
          spares.add(1, ordering: .relaxed)
        }
        if let idle = returned.take() { content.idle.append(idle) }
      }
    }
    // What was not taken goes here, without a lock.
  }

  // MARK: Shrinking

  /// Frees what was not in use lately.
  private func lookThrough() {
    let now = ContinuousClock.now
    var freed: [Idle] = []
    for stripe in stripes {
      freed += stripe.content.withLock { content in
        let spare = max(0, content.idle.count - 1)
        let unused = content.takeUnused(at: now, after: limits.idleTime)
        spares.subtract(spare - max(0, content.idle.count - 1), ordering: .relaxed)
        return unused
      }
    }
    if let reserve = takeReserve(ifOlderThan: limits.idleTime) { freed.append(reserve) }
    // Closing a state takes a while: here no lock is held.
    withExtendedLifetime(freed) {}
  }
}

extension StatePool: LuaMemoryUser {
  func letIdleStatesGo() -> Int {
    let stocked = stripes.flatMap { stripe in
      stripe.content.withLock { content in
        spares.subtract(max(0, content.idle.count - 1), ordering: .relaxed)
        defer { content.idle = [] }
        return content.idle
      }
    }
    let idle = stocked + [takeReserve()].compactMap(\.self)
    let freed = idle.reduce(0) { $0 + $1.place.dropState() }
    // What else a workplace holds may be the host's, whose code must not run here.
    DispatchQueue.global(qos: .utility).async { withExtendedLifetime(idle) {} }
    return freed
  }
}
