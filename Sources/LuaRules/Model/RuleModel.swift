#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import LuaBridge

/// An immutable set of rules, compiled from sources, perhaps with fallbacks.
///
/// Loading runs the rule files once, checks their rules and puts the candidates
/// of each key into their order; asking never sorts. A model is a value: it can
/// be copied, kept and asked from any thread.
public struct RuleModel: Sendable {
  private let content: Content
  /// The link, when it is the only one, and not of a chain.
  ///
  /// INVARIANT: the content keeps what is in it. Asking uses it without retaining anything.
  private let only: Only
  /// Whether somebody is told of answers.
  let isObserved: Bool

  /// A copy retains one object.
  private enum Content: Sendable {
    /// A live model alone, with the observers that it has itself.
    case live(LiveRuleModel)
    case shared(Shared)
  }

  /// The models that are asked one after the other.
  var links: [RuleLink] {
    switch content {
    case .live(let live): [.live(live)]
    case .shared(let shared): shared.links
    }
  }

  /// Who is told of answers; `nil` for nobody.
  var observers: ObserverList? {
    switch content {
    case .live(let live): live.observers
    case .shared(let shared): shared.observers
    }
  }

  private final class Shared: Sendable {
    let links: [RuleLink]
    let observers: ObserverList?

    init(_ links: [RuleLink], _ observers: ObserverList?) {
      self.links = links
      self.observers = observers
    }
  }

  private enum Only: Sendable {
    case none
    case fixed(Uncounted<ModelCore>)
    case live(Uncounted<LiveRuleModel>)
  }

  /// A model without rules.
  public static let empty = RuleModel(links: [])

  init(links: [RuleLink], observers: ObserverList? = nil) {
    content = .shared(Shared(links, observers))
    isObserved = observers != nil
    only =
      switch links.count == 1 ? links[0] : nil {
      case .fixed(let core): .fixed(Uncounted(core))
      case .live(let live): .live(Uncounted(live))
      case .pinned(let snapshot) where snapshot.models.count == 1:
        .fixed(Uncounted(snapshot.models[0]))
      case .pinned, .broken, nil: .none
      }
  }

  /// Creates the model that a live model is at any time.
  public init(_ live: LiveRuleModel) {
    content = .live(live)
    only = .live(Uncounted(live))
    isObserved = live.observers != nil
  }

  /// Loads sources, whose order is the order of declaration.
  ///
  /// - Parameters:
  ///   - sources: Files, folders and texts.
  ///   - schema: The declared keys: their defaults are visible to rules, and a
  ///     constant that does not fit its key fails the load.
  ///   - host: The Swift functions that rules may call.
  ///   - standIns: A rule-side replacement for host functions: a source that
  ///     returns a table of functions.
  ///   - budget: What one access may use.
  ///   - loadingBudget: What loading may use.
  ///   - states: How many Lua states are kept at hand.
  ///   - plan: How the candidates of a key are tried; see ``PlanMode``.
  ///   - suspension: When a rule is put aside that hits its budget again and
  ///     again; never by default, other than in a live model.
  ///   - fileSystem: Where files are read from.
  /// - Throws: ``RuleError`` for the first thing that is wrong, with what else
  ///   was found in ``RuleError/others``.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus running the files once.
  public init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    standIns: RuleSource? = nil, budget: Budget = Budget(), loadingBudget: Budget = .loading,
    states: StateLimits = StateLimits(), plan: PlanMode = .standard,
    suspension: SuspensionPolicy = .never,
    fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws(RuleError) {
    let written = try sources.numbered(host, schema)
    var request = try LoadRequest(
      reading: written, standIns: standIns, budget: budget, loadingBudget: loadingBudget,
      from: fileSystem)
    request.states = states
    request.plan = plan
    request.suspension = suspension
    if written.sources.count == 1 { request.swiftRules = written.sources[0].swiftRules }
    let model = try ModelLoader.load(request)
    try request.accept()
    self.init(links: [.fixed(model)])
  }

  /// Loads a file or a folder; see ``init(sources:schema:host:standIns:budget:loadingBudget:states:plan:suspension:fileSystem:)``.
  public init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    budget: Budget = Budget(), plan: PlanMode = .standard
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(contentsOf: url)], schema: schema, host: host, budget: budget,
      plan: plan)
  }

  /// Loads the text of a rule file; errors call it by the name.
  public init(
    _ text: String, name: String = "rules.lua", schema: RuleSchema = RuleSchema(),
    host: HostFunctions = [:], budget: Budget = Budget(), plan: PlanMode = .standard
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(text, name: name)], schema: schema, host: host, budget: budget,
      plan: plan)
  }

  /// Returns a model that asks another one where this one has no answer.
  ///
  /// Priorities are never compared across models. Grouping does not matter:
  /// `a.fallback(b).fallback(c)` and `a.fallback(b.fallback(c))` ask a, b, c.
  /// One access uses the ``budget`` of the first; each keeps its own limit of memory.
  /// A key that two of the models declare with different types is an error of
  /// the access that asks for it. The observers of both are told of all answers.
  public func fallback(_ other: RuleModel) -> RuleModel {
    RuleModel(links: links + other.links, observers: .merge(observers, other.observers))
  }

  /// Whether two are the same model, asked in the same order.
  func isSame(as other: RuleModel) -> Bool {
    switch (content, other.content) {
    case (.live(let left), .live(let right)): left === right
    default: links.elementsEqual(other.links, by: RuleLink.isSame)
    }
  }

  /// The link, when there is one.
  var onlyLink: RuleLink? { links.count == 1 ? links[0] : nil }

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
    switch only {
    case .none: break
    case .fixed(let core): core.with { if body($0) { next($0) } }
    case .live(let live): live.with { $0.glance(body, thenHolding: next) }
    }
  }

  /// The models that an access would ask now.
  var current: [ModelCore] { links.flatMap(\.current) }

  /// The same; fails for rules that make no model.
  func asked() throws(RuleError) -> [ModelCore] {
    var models: [ModelCore] = []
    for link in links { models += try link.asked() }
    return models
  }

  /// What one access may use: the budget of the first model.
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
