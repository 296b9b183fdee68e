import LuaBridge

/// The models of a ``RuleModel``, which are asked one after the other.
final class ModelChain: ModelContent, @unchecked Sendable {
  let links: [RuleLink]
  /// The link, when there is one.
  let onlyLink: RuleLink?
  /// Who is told of answers; `nil` for nobody.
  let observers: (any AnyObject & Sendable)?
  /// Keep the live models among the links.
  let liveOwners: [any AnyObject & Sendable]
  /// The only model, for who asks without retaining anything.
  fileprivate let only: Only

  /// INVARIANT: the links keep what is in it.
  fileprivate enum Only: Sendable {
    case none
    case fixed(UnretainedReference<ModelCore>)
    case live(UnretainedReference<LiveSlot>)
  }

  init(
    _ links: [RuleLink], observers: (any AnyObject & Sendable)? = nil,
    liveOwners: [any AnyObject & Sendable] = []
  ) {
    self.links = links
    self.observers = observers
    self.liveOwners = liveOwners
    onlyLink = links.count == 1 ? links[0] : nil
    only =
      switch onlyLink {
      case .fixed(let core): .fixed(UnretainedReference(core))
      case .live(let slot): .live(UnretainedReference(slot))
      case .pinned(let snapshot) where snapshot.models.count == 1:
        .fixed(UnretainedReference(snapshot.models[0]))
      case .pinned, .broken, nil: .none
      }
    super.init(isObserved: observers != nil)
  }

  override var reporters: [ErrorReporter] { links.map(\.reporter) }
}

extension RuleModel {
  /// Creates a model of links.
  ///
  /// - Parameters:
  ///   - links: The links, in the order in which they are asked.
  ///   - observers: Who is told of answers; `nil` for nobody.
  ///   - liveOwners: What keeps the live models among the links.
  init(
    links: [RuleLink], observers: (any AnyObject & Sendable)? = nil,
    liveOwners: [any AnyObject & Sendable] = []
  ) {
    self.init(ModelChain(links, observers: observers, liveOwners: liveOwners))
  }

  /// Runs a body with the models that are asked, if there are any.
  ///
  /// INVARIANT: there is no other subclass of ``ModelContent``, and the owner lives until the body ends.
  @inline(__always) private func withChain<Result>(_ body: (ModelChain) -> Result) -> Result? {
    guard let content else { return nil }
    defer { withExtendedLifetime(owner) {} }
    return content.with { body(SameType.downcast($0, to: ModelChain.self)) }
  }

  /// The models that are asked one after the other.
  var links: [RuleLink] { withChain(\.links) ?? [] }

  /// The link, when there is one.
  var onlyLink: RuleLink? { withChain(\.onlyLink) ?? nil }

  /// Who is told of answers; `nil` for nobody.
  var observing: (any AnyObject & Sendable)? { withChain(\.observers) ?? nil }

  /// What has to be kept for the live models among the links.
  var liveOwners: [any AnyObject & Sendable] {
    guard let owner else { return [] }
    return withChain { $0 === owner ? $0.liveOwners : [owner] } ?? []
  }

  /// The model without observers, for questions that nobody from outside asks.
  var unobserved: RuleModel {
    isObserved ? RuleModel(links: links, liveOwners: liveOwners) : self
  }

  /// Whether two are the same model, asked in the same order.
  func isSame(as other: RuleModel) -> Bool {
    if let content, let other = other.content, content.object === other.object { return true }
    return links.elementsEqual(other.links, by: RuleLink.isSame)
  }

  /// Runs a body with the model that answers now, if one is all there is.
  ///
  /// Nothing is counted that threads share, and a lock may be held: the body runs
  /// no code but the engine's own.
  ///
  /// - Parameters:
  ///   - body: Tells whether to go on.
  ///   - next: Goes on where no lock is held.
  @inline(__always) func glance(
    _ body: (ModelCore) -> Bool, thenHolding next: (ModelCore) -> Void = { _ in }
  ) {
    _ = withChain { chain in
      switch chain.only {
      case .none: break
      case .fixed(let core): core.with { if body($0) { next($0) } }
      case .live(let slot): slot.with { $0.glance(body, thenHolding: next) }
      }
    }
  }

  /// The models that a question would ask now.
  var current: [ModelCore] { links.flatMap(\.current) }

  /// The same; fails for rules that make no model.
  func asked() throws(RuleError) -> [ModelCore] {
    var models: [ModelCore] = []
    for link in links { models += try link.asked() }
    return models
  }

  /// What one evaluation may use: the budget of the first model.
  public var budget: Budget { current.first?.budget ?? Budget() }

  /// The keys that some rule assigns, paths included, in byte order.
  public var assignedKeys: [String] {
    current.flatMap { $0.plan.assignedKeys }.uniqueByBytes()
  }

  /// The number of rules, those of fallbacks included.
  public var ruleCount: Int { current.reduce(0) { $0 + $1.rules.count } }

  /// The keys that the models declare; the first declaration of a name counts.
  public var schema: RuleSchema {
    current.reduce(RuleSchema()) { $0.merging($1.schema) }
  }
}
