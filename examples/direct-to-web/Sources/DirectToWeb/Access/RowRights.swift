/// What rules say of one row as it was read, each right asked once for a task.
final class RowRights: Sendable {
  private struct Right: Hashable, Sendable {
    let key: String
    let task: String
  }

  private let known = AnswerCache<Right, Bool>()

  /// Answers whether a right is given; `ask` asks the rules.
  func answer(_ key: String, task: String, else ask: () -> Bool) -> Bool {
    known.answer(Right(key: key, task: task), else: ask)
  }
}
