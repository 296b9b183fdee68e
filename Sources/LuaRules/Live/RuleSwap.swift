import Synchronization

/// The swap that a gate judges.
package struct RuleSwap: Sendable {
  /// The model whose generation is to be replaced.
  let live: LiveRuleModel
  /// The rules that are active.
  package let old: RuleModel
  /// The rules that are to become active.
  package let new: RuleModel
  /// The files that the gate reads besides the rules.
  package let inputs = GateInputs()

  init(live: LiveRuleModel, old: RuleModel, new: RuleModel) {
    self.live = live
    self.old = old
    self.new = new
  }
}

/// The files on which the decision of a gate depends, besides the rules.
///
/// If one of them changes, a refused generation is judged again.
package final class GateInputs: Sendable {
  private let recordings = Mutex<[RecordingFileSystem]>([])

  /// Returns a file system that records what is read from `fileSystem`.
  package func recording(_ fileSystem: any RuleFileSystem) -> RecordingFileSystem {
    let recording = RecordingFileSystem(fileSystem)
    recordings.withLock { $0.append(recording) }
    return recording
  }

  /// The places where a change may change the decision.
  var places: Set<WatchedPlace> {
    recordings.withLock { $0 }.reduce(into: []) { $0.formUnion($1.places) }
  }

  /// Whether the gate would read the same now; of a file that could not be read before, at
  /// most `limit` bytes are read.
  func areUnchanged(limit: Int) -> Bool {
    recordings.withLock { $0 }.allSatisfy { $0.isUnchanged(limit: limit) }
  }
}
