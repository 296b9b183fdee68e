#if HTTP
  import LuaRules
  import Synchronization

  /// Writes bundles to the disk, one at a time, and again after a failure.
  final class BundleStore: Sendable {
    private struct Copy {
      var number: Int
      var bytes: [UInt8]
      var tag: String?
    }

    private struct State {
      /// The bundle that the disk does not have yet.
      var missing: Copy?
      /// The number of the newest bundle.
      var newest = 0
      var isWriting = false
      var isFailing = false
    }

    private let cache: BundleCache
    private let state = Mutex(State())

    init(_ cache: BundleCache) {
      self.cache = cache
    }

    /// Reads the bundle; nobody has looked at the bytes.
    func read(limit: Int) -> (bytes: [UInt8], tag: String?)? { cache.read(limit: limit) }

    /// Notes that the disk should have a bundle, unless it should have a newer one.
    func note(_ bytes: [UInt8], tag: String?, asNumber number: Int) {
      state.withLock { state in
        guard number > state.newest else { return }
        state.newest = number
        state.missing = Copy(number: number, bytes: bytes, tag: tag)
      }
    }

    /// Writes the bundle that the disk should have, and does not have.
    ///
    /// If somebody else is writing, that one goes on with the newest bundle.
    ///
    /// - Returns: The error; `nil` if the last write failed, too.
    func writeIfMissing() -> RuleError? {
      while let copy = begin() {
        var failure: RuleError?
        do {
          try cache.write(copy.bytes, tag: copy.tag)
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
        defer { state.isFailing = failure != nil }
        return state.isFailing
      }
    }
  }
#endif
