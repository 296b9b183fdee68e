import Dispatch
import Foundation

/// Listens to what asks a program to end, as long as it lives.
final class EndSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls back on SIGINT and SIGTERM, which end the program no more by themselves.
  init(_ onSignal: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      // A source hears a signal only where its own effect is off.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: onSignal)
      source.activate()
      return source
    }
  }
}
