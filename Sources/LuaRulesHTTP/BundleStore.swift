#if HTTP
  import LuaRules
  import Synchronization

  /// Writes bundles to the disk, one at a time, and again after a failure.
  final class BundleStore: Sendable {
    private struct Copy {
      var number: Int
      var bytes: [UInt8]
      var tag: String?
      /// Whether the disk has these bytes already, with another tag.
      var isTagOnly: Bool
    }

    private struct State {
      /// The bundle that the disk does not have yet.
      var missing: Copy?
      /// The number of the newest bundle.
      var newest = 0
      var isWriting = false
      var failure: RuleError?
    }

    private let cache: BundleCache
    private let state = Mutex(State())

    init(_ cache: BundleCache) {
      self.cache = cache
    }

    /// Reads the bundle; nobody has looked at the bytes.
    func read(limit: Int) -> (bytes: [UInt8], tag: String?)? { cache.read(limit: limit) }

    /// Why the newest bundle is not on the disk; `nil` if it is, or was not tried yet.
    var failure: RuleError? { state.withLock { $0.failure } }

    /// Notes that the disk should have a bundle, unless it should have a newer one.
    ///
    /// - Parameters:
    ///   - bytes: The bundle.
    ///   - tag: Its tag.
    ///   - number: The number of the question that it answers.
    ///   - isSame: Whether it has the bytes of the bundle before it.
    func note(_ bytes: [UInt8], tag: String?, asNumber number: Int, isSame: Bool) {
      state.withLock { state in
        guard number > state.newest else { return }
        state.newest = number
        let isTagOnly = isSame && (state.missing?.isTagOnly ?? true)
        state.missing = Copy(number: number, bytes: bytes, tag: tag, isTagOnly: isTagOnly)
      }
    }

    /// Writes the bundle that the disk should have, and does not have.
    ///
    /// If somebody else is writing, that one goes on with the newest bundle.
    ///
    /// - Returns: The error; `nil` for none, or if the write before this one failed, too, so that
    ///   it was told already.
    func writeIfMissing() -> RuleError? {
      while let copy = begin() {
        var failure: RuleError?
        do {
          try cache.write(copy.bytes, tag: copy.tag, isTagOnly: copy.isTagOnly)
        } catch {
          failure = error
        }
        let isRepeated = end(copy, failure)
        if let failure { return isRepeated ? nil : failure }
      }
      return nil
    }

    private func begin() -> Copy? {
      state.withLock { state in
        guard !state.isWriting, let missing = state.missing else { return nil }
        state.isWriting = true
        return missing
      }
    }

    /// Notes that a write has ended; returns whether the one before it failed.
    private func end(_ copy: Copy, _ failure: RuleError?) -> Bool {
      state.withLock { state in
        state.isWriting = false
        if failure == nil, state.missing?.number == copy.number { state.missing = nil }
        defer { state.failure = failure }
        return state.failure != nil
      }
    }
  }
#endif
