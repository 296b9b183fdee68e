/// A list of Swift rules from which no model could be made, with the error.
package final class BrokenModel: Sendable {
  let error: RuleError
  let list: SwiftRuleList
  let reporter = ErrorReporter()

  init(_ error: RuleError, _ list: SwiftRuleList) {
    self.error = error
    self.list = list
  }
}
