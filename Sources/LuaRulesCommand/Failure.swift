import ArgumentParser
import LuaRules

/// The reason why a command cannot continue.
struct Failure: Error {
  let error: RuleError
  let status: Status

  /// The exit status of the command; the greatest one wins.
  enum Status: Int32, Comparable {
    /// The rules have an error.
    case rulesAtFault = 1
    /// A context or a schema has an error.
    case badData = 65
    /// A file is missing or cannot be read.
    case noInput = 66
    /// The answer cannot be written.
    case noOutput = 74

    static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }
  }

  init(_ error: RuleError, _ status: Status) {
    self.error = error
    self.status = status
  }
}

extension ParsableCommand {
  /// Runs the body of a command; on an error, prints it and exits with its
  /// status.
  func withExitStatus(_ body: () throws -> Failure.Status?) throws {
    let status: Failure.Status?
    do {
      status = try body()
    } catch let failure as Failure {
      StandardError.print(failure.error)
      status = failure.status
    }
    if let status { throw ExitCode(status.rawValue) }
  }
}
