import ArgumentParser
import DirectToWeb
import Foundation

/// Adds a user, or gives one another password.
struct AddUser: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-user",
    abstract: "Adds a user of a database, or gives one another password and other members.",
    discussion:
      "The password is asked for twice, and not shown; where no terminal is, it is read from standard input, one line."
  )

  @Argument(help: "The name.")
  var name: String

  @Argument(help: "The database.")
  var database: String

  @Option(
    name: .customLong("with"),
    help: "What rules see of the user besides the name, as role=clerk or store_id=3.")
  var members: [String] = []

  mutating func run() async throws {
    let password: String
    do {
      password = try HiddenInput.password(of: name)
    } catch {
      throw fail(error.message)
    }
    do {
      var found: [String: UserMember] = [:]
      for member in members {
        let parts = member.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { throw fail("`\(member)` is not of the form name=value") }
        found[String(parts[0])] = Self.value(String(parts[1]))
      }
      let user = try User(
        name: name, password: try await PasswordHasher().hash(password), members: found)
      let file = UserFile(path: SideFiles(database: database).users)
      if try file.list()[name] == nil { try file.add(user) } else { try file.change(user) }
    } catch let error as ExitCode {
      throw error
    } catch {
      throw fail("\(error)")
    }
  }

  private static func value(_ text: String) -> UserMember {
    if let number = Int(text) { return .integer(number) }
    return text == "true" || text == "false" ? .boolean(text == "true") : .text(text)
  }
}

/// Removes a user.
struct RemoveUser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-user", abstract: "Removes a user of a database.")

  @Argument(help: "The name.")
  var name: String

  @Argument(help: "The database.")
  var database: String

  func run() throws {
    do {
      try UserFile(path: SideFiles(database: database).users).remove(name)
    } catch {
      throw fail("\(error)")
    }
  }
}
