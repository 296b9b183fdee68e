import ArgumentParser
import Foundation

@main
struct DirectToWebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "direct-to-web",
    abstract: "Opens a web front end for an SQLite database; rules decide what it shows.",
    subcommands: [Serve.self, AddUser.self, RemoveUser.self],
    defaultSubcommand: Serve.self)
}

/// The files beside a database.
struct SideFiles {
  let database: String

  var users: String { database + ".users.json" }
  var history: String { database + ".history" }
}

/// Tells what is wrong, and ends the program.
func fail(_ message: String) -> ExitCode {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  return ExitCode(1)
}
