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
  /// elsewhere has changed, and writes that come through a hard link in another folder, through
  /// mapped memory, or from another machine.
  private static let slowInterval: UInt64 = 2_000_000_000
  /// Looks may take a hundredth of the time, if the system tells of changes too.
  private static let leisure: UInt64 = 100

  var watchers: [Subscription.ID: Watcher] = [:]
  /// Set while the system tells of changes.
  var token: FolderEvents.Token?
  /// What the last look saw; events may have told of later changes.
  var signature: FolderSignature
  /// How long the last look at all entries took, in nanoseconds.
  var lookDuration: UInt64 = 0
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
    let slow = max(Self.slowInterval, lookDuration * Self.leisure)
    let interval = isTold ? slow : shortest
    nextLook = (now / interval + 1) * interval
  }
}
