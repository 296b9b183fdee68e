import Observation

extension ObservationRegistrar {
  /// Makes a change that other threads may see at any moment, and tells who has read the value.
  ///
  /// Who is told on another thread may ask again before the change is made; so
  /// everybody is told once more after it.
  func withSharedMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, _ change: () -> Result
  ) -> Result {
    let result = withMutation(of: subject, keyPath: keyPath, change)
    withMutation(of: subject, keyPath: keyPath) {}
    return result
  }
}
