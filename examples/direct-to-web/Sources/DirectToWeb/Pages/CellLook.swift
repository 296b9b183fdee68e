import Synchronization

/// What rules say of all cells of a property on one page, as far as it does not depend on the row.
///
/// It belongs to one request. Found with the first cell, it saves the questions for all others.
final class CellLook: Sendable {
  struct Answers: Sendable {
    /// Whether a cell was asked for.
    var isKnown = false
    var component: String?
    var classNames: String?
    /// Nil: to be asked; `.some(nil)`: no rule makes a text.
    var displayString: String??
    var formatter: String?
  }

  private let kept = Mutex(Answers())

  /// What is known already.
  var answers: Answers { kept.withLock { $0 } }

  /// Keeps the answers of a cell that hold for all rows.
  func keep(_ answers: Answers, by facts: RuleFacts) {
    var answers = answers
    answers.isKnown = true
    if facts.dependsOnRow("component") { answers.component = nil }
    if facts.dependsOnRow("class") || facts.dependsOnRow("justification") {
      answers.classNames = nil
    }
    if facts.dependsOnRow("displayString") { answers.displayString = nil }
    if facts.dependsOnRow("formatter") { answers.formatter = nil }
    kept.withLock { $0 = answers }
  }
}
