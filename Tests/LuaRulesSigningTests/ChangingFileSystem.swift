#if Signing
  import LuaRules
  import Synchronization

  /// The files of the machine, in which something changes between two looks.
  final class ChangingFileSystem: RuleFileSystem {
    private let base = LocalFileSystem()
    private let counts = Mutex<[String: Int]>([:])
    private let trigger: String?
    private let change: @Sendable (_ path: String) -> [UInt8]?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - trigger: The end of a path: once it was read, files have changed. With
    ///     none, each file changes when it was read.
    ///   - change: The new content of a file; `nil` leaves it as it is.
    init(
      after trigger: String? = nil, _ change: @escaping @Sendable (_ path: String) -> [UInt8]?
    ) {
      self.trigger = trigger
      self.change = change
    }

    /// How often files were read, by path.
    var reads: [String: Int] { counts.withLock { $0 } }

    func kind(of path: String) -> RuleFileKind { base.kind(of: path) }
    func names(inFolder path: String) throws -> [String] { try base.names(inFolder: path) }
    func resolved(_ path: String) -> String { base.resolved(path) }

    func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
      let hasChanged = counts.withLock { counts in
        defer { counts[path, default: 0] += 1 }
        guard let trigger else { return counts[path] != nil }
        return counts.keys.contains { $0.hasSuffix(trigger) }
      }
      if hasChanged, let bytes = change(path) { return bytes }
      return try base.contents(ofFile: path, limit: limit)
    }
  }
#endif
