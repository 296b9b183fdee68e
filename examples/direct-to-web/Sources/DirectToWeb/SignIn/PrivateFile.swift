import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that only their owner may read.
enum PrivateFile {
  /// Makes an empty file with mode 0600 where there is none.
  static func createIfMissing(_ path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      close(descriptor)
      return
    }
    guard errno == EEXIST else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  /// Writes a file beside a path with mode 0600, and renames it to the path.
  ///
  /// Others see the old file or the new one, and never a part. A link is replaced, not followed.
  static func replace(_ path: String, with data: Data) throws {
    let temporary = "\(path).\(RandomBytes.token().prefix(12)).new"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.synchronize()
      try file.close()
      guard unsafe rename(temporary, path) == 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
      }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }
}
