import Logging

/// Shows what rules print, a line each on standard error.
///
/// Errors are told by the commands themselves, so nothing else comes here.
struct PrintedLines: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.debug

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    StandardError.print("\(event.message)")
  }
}
