import FileWatch

extension LocalFileSystem: WatchedFileSystem {
  /// Starts to watch, with the events of the system if there are any.
  public func watch(_ onChange: @escaping @Sendable () -> Void) -> any FileSystemWatch {
    LocalWatch(pollInterval: pollInterval, onChange)
  }
}

/// A watch over folders of the local machine.
private final class LocalWatch: FileSystemWatch {
  private let watch: FolderWatch

  init(pollInterval: Duration?, _ onChange: @escaping @Sendable () -> Void) {
    watch =
      pollInterval.map { FolderWatch(mode: .polling, pollInterval: $0, onChange: onChange) }
      ?? FolderWatch(onChange: onChange)
  }

  func watch(_ places: Set<WatchedPlace>) {
    watch.watch(Set(places.map { FolderWatch.Target(folder: $0.folder, names: $0.names) }))
  }

  var limitation: String? { watch.limitation }
}
