import Dispatch
import LuaBridge

extension LiveRuleModel {
  /// Returns when to look again, if files are still missing for which this model waits.
  ///
  /// It asks only for these files, so that a gap does not cause loads that come to nothing.
  func endOfKnownGap() -> ContinuousClock.Instant? {
    guard let gap = state.withLock({ $0.gap }) else { return nil }
    let missing = gap.missing.filter { settings.options.fileSystem.kind(of: $0) == .missing }
    return missing.isEmpty ? nil : wait(for: missing)
  }

  /// Returns when to look again, if an attempt to load did not read a file that the last load read,
  /// because the file was missing.
  func endOfGap(before attempt: LiveSettings.Attempt) -> ContinuousClock.Instant? {
    let unread = state.withLock { $0.loadedFiles }.subtracting(attempt.filesRead)
    guard !unread.isEmpty else {
      state.withLock { $0.gap = nil }
      return nil
    }
    let missing = unread.filter { settings.options.fileSystem.kind(of: $0) == .missing }
    // Without a missing file, either nothing needs the others anymore, or they came back during the
    // load. In the second case the sources have changed since they were read.
    guard missing.isEmpty else { return wait(for: missing) }
    let limit = settings.options.loadingBudget.fileSize
    return attempt.isCurrent(limit: limit) ? nil : wait(for: unread)
  }

  /// Stores which files are missing; returns `nil` if they count as removed now.
  private func wait(for missing: Set<String>) -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    return state.withLock { state in
      var gap = state.gap ?? FileGap(missing: missing, at: now)
      gap.update(missing: missing, at: now)
      state.gap = gap
      let end = gap.end(lastChange: state.lastChange)
      return now < end ? end : nil
    }
  }

  /// Stores the files that a decided attempt read, and ends the gap.
  func noteFiles(of attempt: LiveSettings.Attempt) {
    state.withLock { state in
      if case .success = attempt.result {
        state.loadedFiles = attempt.filesRead
      } else {
        // A failed load may end before it has read all files.
        state.loadedFiles.formUnion(attempt.filesRead)
        state.loadedFiles.subtract(state.gap?.missing ?? [])
      }
      state.gap = nil
    }
  }

  /// Schedules a look at the end of a gap; a file that comes back is noticed before.
  func lookAgain(at end: ContinuousClock.Instant) {
    guard settings.live.isWatching else { return }
    let isFirst = state.withLock { state in
      defer { state.isGapEndPending = true }
      return !state.isGapEndPending
    }
    guard isFirst else { return }
    let nanoseconds = Int(ContinuousClock.now.duration(to: end) / .nanoseconds(1))
    queue.asyncAfter(deadline: .now() + .nanoseconds(max(nanoseconds, 0))) {
      [reference = WeakReference(self)] in
      guard let live = reference.object else { return }
      live.state.withLock { $0.isGapEndPending = false }
      _ = live.reloadNow()
    }
  }
}
