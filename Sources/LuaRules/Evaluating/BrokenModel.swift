/// Rules in Swift that make no model.
final class BrokenModel: Sendable {
  let error: RuleError
  let list: SwiftRuleList
  let reporter = ErrorReporter()

  init(_ error: RuleError, _ list: SwiftRuleList) {
    self.error = error
    self.list = list
  }
}
