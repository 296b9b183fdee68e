#if Service
  import Hummingbird
  import ServiceLifecycle

  extension RuleService {
    /// Where the clients of a request for all flags hear of changes; `nil` if they cannot.
    func eventStreamAddress(for request: Request) -> EventStreamAddress? {
      guard options.streamLimit > 0 else { return nil }
      if let url = options.streamURL { return .url(url) }
      return EventStreamAddress(besideFlagsAt: request.uri.path)
    }

    /// Sends events, until the client leaves or the program ends.
    ///
    /// - Parameters:
    ///   - stream: The place of the client.
    ///   - known: The identifier of the last event that the client got.
    ///   - writer: Writes to the client.
    /// - Throws: An error if the client is gone.
    func send(
      _ stream: EventStream, after known: String?, to writer: inout any ResponseBodyWriter
    ) async throws {
      try await withGracefulShutdownHandler {
        var generation = rules.current
        let isMissed =
          known.map { $0 != tags.identifier(of: generation.number) } ?? generation.isRecentChange
        try await writer.write(
          isMissed ? EventText.refetch(generation, tags) : EventText.position(generation, tags))
        for await _ in stream.wakes {
          let current = rules.current
          try await writer.write(
            current.number == generation.number
              ? EventText.heartbeat : EventText.refetch(current, tags))
          generation = current
        }
      } onGracefulShutdown: {
        stream.end()
      }
      try await writer.finish(nil)
    }
  }
#endif
