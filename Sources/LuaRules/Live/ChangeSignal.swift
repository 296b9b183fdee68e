/// Wakes one consumer when something that it reads may have changed.
///
/// INVARIANT: a signal refers only to a stream, so whoever has one keeps neither the consumer nor
/// what it reads alive.
final class ChangeSignal: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation) {
    self.continuation = continuation
  }

  /// Wakes the consumer; several calls before it looks are one.
  func ring() { continuation.yield() }
}

/// The signals to ring at a change.
struct ChangeSignals: Sendable {
  private var signals: [ObjectIdentifier: ChangeSignal] = [:]

  /// Adds a signal, unless it is there already.
  mutating func add(_ signal: ChangeSignal) { signals[ObjectIdentifier(signal)] = signal }

  mutating func remove(_ signal: ChangeSignal) { signals[ObjectIdentifier(signal)] = nil }

  /// Rings all; no lock may be held.
  func ring() {
    for signal in signals.values { signal.ring() }
  }
}
