#if os(Linux)
  import Dispatch
  import Synchronization
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The only inotify descriptor of the process.
  final class FolderEvents: Sendable {
    /// A watch descriptor: it identifies a folder's inode, the same for all its paths.
    typealias Token = Int32

    enum Event: Equatable {
      /// An entry of the folder has changed.
      case entry(Token, String)
      /// The folder itself has changed.
      case folder(Token)
      /// The folder is gone, and its token is invalid.
      case gone(Token)
      /// Events were lost.
      case overflow
    }

    /// Whether writes into files of a watched folder are reported.
    static let seesContents = true

    private static let mask = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    private let descriptor: Int32
    /// A mutex only because the protocol is not marked Sendable.
    private let source: Mutex<any DispatchSourceRead>

    /// Starts to listen; nil when the system gives no descriptor.
    init?(queue: DispatchQueue, onEvents: @escaping @Sendable ([Event]) -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        let events = readEvents(from: descriptor)
        if !events.isEmpty { onEvents(events) }
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = Mutex(source)
    }

    deinit {
      source.withLock { $0.cancel() }
    }

    /// Watches the folder that the path currently names; nil when that is not possible.
    ///
    /// Returns the same token for the same folder, so a second call shows whether the path names
    /// another folder now. Unlike device and inode, a token is never reused for a later folder.
    func add(_ path: String) -> Token? {
      let token = unsafe inotify_add_watch(descriptor, path, Self.mask)
      return token >= 0 ? token : nil
    }

    func remove(_ token: Token) {
      inotify_rm_watch(descriptor, token)
    }
  }

  /// Reads the available events, at most one buffer; the source fires again for the rest.
  private func readEvents(from descriptor: Int32) -> [FolderEvents.Event] {
    let capacity = 65_536
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, capacity)
      guard count > 0 else { return [] }
      return unsafe parseEvents(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func parseEvents(_ bytes: UnsafeRawBufferPointer) -> [FolderEvents.Event] {
    var events: [FolderEvents.Event] = []
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= bytes.count {
      let head = unsafe bytes.load(fromByteOffset: offset, as: inotify_event.self)
      offset += MemoryLayout<inotify_event>.size
      let name = unsafe bytes[offset..<offset + Int(head.len)].prefix { $0 != 0 }
      offset += Int(head.len)
      let event = unsafe FolderEvents.Event(head, name: String(decoding: name, as: UTF8.self))
      // A large write causes many equal events in a row.
      if event != events.last { events.append(event) }
    }
    return events
  }

  extension FolderEvents.Event {
    fileprivate init(_ head: inotify_event, name: String) {
      if head.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        self = .overflow
      } else if head.mask & UInt32(IN_IGNORED) != 0 {
        self = .gone(head.wd)
      } else if name.isEmpty {
        self = .folder(head.wd)
      } else {
        self = .entry(head.wd, name)
      }
    }
  }
#endif
