import LuaRules

extension RuleTestRun {
  /// The report in the XML format of JUnit, which build servers read.
  public var junit: String {
    let counts = counts
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites tests=\"\(counts.tests)\" failures=\"\(counts.failed)\" "
        + "errors=\"\(counts.errors)\" skipped=\"\(counts.skipped)\">",
    ]
    for file in files { lines += Self.lines(of: file) }
    return (lines + ["</testsuites>"]).joined(separator: "\n")
  }

  private static func lines(of file: File) -> [String] {
    let name = "name=\(quoted(file.path))"
    switch file.content {
    case .failure(let error):
      return [
        "  <testsuite \(name) tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">",
        "    <testcase classname=\(quoted(file.path)) name=\"loading\">",
        "      <error message=\(quoted(error.message)) type=\(quoted(error.code.rawValue))>"
          + "\(escaped(error.description))</error>",
        "    </testcase>",
        "  </testsuite>",
      ]
    case .success(let results):
      let failed = results.count { !$0.failures.isEmpty }
      let skipped = results.count { $0.skipped != nil }
      let time = results.reduce(Duration.zero) { $0 + $1.duration }
      return [
        "  <testsuite \(name) tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\" "
          + "skipped=\"\(skipped)\" time=\"\(time.seconds)\">"
      ] + results.flatMap { lines(of: $0, in: file.path) } + ["  </testsuite>"]
    }
  }

  private static func lines(of result: RuleTestResult, in path: String) -> [String] {
    let line = result.location.line.map { " line=\"\($0)\"" } ?? ""
    let start =
      "    <testcase classname=\(quoted(path)) name=\(quoted(result.name)) "
      + "file=\(quoted(result.location.file))\(line) time=\"\(result.duration.seconds)\""
    if let reason = result.skipped {
      return [start + ">", "      <skipped message=\(quoted(reason))/>", "    </testcase>"]
    }
    guard !result.failures.isEmpty else { return [start + "/>"] }
    return [start + ">"]
      + result.failures.map { failure in
        "      <failure message=\(quoted(failure.message)) type=\"expectation\">"
          + "\(escaped(failure.description))</failure>"
      } + ["    </testcase>"]
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the text escaped for XML; characters that XML 1.0 does not allow
  /// are replaced.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{FFFE}", "\u{FFFF}",
        _ where scalar.value < 0x20:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
