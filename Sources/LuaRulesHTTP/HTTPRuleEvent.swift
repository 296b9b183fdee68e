#if HTTP
  public import LuaRules

  /// What happened to an ``HTTPRuleSource``.
  public enum HTTPRuleEvent: Sendable, Equatable, CustomStringConvertible {
    /// Another bundle than before was fetched; it is whole, and its signature was checked.
    ///
    /// Whether it loads, the events of the live model tell.
    case fetched(revision: Int64?, digest: String)
    /// The server has the same bundle as before.
    case unchanged
    /// There was no usable answer, for the given number of times in a row.
    case failed(RuleError, failures: Int)
    /// The bundle could not be written to ``HTTPRuleOptions/cacheFile``.
    ///
    /// It is tried again after each answer of the server, and not told again before it has
    /// succeeded.
    case notStored(RuleError)

    /// A sentence for people.
    public var description: String {
      switch self {
      case .fetched(let revision, let digest):
        "fetched \(revision.map { "revision \($0)" } ?? "a bundle"), digest \(digest)"
      case .unchanged: "the bundle is unchanged"
      case .failed(let error, let failures): "fetching failed (\(failures)): \(error)"
      case .notStored(let error): "the bundle is not on the disk: \(error)"
      }
    }
  }

  /// What an ``HTTPRuleSource`` has, and since when.
  public struct HTTPRuleStatus: Sendable, Equatable {
    /// The revision of the bundle.
    public let revision: Int64?
    /// The digest of the bundle.
    public let digest: String
    /// How long ago the server last said that this is its bundle; `nil` if it
    /// never did, because the bundle is from the disk.
    public let age: Duration?
    /// How often asking has failed since then.
    public let failures: Int
    /// The last failure since then.
    public let failure: RuleError?
    /// Why the bundle is not in ``HTTPRuleOptions/cacheFile``; `nil` if it is, or if there is no
    /// such file.
    public let storeFailure: RuleError?
  }
#endif
