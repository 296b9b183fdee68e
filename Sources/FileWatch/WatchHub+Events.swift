import Synchronization

extension WatchHub {
  /// Strong references, collected under the lock and let go without it.
  typealias Told = [Subscription.ID: Subscription]

  /// Takes what the system tells.
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
        // Where events do not tell enough, the look finds out whom to tell.
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
      // That a folder is gone may be among what was lost.
      urgent.formUnion(places.keys)
    }
  }
}

extension Place {
  /// Collects the watchers whose names satisfy a condition.
  ///
  /// - Returns: Whether these are all.
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
