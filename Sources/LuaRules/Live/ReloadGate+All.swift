extension ReloadGate {
  /// A gate that lets a generation pass if all of some gates do.
  ///
  /// The gates are asked one after the other, all of them, so that the reason of a refusal has
  /// those of every gate that refuses; a gate that throws refuses, too. If no gate refuses, the
  /// reports are joined likewise.
  ///
  /// ```swift
  /// liveOptions.gate = .all([.checks(), .tests(), .recorded(.report)])
  /// ```
  ///
  /// - Parameter gates: The gates; without any, every generation passes. Together they have the sum
  ///   of their time limits.
  /// - Returns: The gate.
  public static func all(_ gates: [ReloadGate]) -> ReloadGate {
    // The sum of no time limits is zero, which refuses whatever is not decided at once.
    guard !gates.isEmpty else { return ReloadGate { _, _ in .allow } }
    return ReloadGate(
      timeLimit: gates.reduce(.zero) { $0 + $1.timeLimit }, observers: gates.flatMap(\.observers)
    ) { swap in
      var refusals: [String] = []
      var reports: [String] = []
      for gate in gates {
        switch gate.decision(on: swap) {
        case .allow: break
        case .report(let report): reports.append(report)
        case .refuse(let reason): refusals.append(reason)
        }
      }
      if !refusals.isEmpty { return .refuse(reason: refusals.joined(separator: "\n")) }
      return reports.isEmpty ? .allow : .report(reports.joined(separator: "\n"))
    }
  }

  /// Returns the decision; a gate that throws refuses.
  func decision(on swap: RuleSwap) -> Decision {
    do {
      return try decide(swap)
    } catch {
      return .refuse(reason: "the gate failed: \(error)")
    }
  }
}
