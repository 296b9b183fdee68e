import LuaBridge

/// The models of a ``RuleModel``, asked one after the other.
final class ModelChain: ModelContent, @unchecked Sendable {
  let links: [RuleLink]
  /// The only link; `nil` if there are several or none.
  let onlyLink: RuleLink?
  /// The observers of answers; `nil` if nobody observes.
  let observers: (any AnyObject & Sendable)?
  /// The owners that keep the live models among the links alive.
  let liveOwners: [any AnyObject & Sendable]
  /// The only model, for reads that retain nothing.
  fileprivate let only: Unretained
  /// Several models, for reads that retain nothing; empty if there is one, too many or none.
  private let several: FixedValue<[Unretained]>

  /// INVARIANT: the links keep the referenced object alive.
  fileprivate enum Unretained: Sendable {
    case none
    case fixed(UnretainedReference<ModelCore>)
    case live(UnretainedReference<LiveSlot>)

    init(_ link: RuleLink) {
      self =
        switch link {
        case .fixed(let core): .fixed(UnretainedReference(core))
        case .live(let slot): .live(UnretainedReference(slot))
        case .pinned(let snapshot) where snapshot.models.count == 1:
          .fixed(UnretainedReference(snapshot.models[0]))
        case .pinned, .broken: .none
        }
    }
  }

  init(
    _ links: [RuleLink], observers: (any AnyObject & Sendable)? = nil,
    liveOwners: [any AnyObject & Sendable] = []
  ) {
    self.links = links
    self.observers = observers
    self.liveOwners = liveOwners
    onlyLink = links.count == 1 ? links[0] : nil
    only = onlyLink.map { Unretained($0) } ?? .none
    let isShort = (2...CoreList.capacity).contains(links.count)
    several = FixedValue(isShort ? links.map { Unretained($0) } : [])
    super.init(isObserved: observers != nil)
  }

  override var reporters: [ErrorReporter] { links.map(\.reporter) }

  /// Runs a body with the current models of the links; returns `nil` if there are none or many, or if a
  /// link has several.
  ///
  /// The models stay alive for the body: the context keeps a fixed one, and this function keeps snapshots.
  fileprivate func withCores<Result>(
    at modelIndex: Int = 0, after list: CoreList? = nil,
    _ body: (CoreList) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    guard links.indices.contains(modelIndex), links.count <= CoreList.capacity else { return nil }
    let result = try links[modelIndex].withCore { core throws(RuleError) -> Result? in
      let list = list?.adding(core) ?? CoreList(core)
      if list.count == links.count { return try body(list) }
      return try withCores(at: modelIndex + 1, after: list, body)
    }
    return result ?? nil
  }

  /// Runs a body with the current models of the links, if each has exactly one; see
  /// ``RuleModel/glance(_:thenHolding:)``.
  @inline(never)
  fileprivate func glanceAtAll(_ body: (CoreList) -> Void) {
    if !several.value.isEmpty { glance(at: 0, after: nil, body) }
  }

  private func glance(at modelIndex: Int, after list: CoreList?, _ body: (CoreList) -> Void) {
    func go(on core: ModelCore) {
      let list = list?.adding(core) ?? CoreList(core)
      if list.count == several.value.count {
        body(list)
      } else {
        glance(at: modelIndex + 1, after: list, body)
      }
    }
    switch several.value[modelIndex] {
    case .none: break
    case .fixed(let core): core.with { go(on: $0) }
    case .live(let slot):
      slot.with { slot in
        slot.glance { core in
          go(on: core)
          return false
        } thenHolding: { _ in
        }
      }
    }
  }
}

extension RuleModel {
  /// Creates a model of links.
  ///
  /// - Parameters:
  ///   - links: The links, in the order in which they are asked.
  ///   - observers: The observers of answers; `nil` if nobody observes.
  ///   - liveOwners: The owners that keep the live models among the links alive.
  package init(
    links: [RuleLink], observers: (any AnyObject & Sendable)? = nil,
    liveOwners: [any AnyObject & Sendable] = []
  ) {
    self.init(ModelChain(links, observers: observers, liveOwners: liveOwners))
  }

