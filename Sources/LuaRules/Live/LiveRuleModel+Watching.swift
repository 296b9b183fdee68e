import Dispatch

extension LiveRuleModel {
  /// How long a burst of events is gathered before the sources are read.
  private static let settling = DispatchTimeInterval.milliseconds(5)

  func beginWatching(_ places: Set<WatchedPlace>) {
    guard settings.options.isWatching else { return }
    // What watches holds the model weakly, so that it ends with the last reference.
    let changed: @Sendable () -> Void = { [weak self] in self?.sourcesMayHaveChanged() }
    let watch = (settings.options.fileSystem as? any WatchedFileSystem)?.watch(changed)
    let stream = settings.source.changes()
    let changes = Task.detached {
      for await _ in stream { changed() }
    }
    state.withLock {
      $0.watch = watch
      $0.changes = changes
    }
    self.watch(places)
  }

  func watch(_ places: Set<WatchedPlace>) {
    let (watch, isNew) = state.withLock { state in
      defer { state.places = places }
      return (state.watch, state.places != places)
    }
    guard let watch, isNew else { return }
    watch.watch(places)
    // What changed between reading and watching is not to be missed.
    sourcesMayHaveChanged()
  }

  /// Reloads soon; several calls within a burst are one reload.
  private func sourcesMayHaveChanged() {
    let isFirst = state.withLock { state in
      guard !state.isReloadPending, !state.isStopped else { return false }
      state.isReloadPending = true
      return true
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in
      _ = self?.reloadNow()
    }
  }
}
