import Synchronization

/// Answers that are found once.
///
/// No lock is held while an answer is found: two threads may find the same one.
final class AnswerCache<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let answers = Mutex<[Key: Answer]>([:])

  /// The answer, if it was found already.
  func known(_ key: Key) -> Answer? { answers.withLock { $0[key] } }

  func set(_ answer: Answer, for key: Key) { answers.withLock { $0[key] = answer } }

  func answer(_ key: Key, else find: () -> Answer) -> Answer {
    if let known = answers.withLock({ $0[key] }) { return known }
    let found = find()
    answers.withLock { $0[key] = found }
    return found
  }
}

/// Notices in the order in which they came, each once.
final class NoticeList: Sendable {
  private let list = Mutex<[AccessNotice]>([])

  var all: [AccessNotice] { list.withLock { $0 } }

  func add(_ notice: AccessNotice) {
    list.withLock { list in
      if !list.contains(notice) { list.append(notice) }
    }
  }
}
