#if Service
  import Hummingbird
  import Synchronization

  /// A client of an event stream, without a socket.
  final class EventClient: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    private let parts: AsyncStream<String>
    private let task: Task<Void, any Error>

    init(_ response: Response) {
      status = response.status
      headers = response.headers
      let (parts, continuation) = AsyncStream.makeStream(of: String.self)
      self.parts = parts
      let body = response.body
      task = Task {
        defer { continuation.finish() }
        try await body.write(PartWriter { continuation.yield($0) })
      }
    }

    deinit { task.cancel() }

    /// Returns the next part that is no comment; `nil` at the end.
    func next() async -> String? {
      await parts.first { !$0.hasPrefix(":") }
    }

    /// Returns the next part, which may be a comment; `nil` at the end.
    func nextPart() async -> String? { await parts.first { _ in true } }

    /// Ends the connection.
    func leave() async {
      task.cancel()
      _ = await task.result
    }
  }

  /// Passes on what is written.
  struct PartWriter: ResponseBodyWriter {
    let receive: @Sendable (String) async throws -> Void

    func write(_ buffer: ByteBuffer) async throws { try await receive(String(buffer: buffer)) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
#endif
