import LuaBridge

/// A context that was asked, and the key.
struct RecordedQuestion: Sendable {
  /// A model of the context's chain.
  enum Link: Sendable {
    /// One that stays as it is.
    case fixed(RuleLink)
    /// One that is not kept alive: its gate may be what refers to it.
    case live(WeakReference<LiveRuleModel>)
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
        guard let live = reference.object else { return nil }
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
