import Synchronization

extension WatchHub {
  /// Strong references, collected under the lock and released without it.
  typealias Told = [Subscription.ID: Subscription]

  /// Handles events of the system.
  func receive(_ events: [FolderEvents.Event]) {
    let told = state.withLock { state in
      var told: Told = [:]
      for event in events { state.take(event, telling: &told) }
      if !state.urgent.isEmpty { lookQueue.async { self.lookAtUrgent() } }
      return told
    }
    for subscription in told.values { subscription.notify() }
  }
}

extension WatchHub.State {
  fileprivate mutating func take(_ event: FolderEvents.Event, telling told: inout WatchHub.Told) {
    switch event {
    case .entry(let token, let name):
      for folder in folders[token] ?? [] {
        guard let place = places[folder] else { continue }
        let isForAll = place.tell(&told) { $0.contains(name) }
        // A link that matters may lead through an entry that does not (`..data`).
        if !isForAll, place.signature.hasLinks { urgent.insert(folder) }
      }
    case .folder(let token):
      for folder in folders[token] ?? [] {
        // If events do not report everything, the look finds out which watchers to notify.
        if FolderEvents.seesContents { _ = places[folder]?.tell(&told) { _ in true } }
        urgent.insert(folder)
      }
    case .gone(let token):
      for folder in folders.removeValue(forKey: token) ?? [] {
        _ = places[folder]?.tell(&told) { _ in true }
        places[folder]?.token = nil
        places[folder]?.signature = .missing
        urgent.insert(folder)
      }
    case .overflow:
      for place in places.values { _ = place.tell(&told) { _ in true } }
      // A lost event may have said that a folder is gone.
      urgent.formUnion(places.keys)
    }
  }
}

extension Place {
  /// Collects the watchers whose names satisfy a condition, to notify them.
  ///
  /// - Returns: Whether these are all watchers.
  func tell(_ told: inout WatchHub.Told, where matters: (EntryNames) -> Bool) -> Bool {
    var isForAll = true
    for (id, watcher) in watchers {
      guard matters(watcher.names) else {
        isForAll = false
        continue
      }
      if told[id] == nil { told[id] = watcher.subscription }
    }
    return isForAll
  }
}
