#if Configuration
  public import Configuration
  public import LuaRules

  /// Configuration values that rules decide.
  ///
  /// The key `http.port` asks the rules for `http.port`, which may be a key or a member of the value of
  /// `http`, and then for `httpPort`. The context of the reader's key is what rules see, beside what is
  /// set on the context of the provider.
  ///
  /// ```swift
  /// let config = ConfigReader(provider: RuleConfigProvider(live))
  /// let port = config.int(forKey: "http.port", default: 8080)
  /// ```
  ///
  /// A key for which nothing is set and no rule answers has no value here, so that the reader asks its
  /// next provider; so has one to which a rule gives `null`. An error goes to the context's `onError`. The
  /// value is then what the schema declares for errors (`x-on-error`). Without such a value, the error is
  /// thrown, and many functions of a reader return the default that they were called with.
  public struct RuleConfigProvider: Sendable {
    private let rules: ConfigRules

    /// Creates a provider that asks a context.
    ///
    /// - Parameters:
    ///   - context: The rules, perhaps live, and what they see in all questions.
    ///   - name: A name for the provider in reports of accesses.
    ///   - answersDefaults: Whether a default that the schema declares is a value; if not, the reader
    ///     asks its next provider.
    public init(_ context: RuleContext, name: String? = nil, answersDefaults: Bool = false) {
      rules = ConfigRules(
        context: context, providerName: "RuleConfigProvider" + (name.map { "[\($0)]" } ?? ""),
        answersDefaults: answersDefaults)
    }

    /// Creates a provider that asks a model.
    public init(_ model: RuleModel, name: String? = nil, answersDefaults: Bool = false) {
      self.init(RuleContext(model), name: name, answersDefaults: answersDefaults)
    }

    /// Creates a provider that asks the current generation of a live model.
    public init(_ live: LiveRuleModel, name: String? = nil, answersDefaults: Bool = false) {
      self.init(RuleContext(live), name: name, answersDefaults: answersDefaults)
    }
  }

  extension RuleConfigProvider: ConfigProvider {
    /// `RuleConfigProvider`, with the name in brackets if it has one.
    public var providerName: String { rules.providerName }

    /// Returns the value that is set for a key, or that the rules give it now.
    ///
    /// - Throws: `RuleError` from a rule, or for a value of another type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      try rules.value(forKey: key, type: type)
    }

    /// Loads the sources of live models again if they changed, and returns the value that they give.
    ///
    /// - Throws: `RuleError` for sources that cannot be loaded, and as ``value(forKey:type:)``.
    public func fetchValue(
      forKey key: AbsoluteConfigKey, type: ConfigType
    ) async throws -> LookupResult {
      for live in rules.context.model.liveModels {
        do {
          try await live.reload()
        } catch let error as RuleError where error.code == .stopped {
          // What answers now is all that there will be.
        }
      }
      return try rules.value(forKey: key, type: type)
    }

    /// Gives the value now, and again after each swap of a live model that changes it.
    public nonisolated(nonsending) func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler:
        nonisolated(nonsending) (
          _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
      let updates = ConfigUpdates(of: rules.context.model) { [rules] in
        Result { try rules.value(forKey: key, type: type) }
      } areEqual: { left, right in
        switch (left, right) {
        case (.success(let left), .success(let right)): left == right
        case (.failure(let left as RuleError), .failure(let right as RuleError)): left == right
        default: false
        }
      }
      return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }

    /// Returns what the rules answer now: all its values are of one generation.
    public func snapshot() -> any ConfigSnapshot { rules.pinned() }

    /// Gives a snapshot now, and one of each generation that a live model swaps to.
    public nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
      updatesHandler:
        nonisolated(nonsending) (
          _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
      let updates = ConfigUpdates<any ConfigSnapshot>(of: rules.context.model) { [rules] in
        rules.pinned()
      } areEqual: { left, right in
        guard let left = left as? ConfigRules, let right = right as? ConfigRules else {
          return false
        }
        return left.context.model.hasSameGenerations(as: right.context.model)
      }
      return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }
  }

  extension RuleConfigProvider: CustomStringConvertible {
    /// The name of the provider, and how many keys rules assign.
    public var description: String {
      "\(providerName): \(rules.context.model.assignedKeys.count) keys"
    }
  }
#endif
