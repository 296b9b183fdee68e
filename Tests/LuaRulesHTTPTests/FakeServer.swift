#if HTTP
  import Foundation
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Synchronization

  /// A server that does what a test says, and notes what it was asked.
  final class FakeServer: BundleTransport {
    /// What it does with a request.
    enum Action: Sendable {
      case answer(Int, [String: String], [UInt8])
      /// Serves the bundle with its tag, or says that it has not changed.
      case serve([UInt8], tag: String)
      case refuse
      /// Sends the head, and then nothing.
      case stall
      case cutOff
    }

    struct Refused: Error {}

    private struct State {
      var action = Action.refuse
      var byPlace: [String: Action] = [:]
      var requests: [BundleRequest] = []
    }

    private let state = Mutex(State())

    var action: Action {
      get { state.withLock { $0.action } }
      set { state.withLock { $0.action = newValue } }
    }

    var requests: [BundleRequest] { state.withLock { $0.requests } }

    /// What it does at one address.
    subscript(place: String) -> Action? {
      get { state.withLock { $0.byPlace[place] } }
      set { state.withLock { $0.byPlace[place] = newValue } }
    }

    func response(to request: BundleRequest) async throws -> BundleResponse {
      let action = state.withLock { state in
        state.requests.append(request)
        return state.byPlace[request.url] ?? state.action
      }
      switch action {
      case .answer(let status, let headers, let body):
        return Self.response(status, headers, body)
      case .serve(_, let tag) where request.headers["If-None-Match"] == tag:
        return Self.response(304, ["ETag": tag], [])
      case .serve(let bytes, let tag): return Self.response(200, ["ETag": tag], bytes)
      case .refuse: throw Refused()
      case .stall:
        return BundleResponse(status: 200, headers: []) { _ in
          try await Task.sleep(for: .seconds(3600))
          return []
        }
      case .cutOff: return BundleResponse(status: 200, headers: []) { _ in throw Refused() }
      }
    }

    private static func response(
      _ status: Int, _ headers: [String: String], _ body: [UInt8]
    ) -> BundleResponse {
      BundleResponse(status: status, headers: headers.map { ($0.key, $0.value) }) { limit in
        guard body.count <= limit else { throw FetchFault.tooLarge(limit) }
        return body
      }
    }
  }

  /// Waits that a test ends, one after the other.
  final class FakeClock: Sendable {
    private struct State {
      var delays: [Duration] = []
      var waiting: [CheckedContinuation<Void, any Error>] = []
    }

    private let state = Mutex(State())

    /// The delays so far.
    var delays: [Duration] { state.withLock { $0.delays } }
    /// Whether somebody waits.
    var isWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    func wait(_ delay: Duration) async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { state in
            state.delays.append(delay)
            state.waiting.append(continuation)
          }
          if Task.isCancelled { end(CancellationError()) }
        }
      } onCancel: {
        end(CancellationError())
      }
    }

    /// Ends all waits.
    func end(_ error: (any Error)? = nil) {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting {
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// A bundle with one rule for `title`.
  func bundle(_ title: String, revision: Int64? = nil) throws -> RuleBundle {
    let folder = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("return {{ key = 'title', value = '\(title)' }}".utf8)
      .write(to: folder.appending(path: "a.lua"))
    return try RuleBundle(contentsOf: folder, revision: revision)
  }

  /// Waits for a condition; says whether it came true within a generous time.
  func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(900)
    while try await !condition() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(3))
    }
    return true
  }
#endif
