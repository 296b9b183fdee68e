import Logging

/// Prints the output of rules on standard error, one line for each message.
///
/// Errors are printed by the commands themselves, so the log contains nothing
/// else.
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
