#if HTTP
  public import Foundation

  /// How an ``HTTPRuleSource`` asks its server.
  public struct HTTPRuleOptions: Sendable {
    /// The time between two questions; a response that is fresh for longer lengthens it.
    public var interval: Duration = .seconds(30)
    /// The part of each delay that is random, from 0 to 1, so that hosts do not ask
    /// together.
    public var jitter = 0.1
    /// The longest delay: after many failures, and whatever the server asks for.
    public var maximumDelay: Duration = .seconds(600)
    /// The most time that one question may take, with its redirects and the whole body; at most ten
    /// years.
    public var timeLimit: Duration = .seconds(30)
    /// The most bytes of a bundle.
    public var maximumSize = 64 << 20
    /// Sent as `Authorization: Bearer …`, to the host of the address only.
    public var token: String?
    /// Other hosts to which a redirect may lead; they do not get the token.
    public var redirectHosts: Set<String> = []
    /// A file that stores the last bundle that was good, for a start without network.
    ///
    /// Its tag is stored beside it, in a file of the same name with `.etag`, with a digest of the
    /// address: a bundle of another address is used until there is an answer, but its tag is not
    /// sent.
    public var cacheFile: URL?
    #if Metrics
      /// Where questions and their outcomes are counted; needs the package trait `Metrics`.
      public var metrics: HTTPRuleMetrics?
    #endif

    /// Creates options: every 30 seconds, without a file for a start without network.
    public init() {}
  }
#endif
