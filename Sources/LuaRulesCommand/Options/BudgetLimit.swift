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
    var limits = ProjectLimits()
    if name == "time" {
      guard let seconds = Double(text), seconds > 0, seconds <= ProjectLimits.mostSeconds else {
        throw ValidationError(
          "--budget time requires seconds, more than 0 and at most 86400, not '\(text)'")
      }
      limits.time = seconds
    } else if let known = ProjectLimits.counts.first(where: { $0.name == name }) {
      guard let count = Int(text), (1...known.greatest).contains(count) else {
        let range = known.greatest == .max ? "of at least 1" : "from 1 to \(known.greatest)"
        throw ValidationError("--budget \(name) requires an integer \(range), not '\(text)'")
      }
      limits[keyPath: known.path] = count
    } else {
      let names = ProjectLimits.counts.map(\.name).joined(separator: ", ")
      throw ValidationError("--budget has no limit '\(name)'; the limits are time, \(names)")
    }
    self.limits = limits
  }
}

extension [BudgetLimit] {
  /// All limits together.
  var merged: ProjectLimits { reduce(into: ProjectLimits()) { $0.merge($1.limits) } }
}
