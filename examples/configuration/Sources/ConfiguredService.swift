import Configuration
import Foundation
import LuaRules
import LuaRulesConfiguration

@main
struct ConfiguredService {
  /// Makes a reader: a variable that names a setting wins, and the rules decide what is not said.
  static func reader(
    _ rules: LiveRuleModel, _ environment: [String: String]
  ) -> ConfigReader {
    var context = RuleContext(rules)
    context["env"] = environment
    return ConfigReader(providers: [
      EnvironmentVariablesProvider(environmentVariables: environment),
      RuleConfigProvider(context, name: "rules"),
    ])
  }

  /// Some places where the service runs, with their variables.
  ///
  /// A real service has `ProcessInfo.processInfo.environment`.
  static let places: [(name: String, environment: [String: String])] = [
    ("on a laptop", [:]),
    ("in the cluster", ["KUBERNETES_SERVICE_HOST": "10.0.0.1", "WEB_CONCURRENCY": "8"]),
    ("in the cluster, looking for a fault", ["STAGE": "production", "DEBUG": "1"]),
    (
      "in the cluster, where one limit is said",
      ["STAGE": "production", "LIMITS_CONNECTIONS": "7", "LOG_LEVEL": "error"]
    ),
  ]

  static func main() async throws {
    // A copy, which is edited below.
    let folder = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID())")
    try FileManager.default.copyItem(atPath: CommandLine.arguments[1], toPath: folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rules = try LiveRuleModel(contentsOf: folder, schema: .service)

    for (name, environment) in places {
      print(name)
      print(try Settings(reader(rules, environment)))
    }

    print("a secret in the text of another setting")
    let production = ["STAGE": "production", "DB_PASSWORD": "open sesame"]
    var context = RuleContext(rules)
    context["env"] = production
    let url = try RuleConfigProvider(context).value(forKey: "db.url", type: .string)
    print("  \(url.encodedKey) \(url.value.map { "\($0)" } ?? "has no value")")

    print("a rule is edited while the service runs")
    try await follow(reader(rules, production)) {
      let file = folder.appending(path: "service.lua")
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing("25 * c.limits.workers", with: "50 * c.limits.workers")
        .write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Prints the limit of connections, edits the rules, and prints it once more when it has changed.
  static func follow(_ config: ConfigReader, edit: @Sendable () throws -> Void) async throws {
    try await config.watchInt(forKey: "limits.connections", default: 0) { updates in
      var count = 0
      for try await connections in updates {
        print("  connections \(connections)")
        count += 1
        if count == 2 { return }
        try edit()
      }
    }
  }
}
