import FileWatch

/// Where rule files are read from; replaced in tests that need no disk.
///
/// Paths are written as in the shell, with `/` between names; relative ones
/// are as the user gave them.
public protocol RuleFileSystem: Sendable {
  /// Returns what stands at a path, symbolic links followed.
  func kind(of path: String) -> RuleFileKind

  /// Returns the names of what is in a folder, in any order.
  func names(inFolder path: String) throws -> [String]

  /// Returns the content of a regular file.
  ///
  /// - Throws: ``RuleFileError``, or any other error, when the file cannot be
  ///   read or has more bytes than the limit.
  func contents(ofFile path: String, limit: Int) throws -> [UInt8]

  /// Returns the path without symbolic links, `.` and `..`.
  ///
  /// What is asked for in a module's name must lie inside the rule folder by
  /// this path.
  func resolved(_ path: String) -> String
}

/// What stands at a path.
public enum RuleFileKind: Sendable, Hashable {
  /// A file with bytes.
  case regular
  /// A folder.
  case folder
  /// A pipe, a socket, a device.
  case other
  /// Nothing.
  case missing
}

/// The files of the machine.
public struct LocalFileSystem: RuleFileSystem {
  /// How often files are looked at, where the system's events are not to be
  /// relied on, as on some network mounts; `nil` uses the events.
  public var pollInterval: Duration?

  /// Creates a view of the machine's files.
  public init(pollInterval: Duration? = nil) {
    self.pollInterval = pollInterval
  }

  /// Returns what stands at a path, symbolic links followed.
  public func kind(of path: String) -> RuleFileKind {
    switch LocalFile(path).kind {
    case .regular: .regular
    case .folder: .folder
    case .other: .other
    case nil: .missing
    }
  }

  /// Returns the names of what is in a folder.
  ///
  /// What is not UTF-8 in a name is replaced, so that no file is there under
  /// that name.
  public func names(inFolder path: String) throws -> [String] {
    guard let names = LocalFile(path).names else {
      throw RuleFileError("the folder cannot be read")
    }
    return names
  }

  /// Returns the content of a regular file; never waits, whatever the path leads to.
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

/// Why a file system does not give a file.
public struct RuleFileError: Error {
  /// The reason, a sentence without a final stop.
  public var reason: String
  package private(set) var isTooLarge = false

  /// Creates an error.
  public init(_ reason: String) {
    self.reason = reason
  }

  static func tooLarge(_ size: Int, limit: Int) -> RuleFileError {
    var error = RuleFileError("the file has \(size) bytes; at most \(limit) are read")
    error.isTooLarge = true
    return error
  }
}

/// How paths are put together and taken apart.
package enum FilePath {
  /// Puts a name behind a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns whether a path is below a folder, links followed.
  package static func isInside(
    _ path: String, root: String, in fileSystem: any RuleFileSystem
  ) -> Bool {
    isBelow(fileSystem.resolved(path), fileSystem.resolved(root))
  }

  /// Returns whether a path without links is below another one.
  static func isBelow(_ inner: String, _ outer: String) -> Bool {
    if outer == "." { return !inner.hasPrefix("/") && !inner.hasPrefix("..") }
    return inner.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/")
  }

  /// The folder that a path lies in.
  package static func folder(of path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The names on the way, without those that lead nowhere.
  static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }

  /// The last name of a path.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
