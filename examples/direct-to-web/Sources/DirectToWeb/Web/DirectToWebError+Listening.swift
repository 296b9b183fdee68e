import Foundation
import NIOCore

extension DirectToWebError.Code {
  /// The address or port cannot be used.
  public static let cannotListen = Self(rawValue: "cannotListen")
}

extension DirectToWebError {
  /// Says which port cannot be used, why, and what to do.
  init(listeningOn host: String, _ port: Int, _ error: IOError) {
    let sentence =
      switch error.errnoCode {
      case EADDRINUSE:
        "port \(port) on \(host) is in use by another program: stop it, or choose another port with "
          + "`--port` (0 for any free one)"
      case EACCES:
        "port \(port) is not open to you: choose one above 1023 with `--port`"
      case EADDRNOTAVAIL:
        "this machine does not have the address \(host): choose one of its own with `--host`"
      default: "nothing can be served on \(host), port \(port): \(error)"
      }
    self.init(.cannotListen, sentence)
  }
}
