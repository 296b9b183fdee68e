#if Service
  import LuaRules
  import Synchronization

  /// The live models that a service asks, the first one first.
  final class ServedRules: Sendable {
    let models: [LiveRuleModel]
    /// What makes the contexts of one generation.
    private let model: RuleModel
    private let hidesSources: Bool
    private let latest = Mutex<ServedGeneration?>(nil)

    init(_ first: LiveRuleModel, fallback: [LiveRuleModel], hidesSources: Bool) {
      models = [first] + fallback
      self.hidesSources = hidesSources
      model = fallback.reduce(first.model) { $0.fallback($1) }
    }

    /// The rules of this moment.
    ///
    /// - Complexity: O(1) until a swap; then O(*k*) for *k* keys, once.
    var current: ServedGeneration {
      let number = number
      let known = latest.withLock { $0 }
      if let known, known.number == number { return known }
      let made = make(isChange: known != nil)
      return latest.withLock { latest in
        // Another thread may have made the same one meanwhile, or a newer one.
        if let latest, latest.number >= made.number { return latest }
        latest = made
        return made
      }
    }

    /// The sum of the generations, which every swap increases.
    private var number: Int { models.reduce(0) { $0 + $1.generation } }

    private func make(isChange: Bool) -> ServedGeneration {
      while true {
        let before = number
        let isReady = models.allSatisfy { $0.origin != .initialModel }
        let context = RuleContext(model).pinned()
        // A swap between these lines would give the rules the number of others.
        guard before == number else { continue }
        return ServedGeneration(
          context, number: before, isReady: isReady, isChange: isChange, hidesSources: hidesSources)
      }
    }
  }
#endif
