/// Calls back when something in a set of folders changes.
///
/// A call means "look again", and does not say what happened: it may come without a visible
/// change (rarely), and one call may stand for many changes. But after a change that is made
/// after ``watch(_:)`` has returned, there is always a call that begins
/// after the change. So call ``watch(_:)`` first and read the files afterwards.
///
/// Calls come on a background queue, one at a time for one watch, and no lock is
/// held: a callback may call ``watch(_:)`` and ``cancel()`` and may release the
/// watch. Watching ends with ``cancel()`` or with the last reference to the
/// watch, and then the callback is released. Until then the watch owns the callback, so if a
/// callback owns its watch, only ``cancel()`` ends it.
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
package final class FolderWatch: Sendable {
  private let mode: Mode
  private let subscription: Subscription

  /// Creates a watch of no folders.
  ///
  /// - Parameters:
  ///   - mode: Whether the system reports changes, or folders are only polled.
  ///   - pollInterval: How often folders are polled if the system cannot report their
  ///     changes; at least 1 ms.
  ///   - onChange: The callback. If it blocks, it delays only the later
  ///     calls of this watch.
  package init(
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
  /// Folders that stay in the set cost nothing. Missing folders are retried until
  /// they exist, which then is a change. Does nothing after ``cancel()``.
  ///
  /// - Complexity: One look at each new folder (and, without `names`, at each of
  ///   its entries).
  package func watch(_ targets: Set<Target>) {
    var wanted: [WatchedFolder: EntryNames] = [:]
    for target in targets {
      let folder = WatchedFolder(path: absolutePath(target.folder), isPolled: mode == .polling)
      let names = EntryNames(target.names)
      wanted[folder] = wanted[folder]?.union(names) ?? names
    }
    subscription.watch(wanted, in: .shared)
  }

  /// A sentence that says why some folders are only polled; nil if the system reports
  /// changes in all folders for which it should.
  ///
  /// Linux limits the number of inotify instances and watches of each user.
  /// Folders that got no watch are polled, and each look asks the system again.
  package var limitation: String? {
    let count = subscription.countOfUntold(in: .shared)
    guard count > 0 else { return nil }
    return "the system does not tell of changes in \(count) folder\(count == 1 ? "" : "s") "
      + "(see fs.inotify.max_user_watches and max_user_instances), which are looked at every "
      + "\(subscription.pollInterval / 1_000_000) ms instead"
  }

  /// Ends watching.
  ///
  /// After it returns no new call begins; one may still be running. Idempotent.
  package func cancel() {
    subscription.cancel(in: .shared)
  }
}

extension FolderWatch {
  /// How a watch learns of changes.
  package enum Mode: Hashable, Sendable {
    /// The system reports changes; changes that it cannot report are found by polling.
    case automatic
    /// Folders are polled, for file systems that report no changes.
    case polling
  }

  /// A folder, with the entries to watch.
  package struct Target: Hashable, Sendable {
    /// The path of the folder, absolute or relative to the working directory.
    ///
    /// A relative path becomes absolute when ``FolderWatch/watch(_:)`` is called.
    package var folder: String

    /// The names of the entries to watch, or nil for all entries.
    ///
    /// Only direct entries: the content of a subfolder is not watched. An entry
    /// that is a link also changes when its target file changes.
    package var names: Set<String>?

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - names: The entries to watch, or nil for all.
    package init(folder: String, names: Set<String>? = nil) {
      self.folder = folder
      self.names = names
    }
  }
}
