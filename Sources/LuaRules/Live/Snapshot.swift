/// What a live model serves: some models, under a number.
struct Snapshot: Sendable {
  var generation: Int
  var origin: LiveRuleOrigin
  var models: [ModelCore]
  let reporter = ErrorReporter()

  var ruleModel: RuleModel { RuleModel(links: models.map(RuleLink.fixed)) }
}
