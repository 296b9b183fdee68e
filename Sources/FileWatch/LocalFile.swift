#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A path on this machine; reading it never waits for another program.
///
/// Opening a pipe blocks until another program writes into it, and a device may never
/// end. So a file is first opened without blocking, and then its kind is checked.
package struct LocalFile: Hashable, Sendable {
  /// The path, absolute or relative to the working directory.
  package var path: String

  /// Creates a view of a path.
  package init(_ path: String) {
    self.path = path
  }

  /// The kind of object at a path.
  package enum Kind: Hashable, Sendable {
    /// A file with bytes.
    case regular
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// Why a file cannot be read.
  package enum Problem: Error, Hashable, Sendable {
    /// It is missing, is not a regular file, or the system denies access.
    case unreadable
    /// It has more bytes than the limit; at least this many.
    case tooLarge(Int)
  }

  /// The kind of object at the path, after following links; `nil` when there is none.
  package var kind: Kind? {
    var status = stat()
    guard isPath, unsafe stat(path, &status) == 0 else { return nil }
    return Kind(status)
  }

  /// Reads the whole file.
  ///
  /// - Parameter limit: The most bytes that are read.
  /// - Returns: The bytes.
  /// - Throws: ``Problem``.
  package func contents(limit: Int) throws(Problem) -> [UInt8] {
    // SOURCE: open(2): without O_NONBLOCK opening a pipe waits for its other end.
    let descriptor = isPath ? unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, Kind(status) == .regular else {
      throw .unreadable
    }
    let size = Int(clamping: status.st_size)
    guard size <= limit else { throw .tooLarge(size) }
    return try Self.read(descriptor, expecting: size, limit: limit)
  }

  /// The names in the folder, in any order; `nil` when it cannot be read.
  ///
  /// Bytes that are not UTF-8 are replaced in a name; there is no file with the resulting name.
  package var names: [String]? {
    guard isPath else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var names: [String] = []
    let isRead = unsafe FolderEntries.read(descriptor) { name, _ in
      unsafe names.append(String(cString: name))
    }
    return isRead ? names : nil
  }

  /// The absolute path without links, `.` and `..`, as far as the path exists.
  package var resolved: String {
    guard isPath else { return path }
    if let pointer = unsafe realpath(path, nil) {
      defer { unsafe free(pointer) }
      return unsafe String(cString: pointer)
    }
    // The last part of the path is missing, or is a link in a cycle; the folder may exist.
    let whole = absolutePath(path)
    guard let slash = whole.lastIndex(of: "/"), slash != whole.startIndex else { return whole }
    let folder = LocalFile(String(whole[..<slash])).resolved
    return (folder == "/" ? "" : folder) + String(whole[slash...])
  }

  /// Whether the system can use the whole text as a path: a zero byte would end it.
  private var isPath: Bool { !path.utf8.contains(0) }

  /// Reads up to the end, which may differ from the reported size.
  private static func read(
    _ descriptor: Int32, expecting size: Int, limit: Int
  ) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var step = size + 1
    while true {
      let start = bytes.count
      var outcome = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
        outcome = unsafe readOnce(descriptor, buffer)
        count = max(outcome, 0)
      }
      guard outcome >= 0 else { throw .unreadable }
      guard outcome > 0 else { return bytes }
      if start == 0 { bytes = piece } else { bytes += piece }
      guard bytes.count <= limit else { throw .tooLarge(bytes.count) }
      step = 65_536
    }
  }
}

extension LocalFile.Kind {
  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

/// Reads into a buffer, and tries again after an interruption by a signal.
private func readOnce(
  _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>
) -> Int {
  while true {
    let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
