import LuaBridge

/// What a question came to on the fast path, where that is no answer, left for the slow path of the same
/// call.
///
/// The fast path puts an answer into a place, and has no way to throw. What it has run is not to be run
/// again: a function of the host's may have done something.
final class LeftOutcome {
  enum Kind {
    /// Nobody answers: the default counts.
    case nothing
    /// An error, and the same for a key whose values are not to be printed.
    case failure(RuleError, masked: RuleError)
  }

  private let key: UInt32
  private let type: Any.Type
  private let stamp: UInt64
  private let kind: Kind

  private init(_ kind: Kind, _ key: UInt32, _ type: Any.Type, _ stamp: UInt64) {
    self.kind = kind
    self.key = key
    self.type = type
    self.stamp = stamp
  }

  /// Leaves what a question came to for what this thread does next.
  ///
  /// Nothing that may ask rules runs between this and the slow path.
  static func leave(_ kind: Kind, for key: UInt32, as type: Any.Type, of context: RuleContext) {
    ThreadSlot.leave(LeftOutcome(kind, key, type, context.values.stamp))
  }

  /// Takes what this thread has just left for a question.
  ///
  /// - Returns: Whether nobody answers; `false` where nothing was left.
  static func isNothing(
    for key: KeyID, as type: Any.Type, of context: RuleContext, isSecret: Bool = false
  ) throws(RuleError) -> Bool {
    guard let left = ThreadSlot.takeLeft() as? LeftOutcome, left.key == key.number,
      left.type == type, left.stamp == context.values.stamp, context.hasFastPath
    else { return false }
    switch left.kind {
    case .nothing: return true
    case .failure(let error, let masked): throw isSecret ? masked : error
    }
  }
}
