import LuaBridge

/// One generation of a live model: its models and its number.
package struct Snapshot: Sendable {
  var generation: Int
  var origin: LiveRuleOrigin
  var models: [ModelCore]
  let reporter = ErrorReporter()

  var ruleModel: RuleModel { RuleModel(links: models.map(RuleLink.fixed)) }
}
