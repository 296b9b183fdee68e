/// What the hub knows of one watched folder.
struct Place {
  /// One subscription's interest in the folder.
  struct Watcher {
    /// Weak: a subscription ends with its watch, whatever the hub is doing.
    weak var subscription: Subscription?
    var names: EntryNames
    var pollInterval: UInt64
  }

  /// How often a folder is looked at though the system tells of changes.
  ///
  /// For what it does not tell: that another folder has taken the path, that a link's target
  /// elsewhere has changed.
  private static let slowInterval: UInt64 = 2_000_000_000

  var watchers: [Subscription.ID: Watcher] = [:]
  /// Set while the system tells of changes.
  var token: FolderEvents.Token?
  /// The last look.
  ///
  /// INVARIANT: only links while `isTold`; events speak for the other entries.
  var signature: FolderSignature
  /// In nanoseconds of uptime.
  var nextLook: UInt64 = 0

  /// Whether the system tells of all changes of entries.
  var isTold: Bool { token != nil && FolderEvents.seesContents }

  /// What any of the watchers cares for.
  var names: EntryNames {
    var all = EntryNames.only([])
    for watcher in watchers.values {
      all = all.union(watcher.names)
      if all == .any { break }
    }
    return all
  }

  /// Sets the time of the next look.
  ///
  /// On a grid of whole intervals, so that all places wake the process together.
  mutating func scheduleLook(after now: UInt64) {
    let shortest = watchers.values.lazy.map(\.pollInterval).min() ?? Self.slowInterval
    let interval = isTold ? Self.slowInterval : shortest
    nextLook = (now / interval + 1) * interval
  }
}
