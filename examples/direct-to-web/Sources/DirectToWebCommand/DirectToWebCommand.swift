import ArgumentParser
import DirectToWeb
import Foundation
import Logging
import LuaRules

@main
struct DirectToWebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "direct-to-web",
    abstract: "Opens a web front end for an SQLite database; rules decide what it shows.")

  @Argument(help: "The database.")
  var database: String

  @Option(name: .long, help: "A folder of rules, which may be edited while it runs.")
  var rules: String?

  @Option(name: .long, help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(name: .long, help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(name: .long, help: "What stands before each path, such as /shop.")
  var basePath = ""

  @Flag(name: .long, help: "Change nothing in the database.")
  var readOnly = false

  @Flag(
    name: .long,
    help: "Switch the database to write-ahead logging, for good: readers do not wait for writers.")
  var wal = false

  mutating func run() async throws {
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = .warning
      return handler
    }
    let server: SiteServer
    do {
      var options = DatabaseFile.Options()
      options.isReadOnly = readOnly
      options.convertsToWAL = wal
      let file = try DatabaseFile(path: database, options: options)
      let live = try rules.map {
        try LiveRuleModel(contentsOf: URL(fileURLWithPath: $0), schema: .pages)
      }
      var siteOptions = Site.Options()
      siteOptions.basePath = basePath
      siteOptions.rulesFolder = rules.map { URL(fileURLWithPath: $0) }
      var made = SiteServer(try await Site(file, rules: live, options: siteOptions))
      made.host = host
      made.port = port
      server = made
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      throw ExitCode(1)
    }
    try await server.run { address in
      print(address)
      fflush(nil)
    }
  }
}
