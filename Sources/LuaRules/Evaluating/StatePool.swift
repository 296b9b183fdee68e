import Dispatch
import LuaBridge
import Synchronization

/// The idle workplaces of one model.
///
/// A workplace is lent to one evaluation, on one thread, and given back. The pool has stripes, one for each
/// few threads. A stripe keeps the workplace that its threads used last in a slot without a lock; more of
/// them, which nested questions need, are behind a lock. That is held for the lending only, never while
/// Lua or the host's code runs.
final class StatePool: Sendable {
  /// A workplace that nobody uses.
  ///
  /// INVARIANT: `@unchecked Sendable` because nobody uses an idle workplace: `giveBack` is the last
  /// thing that its borrower does with it, who hands the reference over.
  struct Idle: @unchecked Sendable {
    let place: PooledEvaluator
  }

  /// The idle workplaces of a stripe beside the one in its slot.
  private struct Spares: Sendable {
    var idle: [Idle] = []
    /// The fewest that were idle at once since the window began.
    var fewest = 0
    /// How many lendings of the stripe there had been when the window began.
    var lendingsBefore = 0
    var windowBegan = ContinuousClock.now

    mutating func take() -> Idle? {
      let found = idle.popLast()
      fewest = min(fewest, idle.count)
      return found
    }

    /// Takes those out that were not needed in a window that is over, and begins the next one.
    mutating func takeUnused() -> [Idle] {
      let unused = Array(idle.prefix(fewest))
      idle.removeFirst(fewest)
      fewest = idle.count
      return unused
    }
  }

  private final class Stripe: Sendable {
    /// The workplace that was used last.
    let last = AtomicSlot<PooledEvaluator>()
    /// Counts the lendings.
    ///
    /// Threads of one stripe may lose counts of one another: it says how often to look through the pool,
    /// and whether the stripe was used at all.
    let lendings = Atomic<Int>(0)
    let spares = Mutex(Spares())
    /// Keeps the slots, counters and locks of two stripes out of one line of the processor's cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// Powers of two, so that a thread finds its stripe without a division.
  private static let stripeCounts = [1, 2, 4, 8, 16]

  /// After how many lendings of a stripe the pool is looked through.
  static let windowLength = 1000

  let limits: StatePoolOptions
  /// A state that is ready to take the place of one that was thrown away.
  let reserve = Mutex(Reserve())
  private let stripes: [Stripe]
  /// The same, which the pool keeps.
  private let unretainedStripes: [UnretainedReference<Stripe>]
  /// How many workplaces are idle beside those in slots.
  private let spareCount = Atomic<Int>(0)

  init(_ limits: StatePoolOptions) {
    self.limits = limits
    let count = Self.stripeCounts.last { $0 <= limits.idle } ?? 1
    stripes = (0..<count).map { _ in Stripe() }
    unretainedStripes = stripes.map { UnretainedReference($0) }
    limits.memory.add(self)
  }

  /// The number of idle workplaces.
  var idleCount: Int {
    stripes.reduce(0) { $0 + ($1.last.isEmpty ? 0 : 1) + $1.spares.withLock(\.idle.count) }
  }

  @inline(__always)
  private var ownStripe: UnretainedReference<Stripe> {
    unretainedStripes[ThreadNumbers.current & (unretainedStripes.count - 1)]
  }

  /// Takes an idle workplace, or `nil` when all are in use.
  func lend() -> PooledEvaluator? { lendRetained().map(taken) }

  /// Takes an idle workplace, retained for the borrower until
  /// ``giveBack(retained:)``.
  @inline(__always)
  func lendRetained() -> UnretainedReference<PooledEvaluator>? {
    ownStripe.with { stripe in
      let lendings = stripe.lendings.load(ordering: .relaxed) + 1
      stripe.lendings.store(lendings, ordering: .relaxed)
      if lendings.isMultiple(of: Self.windowLength) { lookThrough() }
      return stripe.last.take() ?? lendSpare(of: stripe)
    }
  }

