import Dispatch
import LuaBridge

extension LiveRuleModel {
  /// The quiet time before the sources are read, so that a burst of changes causes one reload.
  private static let settling = Duration.milliseconds(5)
  /// The longest wait for the end of a burst.
  private static let longestBurst = Duration.milliseconds(25)
  /// The interval at which unreadable sources are retried: perhaps no event
  /// says when they are readable.
  private static let retryInterval = DispatchTimeInterval.seconds(2)

  func beginWatching(_ places: Set<WatchedPlace>) {
    guard settings.live.isWatching else { return }
    // The watch holds the model weakly, so that watching ends with the last reference to the model.
    let changed: @Sendable () -> Void = { [reference = WeakReference(self)] in
      reference.object?.sourcesMayHaveChanged()
    }
    let watch = (settings.options.fileSystem as? any WatchedFileSystem)?.watch(changed)
    let stream = settings.source.changes()
    // On the queue of the loads, because other tasks may keep all threads of tasks busy.
    let changes = Task.detached(executorPreference: QueueExecutor(queue)) {
      for await _ in stream { changed() }
    }
    state.withLock {
      $0.watch = watch
      $0.changes = changes
    }
    self.watch(places)
    // The sources may have changed between the first load and the subscription to their changes.
    if !(settings.source is FixedSources) { sourcesMayHaveChanged() }
    lookAgainLater(after: state.withLock { $0.rejection })
  }

  func watch(_ places: Set<WatchedPlace>) {
    let (watch, isNew) = state.withLock { state in
      defer { state.places = places }
      return (state.watch, state.places != places)
    }
    guard let watch, isNew else { return }
    watch.watch(places)
    tellLimitation(of: watch)
    // Something may have changed between reading and watching.
    sourcesMayHaveChanged()
  }

  /// Schedules a retry if the load failed for a reason outside the sources.
  func lookAgainLater(after rejection: RuleError?) {
    guard rejection?.code == .unreadable || rejection?.code == .unwritable,
      settings.live.isWatching
    else { return }
    let isFirst = state.withLock { state in
      defer { state.isRetryPending = true }
      return !state.isRetryPending
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [reference = WeakReference(self)] in
      guard let live = reference.object else { return }
      live.state.withLock { $0.isRetryPending = false }
      live.sourcesMayHaveChanged()
    }
  }

  /// Schedules a reload; calls within a burst share one reload.
  private func sourcesMayHaveChanged() {
    let now = ContinuousClock.now
    let isFirst = state.withLock { state in
      state.lastChange = now
      guard !state.isReloadPending, !state.isStopped else { return false }
      state.isReloadPending = true
      return true
    }
    if isFirst { reload(since: now, after: Self.settling) }
  }

  /// Reloads after a pause, unless something changes meanwhile.
  private func reload(since first: ContinuousClock.Instant, after pause: Duration) {
    let nanoseconds = Int(pause / .nanoseconds(1))
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      [reference = WeakReference(self)] in
      reference.object?.reloadUnlessChanging(since: first)
    }
  }

  private func reloadUnlessChanging(since first: ContinuousClock.Instant) {
    let last = state.withLock { $0.lastChange }
    let now = ContinuousClock.now
    let end = min(last + Self.settling, first + Self.longestBurst)
    if now < end {
      reload(since: first, after: now.duration(to: end))
    } else {
      _ = reloadNow()
    }
  }

  /// Logs once why changes are noticed late.
  private func tellLimitation(of watch: any FileSystemWatch) {
    guard let limitation = watch.limitation else { return }
    let isNew = state.withLock { state in
      defer { state.limitation = limitation }
      return state.limitation != limitation
    }
    if isNew { log(.warning, "\(limitation)") }
  }
}
