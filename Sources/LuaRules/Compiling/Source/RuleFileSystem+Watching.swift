/// A file system that reports when files change.
public protocol WatchedFileSystem: RuleFileSystem {
  /// Starts to watch, and calls back on any thread when something may have
  /// changed.
  ///
  /// The watching ends when the returned object is released.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> any FileSystemWatch
}

/// A watch over places, active until it is released.
public protocol FileSystemWatch: AnyObject, Sendable {
  /// Replaces the watched places.
  func watch(_ places: Set<WatchedPlace>)

  /// A sentence for people that says why changes are noticed later than usual;
  /// `nil` if they are not.
  var limitation: String? { get }
}

extension FileSystemWatch {
  /// No limitation.
  public var limitation: String? { nil }
}

/// A folder, or some entries of it, whose changes matter.
public struct WatchedPlace: Hashable, Sendable {
  /// The path of the folder, which may be missing.
  public var folder: String

  /// The names that matter; `nil` for all.
  public var names: Set<String>?

  /// Creates a place.
  public init(folder: String, names: Set<String>?) {
    self.folder = folder
    self.names = names
  }
}
