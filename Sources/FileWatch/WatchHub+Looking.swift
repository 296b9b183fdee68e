import Dispatch
import Synchronization

extension WatchHub {
  /// What one look at a folder has to find out.
  private struct Look {
    let names: EntryNames
    let linksOnly: Bool
    /// Whether the path was found to name another folder than before.
    let isReplaced: Bool
  }

  /// Plans the next regular look at a folder.
  func scheduleLook(at folder: WatchedFolder, in state: inout State) {
    state.places[folder]?.scheduleLook(after: DispatchTime.now().uptimeNanoseconds)
    guard let time = state.places[folder]?.nextLook else { return }
    wake(at: time, in: &state)
  }

  /// Looks at what cannot wait.
  func lookAtUrgent() {
    let urgent = state.withLock { state in
      defer { state.urgent = [] }
      return state.urgent
    }
    for folder in urgent { look(at: folder, isUrgent: true) }
  }

  /// Sets the timer, unless it fires earlier already.
  private func wake(at time: UInt64, in state: inout State) {
    if let next = state.nextWake, next <= time { return }
    state.nextWake = time
    lookQueue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { [weak self] in
      self?.wakeUp(at: time)
    }
  }

  private func wakeUp(at time: UInt64) {
    let due = state.withLock { state -> [WatchedFolder] in
      // Another time was set meanwhile.
      guard state.nextWake == time else { return [] }
      state.nextWake = nil
      let later = state.places.values.lazy.map(\.nextLook).filter { $0 > time }.min()
      if let later { wake(at: later, in: &state) }
      return state.places.filter { $0.value.nextLook <= time }.map(\.key)
    }
    for folder in due { look(at: folder, isUrgent: false) }
  }

  /// Looks at a folder and tells those whose entries have changed.
  ///
  /// On the queue of looks, so that looks at one folder follow each other. The file system is read
  /// without the lock.
  /// When an event asked for it, it covers what events do not tell.
  private func look(at folder: WatchedFolder, isUrgent: Bool) {
    let start = DispatchTime.now().uptimeNanoseconds
    let look = state.withLock { prepareLook(at: folder, isUrgent: isUrgent, in: &$0) }
    guard let look else { return }
    let seen = FolderSignature(of: folder.path, names: look.names, linksOnly: look.linksOnly)
    let told = state.withLock { state in
      if !look.linksOnly {
        state.places[folder]?.lookDuration = DispatchTime.now().uptimeNanoseconds - start
      }
      return finish(look, at: folder, seenAs: seen, in: &state)
    }
    for subscription in told.values { subscription.notify() }
  }

  private func prepareLook(
    at folder: WatchedFolder, isUrgent: Bool, in state: inout State
  ) -> Look? {
    guard let before = state.places[folder] else { return nil }
    let isReplaced = attach(folder, in: &state)
    guard let place = state.places[folder] else { return nil }
    // With a new token this look still covers all entries: events speak only for what follows.
    let linksOnly = isUrgent && place.isTold && place.token == before.token
    return Look(names: place.names, linksOnly: linksOnly, isReplaced: isReplaced)
  }

  private func finish(
    _ look: Look, at folder: WatchedFolder, seenAs seen: FolderSignature, in state: inout State
  ) -> Told {
    var told: Told = [:]
    guard var place = state.places[folder] else { return told }
    if look.isReplaced || place.signature.folder != seen.folder {
      _ = place.tell(&told) { _ in true }
    } else {
      let before = look.linksOnly ? place.signature.links : place.signature
      let changed = before.changedNames(in: seen, among: look.names)
      _ = place.tell(&told) { $0.contains(anyOf: changed) }
    }
    place.signature.replace(look.names, by: seen, linksOnly: look.linksOnly)
    state.places[folder] = place
    scheduleLook(at: folder, in: &state)
    return told
  }
}
