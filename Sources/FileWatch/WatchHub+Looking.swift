import Dispatch
import Synchronization

extension WatchHub {
  /// The task of one look at a folder.
  private struct Look {
    let names: EntryNames
    let linksOnly: Bool
    /// Whether the path names another folder than before.
    let isReplaced: Bool
  }

  /// Schedules the next regular look at a folder.
  func scheduleLook(at folder: WatchedFolder, in state: inout State) {
    state.places[folder]?.scheduleLook(after: DispatchTime.now().uptimeNanoseconds)
    guard let time = state.places[folder]?.nextLook else { return }
    wake(at: time, in: &state)
  }

  /// Looks at the folders that cannot wait.
  func lookAtUrgent() {
    let urgent = state.withLock { state in
      defer { state.urgent = [] }
      return state.urgent
    }
    for folder in urgent { look(at: folder, isUrgent: true) }
  }

  /// Sets the timer, unless it already fires earlier.
  private func wake(at time: UInt64, in state: inout State) {
    if let next = state.nextWake, next <= time { return }
    state.nextWake = time
    lookQueue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { [weak self] in
      self?.wakeUp(at: time)
    }
  }

  private func wakeUp(at time: UInt64) {
    let due = state.withLock { state -> [WatchedFolder] in
      // The timer was set to another time meanwhile.
      guard state.nextWake == time else { return [] }
      state.nextWake = nil
      let later = state.places.values.lazy.map(\.nextLook).filter { $0 > time }.min()
      if let later { wake(at: later, in: &state) }
      return state.places.filter { $0.value.nextLook <= time }.map(\.key)
    }
    for folder in due { look(at: folder, isUrgent: false) }
  }

  /// Looks at a folder and notifies the watchers whose entries have changed.
  ///
  /// Looks run on one queue, so that looks at one folder never overlap. The file system is read
  /// while the lock is not held. A look that an event caused checks only what events do not
  /// report.
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
    // After a new token, look at all entries: events report only changes after the token was made.
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
