/// Calls back when something in a set of folders changes.
///
/// A call says "look again", not what happened: it may come without a visible
/// change (rarely), and one call may stand for many changes, but a change made
/// after ``watch(_:)`` has returned is always followed by a call that begins
/// after it. So call ``watch(_:)`` first and read the files afterwards.
///
/// Calls come on a background queue, one at a time for one watch, with no lock
/// held: a callback may call ``watch(_:)`` and ``cancel()`` and may release the
/// watch. Watching ends with ``cancel()`` or with the last reference to the
/// watch. The callback is released then; until then the watch owns it, so a
/// callback that owns the watch has to be ended by ``cancel()``.
///
/// How soon a call comes:
///
/// | what changed | on Linux | elsewhere, or polled |
/// |---|---|---|
/// | an entry of a watched folder | milliseconds | `pollInterval` |
/// | a file elsewhere that a link in the folder leads to | 2 s | `pollInterval` |
/// | a file, through a hard link elsewhere, mapped memory or another machine | 2 s | `pollInterval` |
/// | another folder has taken the path (rename, link swap) | 2 s | `pollInterval` |
/// | a missing folder appears | `pollInterval` | `pollInterval` |
///
/// All watches of a process share one inotify descriptor, one timer and two
/// queues.
public final class FolderWatch: Sendable {
  private let mode: Mode
  private let subscription: Subscription

  /// Creates a watch of no folders.
  ///
  /// - Parameters:
  ///   - mode: Whether the system is asked to tell of changes.
  ///   - pollInterval: How often folders are looked at where the system cannot
  ///     tell; at least 1 ms.
  ///   - onChange: What to call. A callback that blocks holds up only the later
  ///     calls of this watch.
  public init(
    mode: Mode = .automatic,
    pollInterval: Duration = .milliseconds(500),
    onChange: @escaping @Sendable () -> Void
  ) {
    self.mode = mode
    subscription = Subscription(pollInterval: pollInterval, onChange: onChange)
  }

  deinit {
    cancel()
  }

  /// Replaces the set of watched folders.
  ///
  /// Folders that stay cost nothing. Folders that are missing are retried until
  /// they are there, which then is a change. Does nothing after ``cancel()``.
  ///
  /// - Complexity: One look at each new folder (and, without `names`, at each of
  ///   its entries).
  public func watch(_ targets: Set<Target>) {
    var wanted: [WatchedFolder: EntryNames] = [:]
    for target in targets {
      let folder = WatchedFolder(path: absolutePath(target.folder), isPolled: mode == .polling)
      let names = EntryNames(target.names)
      wanted[folder] = wanted[folder]?.union(names) ?? names
    }
    subscription.watch(wanted, in: .shared)
  }

  /// Why some folders are only polled though the system should tell of them, as a
  /// sentence; nil when it does.
  ///
  /// Linux gives each user a limited number of inotify instances and watches.
  /// Folders that got none are polled, and asked for again at each look.
  public var limitation: String? {
    let count = subscription.countOfUntold(in: .shared)
    guard count > 0 else { return nil }
    return "the system does not tell of changes in \(count) folder\(count == 1 ? "" : "s") "
      + "(see fs.inotify.max_user_watches and max_user_instances), which are looked at every "
      + "\(subscription.pollInterval / 1_000_000) ms instead"
  }

  /// Ends watching.
  ///
  /// After it returns no new call begins; one may be under way. Idempotent.
  public func cancel() {
    subscription.cancel(in: .shared)
  }
}

extension FolderWatch {
  /// How a watch learns of changes.
  public enum Mode: Hashable, Sendable {
    /// The system tells; what it cannot tell is polled.
    case automatic
    /// Folders are looked at regularly, for file systems that do not tell.
    case polling
  }

  /// A folder, and which of its entries matter.
  public struct Target: Hashable, Sendable {
    /// The path of the folder, absolute or relative to the working directory.
    ///
    /// A relative path is completed when ``FolderWatch/watch(_:)`` is called.
    public var folder: String

    /// The names of the entries that matter, or nil for all of them.
    ///
    /// Only direct entries: what a subfolder contains is not watched. An entry
    /// that is a link also changes with the file it leads to.
    public var names: Set<String>?

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - names: The entries that matter, or nil for all.
    public init(folder: String, names: Set<String>? = nil) {
      self.folder = folder
      self.names = names
    }
  }
}
