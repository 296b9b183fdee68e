import Synchronization

/// The last contexts that were asked, to see what a new generation would change.
///
/// Nothing is recorded unless a host makes one and uses it as a gate:
///
/// ```swift
/// options.gate = .recorded(RecordedDecisions(), .report)
/// ```
///
/// What is kept is bounded by the capacity: the oldest makes room for the
/// newest, and a context that is asked for a key again counts once. A recorded
/// context keeps the values that are set on it, and the fixed models of its
/// chain, alive; live models are not kept alive. Contexts whose rules no swap
/// can change are not recorded.
public final class RecordedDecisions: Sendable {
  /// How many decisions are kept.
  public let capacity: Int
  /// How many of the answers are recorded.
  public let sampling: SampledObserver.Sampling
  /// The keys, or paths, whose answers are recorded; `nil` for all.
  public let keys: Set<String>?

  private struct State {
    /// A ring: once it is full, the next one takes the place of the oldest.
    var decisions: [RecordedDecision] = []
    var next = 0
    var known: Set<RecordedDecision.Identity> = []
  }

  private let state = Mutex(State())

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many decisions are kept; at least 1.
  ///   - sampling: How many of the answers are recorded.
  ///   - keys: The keys, or paths, whose answers are recorded; `nil` for all.
  public init(
    capacity: Int = 4096, sampling: SampledObserver.Sampling = .all, keys: Set<String>? = nil
  ) {
    self.capacity = max(1, capacity)
    self.sampling = sampling
    self.keys = keys
  }

  /// How many decisions are recorded now.
  public var count: Int { state.withLock { $0.decisions.count } }

  /// Forgets what was recorded.
  public func removeAll() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    // Released here, outside the lock: the host's values may do as they like.
    withExtendedLifetime(old) {}
  }

  /// Records that a context was asked for a key, or a path.
  ///
  /// Done for the answers of a live model that has the recorder in its gate; by
  /// hand for questions that a host knows from elsewhere.
  public func record(_ context: RuleContext, key: String) {
    if let keys, !keys.contains(key) { return }
    guard let decision = RecordedDecision(context, key: key) else { return }
    let replaced: RecordedDecision? = state.withLock { state in
      guard state.known.insert(decision.identity).inserted else { return nil }
      guard state.decisions.count == capacity else {
        state.decisions.append(decision)
        return nil
      }
      let old = state.decisions[state.next]
      state.known.remove(old.identity)
      state.decisions[state.next] = decision
      state.next = (state.next + 1) % capacity
      return old
    }
    // Released here, outside the lock: the host's values may do as they like.
    withExtendedLifetime(replaced) {}
  }

  /// What is recorded, newest first.
  var newestFirst: [RecordedDecision] {
    state.withLock { state in
      Array((state.decisions[state.next...] + state.decisions[..<state.next]).reversed())
    }
  }
}

extension RecordedDecisions: RuleObserver {
  /// Records the question.
  public func observe(_ answer: ObservedAnswer) {
    record(answer.context, key: answer.key)
  }
}

/// A context that was asked, and the key.
struct RecordedDecision: Sendable {
  /// A model of the context's chain.
  enum Link: Sendable {
    /// One that stays as it is.
    case fixed(RuleLink)
    case live(WeakLiveModel)
  }

  /// What makes two questions one.
  struct Identity: Hashable {
    let key: String
    let stamp: UInt64
    let links: [ObjectIdentifier]
  }

  let key: String
  let identity: Identity
  private let values: ContextValues
  private let links: [Link]

  /// Creates the record, or `nil` when no swap can change the answer.
  init?(_ context: RuleContext, key: String) {
    var isLive = false
    var identifiers: [ObjectIdentifier] = []
    links = context.model.links.map { link in
      switch link {
      case .fixed(let core):
        identifiers.append(ObjectIdentifier(core))
        return .fixed(link)
      case .pinned(let snapshot):
        identifiers.append(ObjectIdentifier(snapshot.reporter))
        return .fixed(link)
      case .live(let live):
        isLive = true
        identifiers.append(ObjectIdentifier(live))
        return .live(WeakLiveModel(model: live))
      }
    }
    guard isLive else { return nil }
    self.key = key
    values = context.values
    identity = Identity(key: key, stamp: context.values.stamp, links: identifiers)
  }

  /// The context as it would be asked before and after a swap; `nil` when it
  /// does not ask the model that is swapped, or asked one that is gone.
  func contexts(_ swap: RuleSwap) -> (old: RuleContext, new: RuleContext)? {
    var old: [RuleLink] = []
    var new: [RuleLink] = []
    var isConcerned = false
    for link in links {
      switch link {
      case .fixed(let link):
        old.append(link)
        new.append(link)
      case .live(let reference):
        guard let live = reference.model else { return nil }
        if live === swap.live {
          isConcerned = true
          old += swap.old.links
          new += swap.new.links
        } else {
          // Taken once, so that both are asked about the same generation.
          let current = live.snapshot.ruleModel.links
          old += current
          new += current
        }
      }
    }
    guard isConcerned else { return nil }
    return (context(old), context(new))
  }

  private func context(_ links: [RuleLink]) -> RuleContext {
    var context = RuleContext(RuleModel(links: links))
    context.values = values
    context.logger.logLevel = .critical
    return context
  }
}

/// A live model that is not kept alive: its gate may be what refers to it.
struct WeakLiveModel: Sendable {
  private(set) weak var model: LiveRuleModel?

  init(model: LiveRuleModel) {
    self.model = model
  }
}
