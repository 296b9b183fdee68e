#if HTTP
  /// What brings bundles from a server: an HTTP client, or a test.
  @_spi(Simulation) public protocol BundleTransport: Sendable {
    /// Sends a request, and returns when the head of the response is there.
    ///
    /// Redirects are not followed. The task is cancelled when the time is over.
    func response(to request: BundleRequest) async throws -> BundleResponse
  }

  /// A request for a bundle.
  @_spi(Simulation) public struct BundleRequest: Sendable, Equatable {
    /// The address.
    public var url: String
    /// The fields of the request.
    public var headers: [String: String]

    /// Creates a request.
    public init(url: String, headers: [String: String]) {
      self.url = url
      self.headers = headers
    }
  }

  /// The head of a response, and what reads its body.
  @_spi(Simulation) public struct BundleResponse: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The fields of the response.
    public var headers: FetchHeaders
    /// Reads the whole body; throws when it has more bytes than the limit, or ends too early.
    public var body: @Sendable (_ limit: Int) async throws -> [UInt8]

    /// Creates a response.
    public init(
      status: Int, headers: [(name: String, value: String)],
      body: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]
    ) {
      self.status = status
      self.headers = FetchHeaders(headers)
      self.body = body
    }
  }
#endif
