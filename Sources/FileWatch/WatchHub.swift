import Dispatch
import Synchronization

/// Connects all watches of the process with the system.
///
/// A callback is caused by an event of the system (`WatchHub+Events`), or by a look at a folder
/// that differs from the last look (`WatchHub+Looking`). Events are fast; looks find the changes
/// that events do not report.
final class WatchHub: Sendable {
  static let shared = WatchHub()

  /// The queue of events, separate from looks, which a slow file system may delay.
  let eventQueue = DispatchQueue(label: "FileWatch.events")
  let lookQueue = DispatchQueue(label: "FileWatch.looks")
  let state = Mutex(State())
  private let makeEvents: MakeEvents

  typealias MakeEvents =
    @Sendable (
      _ queue: DispatchQueue, _ onEvents: @escaping @Sendable ([FolderEvents.Event]) -> Void
    ) -> FolderEvents?

  /// Creates a hub.
  ///
  /// - Parameter makeEvents: Asks the system to report changes; called again
  ///   as long as it returns nil.
  init(makeEvents: @escaping MakeEvents = { FolderEvents(queue: $0, onEvents: $1) }) {
    self.makeEvents = makeEvents
  }

  struct State {
    var places: [WatchedFolder: Place] = [:]
    /// The folders of each token: several paths may lead to one folder.
    var folders: [FolderEvents.Token: Set<WatchedFolder>] = [:]
    /// Folders to look at as soon as possible.
    var urgent: Set<WatchedFolder> = []
    /// The next time of the timer, in nanoseconds of uptime.
    var nextWake: UInt64?
    var events: FolderEvents?
  }

  /// Moves a subscription from some folders to others.
  func update(
    _ subscription: Subscription, from current: [WatchedFolder: EntryNames],
    to wanted: [WatchedFolder: EntryNames]
  ) {
    // These looks happen before the folders are registered, and while the lock is not held: a later
    // change is either reported, or differs from this look.
    let changes = wanted.filter { current[$0.key] != $0.value }.map { folder, names in
      (folder, names, FolderSignature(of: folder.path, names: names))
    }
    state.withLock { state in
      for folder in current.keys where wanted[folder] == nil {
        state.removeWatcher(subscription.id, from: folder)
      }
      for (folder, names, signature) in changes {
        let watcher = Place.Watcher(
          subscription: subscription, names: names, pollInterval: subscription.pollInterval)
        addWatcher(watcher, id: subscription.id, of: folder, seenAs: signature, to: &state)
      }
    }
  }

  /// Counts the existing folders for which the system should report changes, but does not.
  func countOfUntold(among folders: some Sequence<WatchedFolder>) -> Int {
    guard FolderEvents.seesContents else { return 0 }
    return state.withLock { state in
      folders.count { folder in
        guard !folder.isPolled, let place = state.places[folder] else { return false }
        return place.token == nil && place.signature.folder != nil
      }
    }
  }

  private func addWatcher(
    _ watcher: Place.Watcher, id: Subscription.ID, of folder: WatchedFolder,
    seenAs signature: FolderSignature, to state: inout State
  ) {
    if state.places[folder] != nil {
      // Changed in place: with a thousand watches of one folder, each
      // would copy a thousand entries.
      state.places[folder]?.signature.addUnknown(from: signature)
    } else {
      state.places[folder] = Place(signature: signature)
      attach(folder, in: &state)
    }
    state.places[folder]?.watchers[id] = watcher
    scheduleLook(at: folder, in: &state)
  }

  /// Asks the system to report changes of the folder that the path currently names.
  ///
  /// - Returns: Whether the path named another folder before.
  @discardableResult
  func attach(_ folder: WatchedFolder, in state: inout State) -> Bool {
    guard !folder.isPolled, let place = state.places[folder] else { return false }
    if state.events == nil {
      state.events = makeEvents(eventQueue) { [weak self] in self?.receive($0) }
    }
    let token = state.events?.add(folder.path)
    guard token != place.token else { return false }
    state.detach(folder)
    if let token {
      state.places[folder]?.token = token
      state.folders[token, default: []].insert(folder)
    }
    return place.token != nil
  }
}

extension WatchHub.State {
  mutating func removeWatcher(_ id: Subscription.ID, from folder: WatchedFolder) {
    places[folder]?.watchers[id] = nil
    guard places[folder]?.watchers.isEmpty == true else { return }
    detach(folder)
    places[folder] = nil
  }

  /// Ends the reports for a path; releases the token with its last path.
  mutating func detach(_ folder: WatchedFolder) {
    guard let token = places[folder]?.token else { return }
    places[folder]?.token = nil
    folders[token]?.remove(folder)
    guard folders[token]?.isEmpty == true else { return }
    folders[token] = nil
    events?.remove(token)
  }
}
