import FileWatch

/// The files of the machine.
public struct LocalFileSystem: RuleFileSystem {
  /// How often files are polled if the events of the system are not reliable,
  /// as on some network mounts; `nil` uses the events.
  public var pollInterval: Duration?

  /// Creates a view of the machine's files.
  public init(pollInterval: Duration? = nil) {
    self.pollInterval = pollInterval
  }

  /// Returns the kind of the entry at a path; symbolic links are followed.
  public func kind(of path: String) -> RuleFileKind {
    switch LocalFile(path).kind {
    case .regular: .regular
    case .folder: .folder
    case .other: .other
    case nil: .missing
    }
  }

  /// Returns the names of the entries in a folder.
  ///
  /// Bytes of a name that are not UTF-8 are replaced, so no file can be found
  /// under such a name.
  public func names(inFolder path: String) throws -> [String] {
    guard let names = LocalFile(path).names else {
      throw RuleFileError("the folder cannot be read")
    }
    return names
  }

  /// Returns the content of a regular file; never blocks, whatever the path
  /// leads to.
  public func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    do {
      return try LocalFile(path).contents(limit: limit)
    } catch .tooLarge(let size) {
      throw RuleFileError.tooLarge(size, limit: limit)
    } catch .unreadable {
      throw RuleFileError("the file cannot be read")
    }
  }

  /// Returns the path without symbolic links, `.` and `..`.
  public func resolved(_ path: String) -> String {
    LocalFile(path).resolved
  }
}
