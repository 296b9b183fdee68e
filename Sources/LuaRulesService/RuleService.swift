#if Service
  public import LuaRules
  public import ServiceLifecycle

  /// Answers the questions of other programs with rules, by OpenFeature's remote evaluation protocol.
  ///
  /// ```swift
  /// let service = RuleService(try LiveRuleModel(contentsOf: folder))
  /// try await service.application().runService()
  /// ```
  ///
  /// A program that has a router already calls ``addRoutes(to:)``.
  public final class RuleService: Service {
    let rules: ServedRules
    let options: RuleServiceOptions
    let metrics = ServiceMetrics()
    let tags = EntityTags()
    let threads = EvaluationThreads()
    let streams: EventStreams

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - live: The rules.
    ///   - fallback: The rules that are asked where those before them have no answer.
    ///   - options: The limits of the service, and who may ask.
    public init(
      _ live: LiveRuleModel, fallback: [LiveRuleModel] = [],
      options: RuleServiceOptions = RuleServiceOptions()
    ) {
      rules = ServedRules(live, fallback: fallback, hidesSources: options.hidesSources)
      streams = EventStreams(rules, heartbeatInterval: options.heartbeatInterval)
      self.options = options
    }

    /// Counts reloads for the metrics, until its task is cancelled or the program is asked to end.
    ///
    /// ``application(at:onStart:)`` runs it; a program with its own application adds the
    /// service to its services.
    public func run() async {
      await withTaskGroup { group in
        for live in rules.models {
          let events = live.events.cancelOnGracefulShutdown()
          group.addTask { [metrics] in
            for await event in events { metrics.count(event) }
          }
        }
      }
      // A service that ends on its own would end the others; a live model may be stopped before.
      try? await gracefulShutdown()
    }
  }
#endif
