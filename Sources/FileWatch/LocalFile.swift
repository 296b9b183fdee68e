#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A path of the machine, looked at without ever waiting for another program.
///
/// Opening a pipe waits until somebody writes into it, and a device may never
/// end; so what is to be read is opened first and asked afterwards what it is.
public struct LocalFile: Hashable, Sendable {
  /// The path, absolute or relative to the working directory.
  public var path: String

  /// Creates a view of a path.
  public init(_ path: String) {
    self.path = path
  }

  /// What stands at a path.
  public enum Kind: Hashable, Sendable {
    /// A file with bytes.
    case regular
    /// A folder.
    case folder
    /// A pipe, a socket, a device.
    case other
  }

  /// Why a file is not read.
  public enum Problem: Error, Hashable, Sendable {
    /// It is missing, is no regular file, or the system refuses.
    case unreadable
    /// It has more bytes than the limit, this many at least.
    case tooLarge(Int)
  }

  /// What stands at the path, links followed; `nil` when there is nothing.
  public var kind: Kind? {
    var status = stat()
    guard isPath, unsafe stat(path, &status) == 0 else { return nil }
    return Kind(status)
  }

  /// Reads the whole file.
  ///
  /// - Parameter limit: How many bytes are read at most.
  /// - Returns: The bytes.
  /// - Throws: ``Problem``.
  public func contents(limit: Int) throws(Problem) -> [UInt8] {
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

  /// The names of what is in the folder, in any order; `nil` when it cannot be read.
  ///
  /// What is not UTF-8 in a name is replaced, so that no file is there under that name.
  public var names: [String]? {
    guard isPath else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var names: [String] = []
    let isRead = unsafe FolderEntries.read(descriptor) { name, _ in
      unsafe names.append(String(cString: name))
    }
    return isRead ? names : nil
  }

  /// The absolute path without links, `.` and `..`, as far as it leads anywhere.
  public var resolved: String {
    guard isPath else { return path }
    if let pointer = unsafe realpath(path, nil) {
      defer { unsafe free(pointer) }
      return unsafe String(cString: pointer)
    }
    // The end of the path is missing, or a link in a circle; the folder may be there.
    let whole = absolutePath(path)
    guard let slash = whole.lastIndex(of: "/"), slash != whole.startIndex else { return whole }
    let folder = LocalFile(String(whole[..<slash])).resolved
    return (folder == "/" ? "" : folder) + String(whole[slash...])
  }

  /// Whether the system takes the text for what it is: a zero would end it.
  private var isPath: Bool { !path.utf8.contains(0) }

  /// Reads up to the end, which may be elsewhere than the size said.
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

/// Reads into a buffer, again when a signal came first.
private func readOnce(
  _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>
) -> Int {
  while true {
    let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
