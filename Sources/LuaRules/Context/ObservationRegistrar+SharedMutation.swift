import Observation

extension ObservationRegistrar {
  /// Makes a change that other threads may see at any moment, and notifies the
  /// observers of the value.
  ///
  /// An observer that is notified on another thread may read the value before
  /// the change is made; so all observers are notified once more after the
  /// change.
  func withSharedMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, _ change: () -> Result
  ) -> Result {
    let result = withMutation(of: subject, keyPath: keyPath, change)
    withMutation(of: subject, keyPath: keyPath) {}
    return result
  }
}
