import Logging

/// Prints the output of rules on standard error, one line for each message.
///
/// Errors are printed by the commands themselves, so the log contains nothing
/// else.
struct PrintedLines: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  /// Creates the lines of a logger.
  init(label: String) {
    // An address that is asked again and again mostly has nothing new.
    logLevel = label == "luarules.http" ? .info : .debug
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    StandardError.print("\(event.message)")
  }
}
