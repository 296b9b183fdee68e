import FileWatch

/// The place that rule files are read from; tests replace it to avoid the disk.
///
/// Paths are written as in the shell, with `/` between names; relative paths
/// are used as the user gave them.
public protocol RuleFileSystem: Sendable {
  /// Returns the kind of the entry at a path; symbolic links are followed.
  func kind(of path: String) -> RuleFileKind

  /// Returns the names of the entries in a folder, in any order.
  func names(inFolder path: String) throws -> [String]

  /// Returns the content of a regular file.
  ///
  /// - Throws: ``RuleFileError``, or any other error, if the file cannot be
  ///   read or has more bytes than the limit.
  func contents(ofFile path: String, limit: Int) throws -> [UInt8]

  /// Returns the path without symbolic links, `.` and `..`.
  ///
  /// The resolved path of a module must lie inside the rule folder.
  func resolved(_ path: String) -> String
}

/// The kind of the entry at a path.
public enum RuleFileKind: Sendable, Hashable {
  /// A file with bytes.
  case regular
  /// A folder.
  case folder
  /// A pipe, a socket or a device.
  case other
  /// There is no entry.
  case missing
}

/// The reason why a file system cannot return a file.
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

/// Functions that combine and split paths.
package enum FilePath {
  /// Returns the path of an entry in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns whether a path is below a folder; symbolic links are followed.
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

  /// Returns the folder that contains a path.
  package static func folder(of path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names in a path, without `.` and empty names.
  static func parts(of path: String) -> [Substring] {
    allParts(of: path).filter { !$0.isEmpty && $0 != "." }
  }

  /// Returns what stands between the slashes of a path, empty names too.
  ///
  /// By bytes, as the system does it: for Swift, a slash may be part of a larger character.
  static func allParts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// Returns the last name of a path.
  package static func name(of path: String) -> String {
    parts(of: path).last.map(String.init) ?? path
  }
}