  @inline(never)
  private func lendSpare(of own: Stripe) -> UnretainedReference<PooledEvaluator>? {
    if let found = takeSpare(of: own) { return .retaining(found.place) }
    for stripe in stripes {
      // A look first: taking writes, also where there is nothing, to what another thread uses.
      if !stripe.last.isEmpty, let found = stripe.last.take() { return found }
      if let found = takeSpare(of: stripe) { return .retaining(found.place) }
    }
    return nil
  }

  /// Returns a workplace of whose reference the pool disposes.
  private func taken(_ place: UnretainedReference<PooledEvaluator>) -> PooledEvaluator {
    defer { place.release() }
    return place.object
  }

  private func takeSpare(of stripe: Stripe) -> Idle? {
    let found = stripe.spares.withLock { $0.take() }
    if found != nil { spareCount.subtract(1, ordering: .relaxed) }
    return found
  }

  /// Takes a workplace back that its borrower no longer uses.
  func giveBack(_ place: consuming PooledEvaluator) {
    giveBack(retained: .retaining(place))
  }

  /// Takes a workplace back that the borrower has retained.
  @inline(__always)
  func giveBack(retained place: UnretainedReference<PooledEvaluator>) {
    ownStripe.with { stripe in
      if limits.idle > 0, stripe.last.put(place) { return }
      putSpare(taken(place), into: stripe)
    }
  }

  @inline(never)
  private func putSpare(_ place: consuming PooledEvaluator, into stripe: Stripe) {
    // Only what is nested, or was another stripe's, comes here: threads do not meet at this count.
    let mostSpares = limits.idle - stripes.count
    guard spareCount.add(1, ordering: .relaxed).oldValue < mostSpares else {
      spareCount.subtract(1, ordering: .relaxed)
      return
    }
    let idle = Idle(place: place)
    stripe.spares.withLock { $0.idle.append(idle) }
  }

  // MARK: Shrinking

  /// Frees what was not in use lately.
  @inline(never)
  private func lookThrough() {
    let now = ContinuousClock.now
    var freed: [Idle] = []
    for stripe in stripes {
      let lendings = stripe.lendings.load(ordering: .relaxed)
      let (unused, isIdle) = stripe.spares.withLock { spares -> ([Idle], Bool) in
        guard now - spares.windowBegan >= limits.idleTime else { return ([], false) }
        spares.windowBegan = now
        defer { spares.lendingsBefore = lendings }
        return (spares.takeUnused(), lendings == spares.lendingsBefore)
      }
      spareCount.subtract(unused.count, ordering: .relaxed)
      freed += unused
      if isIdle { freed += takeLast(of: stripe) }
    }
    if let reserve = takeReserve(ifOlderThan: limits.idleTime) { freed.append(reserve) }
    // Closing a state takes a while: here no lock is held.
    withExtendedLifetime(freed) {}
  }

  /// Takes the workplace out of a stripe's slot: a list of one, or of none.
  private func takeLast(of stripe: Stripe) -> [Idle] {
    stripe.last.take().map { [Idle(place: taken($0))] } ?? []
  }
}

extension StatePool: SharedMemoryUser {
  func letIdleStatesGo() -> Int {
    let stocked = stripes.flatMap { stripe in
      let spares = stripe.spares.withLock { spares in
        defer {
          spares.idle = []
          spares.fewest = 0
        }
        return spares.idle
      }
      spareCount.subtract(spares.count, ordering: .relaxed)
      return spares + takeLast(of: stripe)
    }
    let idle = stocked + [takeReserve()].compactMap(\.self)
    let freed = idle.reduce(0) { $0 + $1.place.dropState() }
    // What else a workplace holds may be the host's, whose code must not run here.
    DispatchQueue.global(qos: .utility).async { withExtendedLifetime(idle) {} }
    return freed
  }
}
