import Logging
import LuaRules

/// The rules that the options name, live, with one number for all of them.
struct WatchedRules {
  /// The number of the rules that answer: 1, 2, 3 …; 0 until all have been loaded.
  private(set) var generation = 0

  private let options: RuleOptions
  private let wakeUp: WakeUp
  /// The rules, then each fallback.
  private var links: [Link] = []

  private struct Link {
    let live: LiveRuleModel
    /// What answers, once the sources have been good.
    var model: RuleModel?
    var generation = 0
  }

  init(_ options: RuleOptions, wakeUp: WakeUp) {
    self.options = options
    self.wakeUp = wakeUp
  }

  /// What is wrong with the sources as they are now.
  var rejection: RuleError? {
    let errors = links.compactMap(\.live.rejection)
    guard var error = errors.first else { return nil }
    error.others += errors.dropFirst()
    return error
  }

  /// Loads all rules for a schema; what answers stays where they do not load.
  mutating func load(_ schema: RuleSchema) throws {
    let host = HostFunctions(placeholders: schema.hostFunctionNames)
    let granted = try GrantedRules(options)
    let all = [options.rules] + options.fallback.map { [$0] }
    let models = links.isEmpty ? all.map { _ in nil } : links.map(\.model)
    for link in links { link.live.stop() }
    links = []
    for (paths, model) in zip(all, models) {
      let live = try LiveRuleModel(
        sources: paths.map(granted.source), schema: schema, host: host,
        initialModel: model ?? .empty, options: liveOptions)
      links.append(Link(live: live, model: model))
      let events = live.events
      Task.detached { [wakeUp] in
        for await _ in events { wakeUp.ring() }
      }
    }
  }

  /// Takes the rules of this moment, which no swap changes; `nil` until all have been loaded.
  mutating func take() -> RuleModel? {
    var step = 0
    for index in links.indices {
      let (model, generation) = links[index].live.pinned()
      // Until the first good load the number is 0, and what answered before goes on.
      guard generation > links[index].generation else { continue }
      step = max(step, generation - links[index].generation)
      links[index].model = model
      links[index].generation = generation
    }
    let models = links.compactMap(\.model)
    guard let first = models.first, models.count == links.count else { return nil }
    generation = max(generation + step, 1)
    return models.dropFirst().reduce(first) { $0.fallback($1) }
  }

  private var liveOptions: LiveRuleOptions {
    var live = LiveRuleOptions()
    live.budget = options.budget
    live.loadingBudget = options.loadingBudget
    live.plan = options.plan
    live.hostStubs = options.host.map { RuleSource(path: $0) }
    // The command tells of errors itself.
    live.logger = Logger(label: "luarules") { _ in SwiftLogNoOpLogHandler() }
    return live
  }
}
