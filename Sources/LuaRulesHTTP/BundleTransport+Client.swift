#if HTTP
  import AsyncHTTPClient

  /// A transport by AsyncHTTPClient, with its own connections, and TLS by the client's defaults.
  package final class ClientTransport: BundleTransport {
    private let client: HTTPClient

    /// Creates a transport with connections of its own.
    package init() {
      var configuration = HTTPClient.Configuration()
      // Redirects are judged by who asks.
      configuration.redirectConfiguration = .disallow
      // A small body that becomes a large one would not be noticed in time.
      configuration.decompression = .disabled
      configuration.timeout.connect = .seconds(10)
      // A refused connection is an outcome, and who asks waits longer after each.
      configuration.connectionPool.retryConnectionEstablishment = false
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// Sends a request; see ``BundleTransport/response(to:)``.
    package func response(to request: BundleRequest) async throws -> BundleResponse {
      var message = HTTPClientRequest(url: request.url)
      for (name, value) in request.headers { message.headers.add(name: name, value: value) }
      // Whoever asks cancels the task when the time is over.
      let response: HTTPClientResponse
      do {
        response = try await client.execute(message, deadline: .distantFuture)
      } catch let error as HTTPClientError {
        // Its whole description may have the headers in it.
        throw FetchFault.client(error.shortDescription)
      }
      let body = response.body
      return BundleResponse(
        status: Int(response.status.code),
        headers: response.headers.map { ($0.name, $0.value) }
      ) { limit in
        var bytes: [UInt8] = []
        for try await piece in body {
          guard bytes.count + piece.readableBytes <= limit else { throw FetchFault.tooLarge(limit) }
          bytes += piece.readableBytesView
        }
        return bytes
      }
    }
  }
#endif
