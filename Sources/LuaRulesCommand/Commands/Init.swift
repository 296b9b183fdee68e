import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create a folder of rules to start from.",
    discussion: """
      Write luarules.json, which names the parts of the project; todo.lua with rules; todo.test.lua \
      with tests; and app.schema.json with the declared keys. If one of them exists, write nothing.

      luarules init rules
      luarules eval rules --key fancyColor
      """)

  @Argument(help: "The folder; it is created if it does not exist.")
  var folder = "."

  func run() throws {
    try withExitStatus {
      let files = ProjectTemplate.files.map { (path: path(of: $0.name), text: $0.text) }
      for (path, _) in files where FileManager.default.fileExists(atPath: path) {
        throw unwritable(path, "the file is there already", hint: "nothing was written")
      }
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw unwritable(folder, "the folder cannot be made")
      }
      var output = StandardOutput()
      for (path, text) in files {
        do {
          // A file that appeared in the meantime is not overwritten either.
          try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch {
          throw unwritable(path, "the file cannot be written")
        }
        try output.print(path)
      }
      try output.flush()
      return nil
    }
  }

  private func path(of name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private func unwritable(_ path: String, _ message: String, hint: String? = nil) -> Failure {
    Failure(
      RuleError(.unwritable, message, at: SourceLocation(file: path), hint: hint), .noOutput)
  }
}
