#if HTTP
  import Foundation
  import LuaRules

  /// Asks a server for a bundle once; redirects included.
  struct BundleFetcher: Sendable {
    let address: FetchAddress
    let options: HTTPRuleOptions
    let transport: any BundleTransport
    let clock: FetchClock

    private static let mostRedirects = 5

    /// A usable answer of the server.
    enum Answer: Sendable {
      /// The bundle with the given tag is still the one.
      case unchanged(freshFor: Duration?)
      /// The bytes of a bundle, which nobody has looked at, and their tag.
      case bundle([UInt8], tag: String?, freshFor: Duration?)
    }

    /// Asks for a bundle, unless the server still has the one with the tag.
    ///
    /// - Throws: ``FetchFault``, or an error of the transport.
    func answer(unlessTagged tag: String?) async throws -> Answer {
      let limit = min(options.timeLimit, .longestWait)
      return try await withThrowingTaskGroup(of: Answer.self) { group in
        group.addTask { try await ask(unlessTagged: tag) }
        group.addTask {
          try await clock.expire(limit)
          throw FetchFault.timeOver(limit)
        }
        defer { group.cancelAll() }
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      }
    }

    private func ask(unlessTagged tag: String?) async throws -> Answer {
      var place = address
      for _ in 0...Self.mostRedirects {
        var headers = ["Accept": "*/*", "User-Agent": "luarules"]
        headers["If-None-Match"] = tag
        if let token = options.token, place.isSameHost(as: address) {
          headers["Authorization"] = "Bearer \(token)"
        }
        let response = try await transport.response(
          to: BundleRequest(url: place.url.absoluteString, headers: headers))
        let freshness = response.headers.freshness
        switch response.status {
        case 200:
          let bytes = try await body(of: response)
          return .bundle(bytes, tag: response.headers["etag"], freshFor: freshness)
        case 304 where tag != nil: return .unchanged(freshFor: freshness)
        case 304: throw FetchFault.unexpectedUnchanged
        case 301, 302, 303, 307, 308:
          place = try place.redirected(
            to: response.headers["location"], from: address, allowing: options.redirectHosts)
        default:
          throw FetchFault.status(
            response.status,
            retryAfter: response.headers.retryDelay(now: clock.now()))
        }
      }
      throw FetchFault.badRedirect
    }

    private func body(of response: BundleResponse) async throws -> [UInt8] {
      let length = response.headers["content-length"].flatMap { Int($0) }
      if let length, length > options.maximumSize { throw FetchFault.tooLarge(options.maximumSize) }
      return try await response.body(options.maximumSize)
    }
  }
#endif
