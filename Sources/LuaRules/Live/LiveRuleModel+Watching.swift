import Dispatch

extension LiveRuleModel {
  /// How long a burst of events is gathered before the sources are read.
  private static let settling = DispatchTimeInterval.milliseconds(5)

  func beginWatching(_ folders: Set<String>) {
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
    self.watch(folders)
    // What changed between the first load and the watch is not to be missed.
    sourcesMayHaveChanged()
  }

  func watch(_ folders: Set<String>) {
    state.withLock { $0.watch }?.watch(folders: folders)
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
