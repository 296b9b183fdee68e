import ArgumentParser
import LuaRules

/// Why a command ends without having answered all.
struct Failure: Error {
  /// What the command's exit status says.
  enum Status: Int32 {
    /// The rules are at fault.
    case rulesAtFault = 1
    /// A context or a schema is not what it should be.
    case badData = 65
    /// A file is missing or cannot be read.
    case noInput = 66
  }

  let errors: [RuleError]
  let status: Status

  init(_ errors: [RuleError], status: Status) {
    self.errors = errors
    self.status = status
  }

  /// Prints the errors and ends the process.
  func exit() -> Never {
    for error in errors { StandardError.write("\(error)\n") }
    LuaRulesCommand.exit(withError: ExitCode(status.rawValue))
  }
}
