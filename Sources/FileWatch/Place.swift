/// The hub's data about one watched folder.
struct Place {
  /// One subscription's interest in the folder.
  struct Watcher {
    /// Weak, so that a subscription ends with its watch at any time.
    weak var subscription: Subscription?
    var names: EntryNames
    var pollInterval: UInt64
  }

  /// How often a folder is polled although the system reports its changes.
  ///
  /// Some changes are not reported: another folder takes the path, a link's target outside the
  /// folder changes, or a write comes through a hard link in another folder, through
  /// mapped memory, or from another machine.
  private static let slowInterval: UInt64 = 2_000_000_000
  /// The interval is at least this many times the duration of a look, if the
  /// system also reports changes.
  private static let leisure: UInt64 = 100

  var watchers: [Subscription.ID: Watcher] = [:]
  /// The token while the system reports changes; else nil.
  var token: FolderEvents.Token?
  /// The result of the last look; events may have reported later changes.
  var signature: FolderSignature
  /// The duration of the last look at all entries, in nanoseconds.
  var lookDuration: UInt64 = 0
  /// In nanoseconds of uptime.
  var nextLook: UInt64 = 0

  /// Whether the system reports all changes of entries.
  var isTold: Bool { token != nil && FolderEvents.seesContents }

  /// The entries that any watcher watches.
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
  /// The time is a multiple of the interval, so that all looks of the process happen together.
  mutating func scheduleLook(after now: UInt64) {
    let shortest = watchers.values.lazy.map(\.pollInterval).min() ?? Self.slowInterval
    let slow = max(Self.slowInterval, lookDuration * Self.leisure)
    let interval = isTold ? slow : shortest
    nextLook = (now / interval + 1) * interval
  }
}