  /// Runs a body with the chain of models; returns `nil` for an empty model.
  ///
  /// INVARIANT: there is no other subclass of ``ModelContent``, and the owner lives until the body ends.
  @inline(__always) private func withChain<Result>(_ body: (ModelChain) -> Result) -> Result? {
    guard let content else { return nil }
    defer { withExtendedLifetime(owner) {} }
    return content.with { body(SameType.downcast($0, to: ModelChain.self)) }
  }

  /// The links, in the order in which they are asked.
  package var links: [RuleLink] { withChain(\.links) ?? [] }

  /// The only link; `nil` if there are several or none.
  var onlyLink: RuleLink? { withChain(\.onlyLink) ?? nil }

  /// The observers of answers; `nil` if nobody observes.
  var observing: (any AnyObject & Sendable)? { withChain(\.observers) ?? nil }

  /// The owners that keep the live models among the links alive.
  package var liveOwners: [any AnyObject & Sendable] {
    guard let owner else { return [] }
    return withChain { $0 === owner ? $0.liveOwners : [owner] } ?? []
  }

  /// The model without observers, for questions of the engine itself.
  var unobserved: RuleModel {
    isObserved ? RuleModel(links: links, liveOwners: liveOwners) : self
  }

  /// Whether both have the same links in the same order.
  func isSame(as other: RuleModel) -> Bool {
    if let content, let other = other.content, content.object === other.object { return true }
    return links.elementsEqual(other.links, by: RuleLink.isSame)
  }

  /// Runs `body` with the current models, if they are few and each link has exactly one.
  ///
  /// No shared object is retained, and pins may be held: `body` must be short and run engine code only.
  ///
  /// - Parameters:
  ///   - body: Returns whether `next` is to run.
  ///   - next: Runs with the model, without the pin, if there is only one.
  @inline(__always) func glance(
    _ body: (CoreList) -> Bool, thenHolding next: (ModelCore) -> Void = { _ in }
  ) {
    _ = withChain { chain in
      switch chain.only {
      case .none: chain.glanceAtAll { _ = body($0) }
      case .fixed(let core): core.with { if body(CoreList($0)) { next($0) } }
      case .live(let slot): slot.with { $0.glance({ body(CoreList($0)) }, thenHolding: next) }
      }
    }
  }

  /// Runs `body` with the current models, which stay alive meanwhile.
  ///
  /// - Returns: `nil` if there are none or many, or if a link has several at this moment.
  /// - Throws: What `body` throws, and the error of a link that has no model.
  @inline(__always) func withCores<Result>(
    _ body: (CoreList) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    guard let link = onlyLink else { return try withSeveralCores(body) }
    return try link.withCore { core throws(RuleError) in try body(CoreList(core)) }
  }

  @inline(never)
  private func withSeveralCores<Result>(
    _ body: (CoreList) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    // The caller's context keeps the chain alive.
    let chain = withChain { UnretainedReference($0) }
    return try chain?.with { chain throws(RuleError) in try chain.withCores(body) } ?? nil
  }

  /// The models that a question would ask at this moment.
  package var current: [ModelCore] { links.flatMap(\.current) }

  /// The models that a question would ask at this moment; throws if a link has no model.
  package func asked() throws(RuleError) -> [ModelCore] {
    var models: [ModelCore] = []
    for link in links { models += try link.asked() }
    return models
  }

  /// The budget of one evaluation: that of the first model.
  public var budget: Budget { current.first?.budget ?? Budget() }

  /// The keys that some rule assigns, paths included, in byte order.
  public var assignedKeys: [String] {
    current.flatMap { $0.candidates.assignedKeys }.uniqueByBytes()
  }

  /// The number of rules, those of fallbacks included.
  public var ruleCount: Int { current.reduce(0) { $0 + $1.rules.count } }

  /// The keys that the models declare; of several declarations with one name the first counts.
  public var schema: RuleSchema {
    let schemas = current.map(\.schema)
    // Merging sorts all names.
    return schemas.dropFirst().reduce(schemas.first ?? RuleSchema()) { $0.merging($1) }
  }
}
