import LuaRules

extension RuleCoverage {
  /// The report for people: for each file the counts, and the rules with gaps.
  public var text: String {
    var lines: [String] = []
    for (path, rules) in files {
      let conditional = rules.filter(\.isConditional)
      let won = rules.count { $0.won > 0 }
      let both = conditional.count(where: \.isSeenBothWays)
      lines.append(
        "\(path): \(won) of \(rules.count) rules won, \(both) of \(conditional.count) conditions "
          + "seen both ways")
      lines += zip(rules, Self.labels(of: rules)).compactMap { rule, label in
        rule.gap.map { "  \(label): \($0)" }
      }
    }
    return lines.isEmpty ? "there are no rules to cover" : lines.joined(separator: "\n")
  }

  /// Returns what is wrong if too few rules won in a test: the part that did, and
  /// each rule that did not, with its gap.
  ///
  /// - Parameter percent: How many of 100 rules have to win.
  /// - Returns: Several lines, without a final line break; `nil` if enough rules won, or if there
  ///   are none.
  public func shortfall(of percent: Double) -> String? {
    let won = rules.count { $0.won > 0 }
    guard Double(won) * 100 < percent * Double(rules.count) else { return nil }
    // Rounded down, so that it is never the wanted number.
    let tenths = won * 1000 / rules.count
    let part = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    let wanted = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    let missed = rules.filter { $0.won == 0 }
    return
      (["\(won) of \(rules.count) rules won in a test, \(part) %; \(wanted) % is required"]
      + zip(missed, Self.labels(of: missed)).map { "  \($1): \($0.gap ?? "never won")" })
      .joined(separator: "\n")
  }

  /// The report as one line of JSON.
  public var json: String { report.json }

  var report: LuaValue {
    .list(
      rules.map { rule in
        .object([
          "declined": .count(rule.declined), "failed": .count(rule.failed),
          "gap": .text(rule.gap), "hasCondition": .boolean(rule.isConditional),
          "key": .string(rule.reference.key), "passed": .count(rule.passed),
          "place": .place(rule.reference.location), "rule": .text(rule.reference.name),
          "won": .count(rule.won),
        ])
      })
  }

  /// The report in the format of `lcov`.
  ///
  /// A line counts how often its rules won. A condition has two branches: it
  /// held, or it did not hold.
  public var lcov: String {
    files.flatMap { path, rules in Self.record(path, rules) }.joined(separator: "\n")
  }

  private static func record(_ path: String, _ rules: [Rule]) -> [String] {
    var lines = ["TN:", "SF:\(path)"]
    var wins: [Int: Int] = [:]
    var branches: [String] = []
    var found = 0
    for (number, rule) in rules.enumerated() {
      let line = rule.reference.location.line ?? 1
      wins[line, default: 0] += rule.won
      guard rule.isConditional else { continue }
      for (branch, count) in [rule.won + rule.declined, rule.passed].enumerated() {
        branches.append(
          "BRDA:\(line),\(number),\(branch),\(rule.tries == 0 ? "-" : String(count))")
        if count > 0 { found += 1 }
      }
    }
    lines += branches
    lines += ["BRF:\(branches.count)", "BRH:\(found)"]
    lines += wins.keys.sorted().map { "DA:\($0),\(wins[$0] ?? 0)" }
    lines += ["LF:\(wins.count)", "LH:\(wins.values.count { $0 > 0 })", "end_of_record"]
    return lines
  }
}
