import LuaRules

/// A line of output that GitHub Actions shows beside a line of code.
struct GitHubAnnotation {
  /// The kind of an annotation.
  enum Kind: String {
    case error, warning, notice
  }

  let kind: Kind
  let location: SourceLocation
  var columns: RuleFinding.Columns?
  let title: String
  let message: String

  /// The command, without a line break at the end.
  ///
  /// SOURCE: the workflow commands of GitHub Actions; what ends a property or the command is
  /// written with its code.
  var line: String {
    var path = location.file[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    var properties = ["file=\(Self.property(String(path)))"]
    if let line = location.line { properties.append("line=\(line)") }
    if let columns {
      properties += ["col=\(columns.start)", "endColumn=\(max(columns.start, columns.end - 1))"]
    }
    properties.append("title=\(Self.property(title))")
    return "::\(kind.rawValue) \(properties.joined(separator: ","))::\(Self.data(message))"
  }

  private static func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension RuleCheck {
  /// The findings as annotations of GitHub Actions, one a line; the last line
  /// counts them.
  public var githubAnnotations: String {
    let lines = findings.map { finding in
      let kind: GitHubAnnotation.Kind =
        switch finding.severity {
        case .error: .error
        case .warning: .warning
        case .info: .notice
        }
      let message =
        [finding.message, finding.fix.map { "hint: \($0)" }].compactMap(\.self)
        + finding.related.map { "note: \($0)" }
      return GitHubAnnotation(
        kind: kind, location: finding.location, columns: finding.columns,
        title: finding.code.rawValue, message: message.joined(separator: "\n")
      ).line
    }
    return (lines + [summary, ""]).joined(separator: "\n")
  }
}

extension RuleCoverage {
  /// Returns ``shortfall(of:)`` as an annotation of GitHub Actions at the first rule that did not
  /// win.
  public func githubAnnotation(ofShortfallOf percent: Double) -> String? {
    guard let message = shortfall(of: percent),
      let missed = rules.first(where: { $0.won == 0 })
    else { return nil }
    return GitHubAnnotation(
      kind: .error, location: missed.reference.location, title: "coverage", message: message
    ).line
  }
}

extension RuleTestRun {
  /// What failed as annotations of GitHub Actions, one a line; the last line
  /// counts the tests.
  public var githubAnnotations: String {
    var lines: [String] = []
    for file in files {
      switch file.content {
      case .failure(let error):
        lines.append(
          GitHubAnnotation(
            kind: .error, location: error.location ?? SourceLocation(file: file.path),
            title: error.code.rawValue,
            message: [error.message, error.hint.map { "hint: \($0)" }].compactMap(\.self)
              .joined(separator: "\n")
          ).line)
      case .success(let results):
        for result in results {
          lines += result.failures.map { failure in
            GitHubAnnotation(
              kind: .error, location: failure.location, title: result.name,
              message: ([failure.message] + failure.explanation).joined(separator: "\n")
            ).line
          }
        }
      }
    }
    return (lines + [summary]).joined(separator: "\n")
  }
}
