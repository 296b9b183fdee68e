import LuaBridge
import Synchronization

/// The idle pooled evaluators of one model.
///
/// An evaluator is lent to one evaluation, on one thread, and given back. The pool has stripes,
/// each for some of the threads. A stripe holds the last used evaluator in a lock-free slot; spare
/// evaluators, which nested evaluations need, are behind a lock. The lock is held only while
/// lending, never while Lua or host code runs.
final class StatePool: Sendable {
  /// An evaluator that is not in use.
  ///
  /// INVARIANT: `@unchecked Sendable` because nothing uses an idle evaluator: `giveBack` is the
  /// last thing that its borrower does with it, and it hands the reference over.
  struct Idle: @unchecked Sendable {
    let place: PooledEvaluator
  }

  /// The idle evaluators of a stripe, except the one in its slot.
  private struct Spares: Sendable {
    var idle: [Idle] = []
    /// The lowest number of idle evaluators since the window began.
    var fewest = 0
    /// The number of lendings of the stripe when the window began.
    var lendingsBefore = 0
    var windowBegan = ContinuousClock.now

    mutating func take() -> Idle? {
      let found = idle.popLast()
      fewest = min(fewest, idle.count)
      return found
    }

    /// Takes out the evaluators that were idle during the whole window, and begins the next window.
    mutating func takeUnused() -> [Idle] {
      let unused = Array(idle.prefix(fewest))
      idle.removeFirst(fewest)
      fewest = idle.count
      return unused
    }
  }

  private final class Stripe: Sendable {
    /// The evaluator that was used last.
    let last = AtomicSlot<PooledEvaluator>()
    /// The number of lendings, approximately.
    ///
    /// Threads of one stripe may overwrite each other's counts. The number only says when to look
    /// for unused evaluators, and whether the stripe was used at all.
    let lendings = Atomic<Int>(0)
    let spares = Mutex(Spares())
    /// Keeps the slots, counters and locks of two stripes on different cache lines.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// Powers of two, so that a thread finds its stripe without a division.
  private static let stripeCounts = [1, 2, 4, 8, 16]

  /// After this many lendings of a stripe, the pool looks for unused evaluators.
  static let windowLength = 1000

  let limits: StatePoolOptions
  /// The state that will replace one that was thrown away.
  let reserve = Mutex(Reserve())
  private let stripes: [Stripe]
  /// The same stripes, unretained; the pool keeps them alive.
  private let unretainedStripes: [UnretainedReference<Stripe>]
  /// The number of idle evaluators that are not in slots.
  private let spareCount = Atomic<Int>(0)

  init(_ limits: StatePoolOptions) {
    self.limits = limits
    let count = Self.stripeCounts.last { $0 <= limits.idle } ?? 1
    stripes = (0..<count).map { _ in Stripe() }
    unretainedStripes = stripes.map { UnretainedReference($0) }
    limits.memory.add(self)
  }

  /// The number of idle evaluators.
  var idleCount: Int {
    stripes.reduce(0) { $0 + ($1.last.isEmpty ? 0 : 1) + $1.spares.withLock(\.idle.count) }
  }

  @inline(__always)
  private var ownStripe: UnretainedReference<Stripe> {
    unretainedStripes[ThreadNumbers.current & (unretainedStripes.count - 1)]
  }

  /// Borrows an idle evaluator; `nil` if all are in use.
  func lend() -> PooledEvaluator? { lendRetained().map(taken) }

  /// Borrows an idle evaluator, retained for the borrower until
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
      // Check first: an exchange writes even to an empty slot, and so disturbs
      // another thread's cache line.
      if !stripe.last.isEmpty, let found = stripe.last.take() { return found }
      if let found = takeSpare(of: stripe) { return .retaining(found.place) }
    }
    return nil
  }

  /// Converts a retained reference to an ordinary strong one.
  private func taken(_ place: UnretainedReference<PooledEvaluator>) -> PooledEvaluator {
    defer { place.release() }
    return place.object
  }

  private func takeSpare(of stripe: Stripe) -> Idle? {
    let found = stripe.spares.withLock { $0.take() }
    if found != nil { spareCount.subtract(1, ordering: .relaxed) }
    return found
  }

  /// Takes back an evaluator that its borrower no longer uses.
  func giveBack(_ place: consuming PooledEvaluator) {
    giveBack(retained: .retaining(place))
  }

  /// Takes back an evaluator that the borrower has retained.
  @inline(__always)
  func giveBack(retained place: UnretainedReference<PooledEvaluator>) {
    ownStripe.with { stripe in
      if limits.idle > 0, stripe.last.put(place) { return }
      putSpare(taken(place), into: stripe)
    }
  }

  @inline(never)
  private func putSpare(_ place: consuming PooledEvaluator, into stripe: Stripe) {
    // Only evaluators of nested evaluations and of other stripes come here:
    // threads rarely share this count.
    let mostSpares = limits.idle - stripes.count
    guard spareCount.add(1, ordering: .relaxed).oldValue < mostSpares else {
      spareCount.subtract(1, ordering: .relaxed)
      return
    }
    let idle = Idle(place: place)
    stripe.spares.withLock { $0.idle.append(idle) }
  }

  // MARK: Shrinking

  /// Frees the evaluators that were not used lately.
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
    // To close a state takes a while; no lock is held here.
    withExtendedLifetime(freed) {}
  }

  /// Takes the evaluator out of a stripe's slot; returns a list of one element or none.
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
    // An evaluator may hold host objects, whose code must not run on this thread.
    releaseElsewhere(idle)
    return freed
  }
}
