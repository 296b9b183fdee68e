import LuaBridge

/// A recorded question: a context and a key.
struct RecordedQuestion: Sendable {
  /// A model of the context's chain.
  enum Link: Sendable {
    /// A model that never changes.
    case fixed(RuleLink)
    /// A live model, held weakly, because its own gate may refer to the recorder.
    case live(WeakReference<LiveRuleModel>)
  }

  /// Two questions with the same identity are recorded once.
  struct Identity: Hashable {
    let key: String
    let stamp: UInt64
    let links: [ObjectIdentifier]
  }

  let key: String
  let identity: Identity
  private let values: ContextValues
  private let links: [Link]

  /// Creates the record; `nil` if no swap can change the answer.
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
      case .broken(let broken):
        identifiers.append(ObjectIdentifier(broken))
        return .fixed(link)
      case .live(let slot):
        // INVARIANT: live models make no other slots.
        guard let live = SameType.downcast(slot, to: ObservableSlot.self).owner else {
          return .fixed(link)
        }
        isLive = true
        identifiers.append(ObjectIdentifier(live))
        return .live(WeakReference(live))
      }
    }
    guard isLive else { return nil }
    self.key = key
    values = context.values
    identity = Identity(key: key, stamp: context.values.stamp, links: identifiers)
  }

  /// Returns the context before and after a swap; `nil` if its chain does not contain the swapped
  /// model, or if one of its live models is gone.
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
        guard let live = reference.object else { return nil }
        if live === swap.live {
          isConcerned = true
          old += swap.old.links
          new += swap.new.links
        } else {
          // Read once, so that both contexts use the same generation of this model.
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
