#if canImport(Darwin)
  import Darwin
  import Dispatch
  import Synchronization

  /// Vnode sources, one for each folder.
  ///
  /// They report entries that come and go, not writes into files. So the hub also polls, and an
  /// event only makes it look at once.
  final class FolderEvents: Sendable {
    /// The number of a folder's inode, the same for all its paths.
    typealias Token = Int

    enum Event: Equatable {
      case entry(Token, String)
      case folder(Token)
      case gone(Token)
      case overflow
    }

    /// Whether writes into files of a watched folder are reported.
    static let seesContents = false

    /// The most folders that have a source; the others are only polled.
    ///
    /// Each source needs a file descriptor, and an application may have only 256.
    private static let limit = 64

    private struct State {
      var lastToken: Token = 0
      var tokens: [FileID: Token] = [:]
      var sources: [Token: any DispatchSourceFileSystemObject] = [:]
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let onEvents: @Sendable ([Event]) -> Void

    init?(queue: DispatchQueue, onEvents: @escaping @Sendable ([Event]) -> Void) {
      self.queue = queue
      self.onEvents = onEvents
    }

    /// Watches the folder that the path currently names; nil when that is not possible.
    ///
    /// Returns the same token for the same folder. The source keeps the folder open, so no
    /// later folder gets the same inode.
    func add(_ path: String) -> Token? {
      let descriptor = unsafe open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        close(descriptor)
        return nil
      }
      let id = FileID(status)
      let onEvents = onEvents
      let queue = queue
      return state.withLock { state in
        if let token = state.tokens[id] {
          close(descriptor)
          return token
        }
        guard state.sources.count < Self.limit else {
          close(descriptor)
          return nil
        }
        state.lastToken += 1
        let token = state.lastToken
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor,
          eventMask: [.write, .attrib, .link, .delete, .rename, .revoke],
          queue: queue)
        source.setEventHandler { onEvents([.folder(token)]) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        state.tokens[id] = token
        state.sources[token] = source
        return token
      }
    }

    func remove(_ token: Token) {
      state.withLock { state in
        state.tokens = state.tokens.filter { $0.value != token }
        state.sources.removeValue(forKey: token)?.cancel()
      }
    }
  }
#endif
