extension RuleModel {
  /// Returns a model that asks a live one where this one has no answer.
  public func fallback(_ other: LiveRuleModel) -> RuleModel { fallback(other.model) }
}

extension RuleContext {
  /// Creates a context without values that asks a live model.
  public init(_ live: LiveRuleModel) {
    self.init(live.model)
  }

  /// Returns a copy that keeps the generations of this moment over all accesses.
  public func pinned() -> RuleContext {
    var copy = self
    copy.model = RuleModel(links: model.links.map(\.pinned), observers: model.observers)
    return copy
  }
}
