import ArgumentParser
import LuaRulesTools

/// A limit on the command line, such as `time=0.5`; a later one wins.
struct BudgetLimit {
  /// The limits with the given one, or with all of a project file.
  let limits: ProjectLimits

  init(_ limits: ProjectLimits) { self.limits = limits }

  /// Reads `limit=number`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError(
        "--budget requires a limit and a number, such as time=0.5, not '\(argument)'")
    }
    let (name, text) = (parts[0], parts[1])
    func count(upTo greatest: Int = .max) throws -> Int {
      guard let count = Int(text), (1...greatest).contains(count) else {
        let most = greatest == .max ? "of at least 1" : "from 1 to \(greatest)"
        throw ValidationError("--budget \(name) requires an integer \(most), not '\(text)'")
      }
      return count
    }
    var limits = ProjectLimits()
    switch name {
    case "instructions": limits.instructions = try count()
    case "time":
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw ValidationError(
          "--budget time requires seconds, more than 0 and at most 86400, not '\(text)'")
      }
      limits.time = seconds
    case "memory": limits.memory = try count(upTo: 65_536)
    case "depth": limits.depth = try count()
    case "valueNodes": limits.valueNodes = try count()
    case "valueBytes": limits.valueBytes = try count()
    case "valueDepth": limits.valueDepth = try count(upTo: 100)
    case "file": limits.file = try count()
    case "files": limits.files = try count()
    default:
      throw ValidationError(
        "--budget has no limit '\(name)'; the limits are instructions, time, memory, depth, "
          + "valueNodes, valueBytes, valueDepth, file and files")
    }
    self.limits = limits
  }
}

extension [BudgetLimit] {
  /// All limits together.
  var merged: ProjectLimits {
    reduce(into: ProjectLimits()) { result, next in
      let limits = next.limits
      result.instructions = limits.instructions ?? result.instructions
      result.time = limits.time ?? result.time
      result.memory = limits.memory ?? result.memory
      result.depth = limits.depth ?? result.depth
      result.valueNodes = limits.valueNodes ?? result.valueNodes
      result.valueBytes = limits.valueBytes ?? result.valueBytes
      result.valueDepth = limits.valueDepth ?? result.valueDepth
      result.file = limits.file ?? result.file
      result.files = limits.files ?? result.files
    }
  }
}
