import Dispatch
import Foundation

/// A handler for signals that ask the program to end; active while it exists.
final class EndSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls back on SIGINT and SIGTERM, which then no longer end the program.
  init(_ onSignal: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      // A dispatch source receives a signal only if its default action is disabled.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: onSignal)
      source.activate()
      return source
    }
  }
}
