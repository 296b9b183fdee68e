#if Service
  /// What a service can be asked for.
  enum ServiceRoute: String, Sendable, CaseIterable {
    case evaluate, evaluateAll = "evaluate-all", events, explain, healthz, readyz, metrics
  }
#endif
