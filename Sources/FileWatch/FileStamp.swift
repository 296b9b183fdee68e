#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file's identity within a running system.
struct FileID: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The observable state of a folder's entry; links are followed.
struct FileStamp: Sendable {
  /// The properties that are equal while the entry is unchanged.
  private struct Content: Equatable {
    var id: FileID?
    var mode: UInt32 = 0
    var size: Int64 = 0
    var modified: Int64 = 0
    var changed: Int64 = 0
  }

  /// The target of the link, if the entry is a link.
  private let link: String?
  /// Empty if a link has no target file.
  private var content = Content()
  /// Whether a later write could leave the stamp unchanged.
  private var isFresh = false

  var isLink: Bool { link != nil }

  /// Reads the state of an entry; nil when there is none.
  ///
  /// - Parameters:
  ///   - name: The entry's name.
  ///   - folder: A descriptor of the folder.
  init?(of name: UnsafePointer<CChar>, in folder: Int32) {
    var status = stat()
    guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    guard status.isLink else {
      link = nil
      record(status)
      return
    }
    link = unsafe readLink(name, in: folder)
    if unsafe fstatat(folder, name, &status, 0) == 0 { record(status) }
  }

  /// Returns whether the entry may have changed since an earlier stamp.
  func mayDiffer(from earlier: FileStamp) -> Bool {
    earlier.isFresh || link != earlier.link || content != earlier.content
  }

  private mutating func record(_ status: stat) {
    content.id = FileID(status)
    content.mode = UInt32(status.st_mode)
    // A change inside a subfolder is not a change of the entry.
    guard !status.isFolder else { return }
    content.size = Int64(status.st_size)
    content.modified = status.modified.nanoseconds
    content.changed = status.changed.nanoseconds
    isFresh = abs(wallClock() - content.changed) <= Self.clockTick
  }

  // SOURCE: file times advance with the kernel's tick, up to 10 ms; two writes within one tick
  // that keep the size look the same. Both signs, so that a skewed server clock is fresh only once.
  private static let clockTick: Int64 = 50_000_000
}

private func readLink(_ name: UnsafePointer<CChar>, in folder: Int32) -> String {
  unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    let count = unsafe readlinkat(folder, name, start, buffer.count)
    guard count > 0 else { return "" }
    return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

private func wallClock() -> Int64 {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return now.nanoseconds
}

extension timespec {
  /// Nanoseconds since 1970; wraps around for extreme times.
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension stat {
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  #if canImport(Darwin)
    fileprivate var modified: timespec { st_mtimespec }
    fileprivate var changed: timespec { st_ctimespec }
  #else
    fileprivate var modified: timespec { st_mtim }
    fileprivate var changed: timespec { st_ctim }
  #endif
}
