import LuaRules

extension RuleTestRun {
  /// The report for people; several lines, without a final line break.
  public var text: String {
    var lines: [String] = []
    for file in files {
      lines.append(file.path)
      switch file.content {
      case .failure(let error):
        lines += error.description.split(separator: "\n").map { "    \($0)" }
      case .success(let results):
        for result in results { lines += Self.lines(of: result) }
      }
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  /// The counts in words.
  public var summary: String {
    let counts = counts
    var parts = [counts.tests == 1 ? "1 test" : "\(counts.tests) tests"]
    if counts.failed > 0 {
      parts.append("\(counts.failed) failed")
    } else if counts.errors == 0, counts.passed > 0 {
      parts.append(counts.skipped == 0 ? "all passed" : "\(counts.passed) passed")
    }
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    if counts.errors > 0 {
      let files = counts.errors == 1 ? "1 file does" : "\(counts.errors) files do"
      parts.append("\(files) not load")
    }
    return parts.joined(separator: ", ")
  }

  private static func lines(of result: RuleTestResult) -> [String] {
    if let reason = result.skipped {
      return ["  - \(result.name) (skipped\(reason.isEmpty ? "" : ": \(reason)"))"]
    }
    guard !result.failures.isEmpty else { return ["  ✔ \(result.name)"] }
    return ["  ✘ \(result.name)"]
      + result.failures.flatMap { failure in
        failure.description.split(separator: "\n").map { "      \($0)" }
      }
  }
}
