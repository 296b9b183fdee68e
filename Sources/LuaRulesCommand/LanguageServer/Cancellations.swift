import Synchronization

/// The requests that an editor has cancelled before they were answered.
final class Cancellations: Sendable {
  private let requests = Mutex<Set<JSONValue>>([])

  /// The most requests that are remembered: most of them were answered before.
  private static let most = 1000

  /// Reads a message, which may cancel a request.
  func read(_ message: JSONValue) {
    guard message["method"]?.string == "$/cancelRequest", let id = message["params"]?["id"] else {
      return
    }
    requests.withLock { requests in
      if requests.count >= Self.most { requests.removeAll() }
      requests.insert(id)
    }
  }

  /// Returns whether a request was cancelled.
  func contains(_ id: JSONValue) -> Bool { requests.withLock { $0.contains(id) } }

  /// Removes a request; returns whether it was cancelled.
  func remove(_ id: JSONValue) -> Bool {
    requests.withLock { $0.remove(id) != nil }
  }
}
