/// A file system that can tell when files change.
public protocol WatchedFileSystem: RuleFileSystem {
  /// Begins to watch and calls back, on any thread, when something may have changed.
  ///
  /// The watching ends when the returned object is released.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> any FileSystemWatch
}

/// A watch over some folders, until it is released.
public protocol FileSystemWatch: AnyObject, Sendable {
  /// Replaces the folders that are watched.
  func watch(folders: Set<String>)
}
