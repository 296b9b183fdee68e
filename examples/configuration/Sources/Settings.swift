import Configuration
import LuaRules

enum LogLevel: String, Sendable {
  case debug, info, notice, error
}

/// What the rules may name: what they see, and what readers ask for.
extension RuleSchema {
  static let service = RuleSchema(
    RuleKey("env", default: [String: String](), description: "The environment variables."),
    RuleKey("upstream", default: String?.none, description: "The service to be called."),
    RuleKey("stage", default: "development"),
    RuleKey("logLevel", default: LogLevel.info),
    RuleKey("http.timeout", default: 10.0, description: "In seconds."),
    RuleKey("limits.workers", default: 1),
    RuleKey("limits.connections", default: 10),
    RuleKey("limits.uploads", default: [String]()),
    RuleKey("dbUrl", default: ""),
    RuleKey("dbPassword", default: "", isSecret: true))
}

/// How the service runs; it knows a reader, and nothing of rules.
struct Settings {
  var logLevel: LogLevel
  var timeouts: [(upstream: String, seconds: Double)]
  var connections: Int
  var uploads: [String]

  init(_ config: ConfigReader) throws {
    logLevel = try config.requiredString(forKey: "log.level", as: LogLevel.self)
    timeouts = try ["search", "reports"].map { upstream in
      let key = ConfigKey("http.timeout", context: ["upstream": .string(upstream)])
      return (upstream, try config.requiredDouble(forKey: key))
    }
    let limits = config.scoped(to: "limits")
    connections = try limits.requiredInt(forKey: "connections")
    uploads = limits.stringArray(forKey: "uploads", default: [])
  }
}

extension Settings: CustomStringConvertible {
  var description: String {
    let timeouts = timeouts.map { "\($0.upstream) \($0.seconds) s" }.joined(separator: ", ")
    return """
        log level \(logLevel)
        timeouts \(timeouts)
        connections \(connections)
        uploads \(uploads.joined(separator: ", "))
      """
  }
}
