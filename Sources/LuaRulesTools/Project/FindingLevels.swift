import LuaRules

/// The levels at which a project wants findings to be told.
///
/// ```json
/// { "findings": {
///     "not-planned": "off", "unused-local": "error",
///     "drafts/**": { "tie": "info", "unused-module": "off" } } }
/// ```
///
/// A level for some files counts there instead of one for all files; of several,
/// that with the longest pattern counts; of equally long ones, the first in the order of
/// their bytes.
public struct FindingLevels: Sendable, Hashable {
  /// The level of a kind of findings.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// They are not told.
    case off
    /// A remark.
    case info
    /// A warning.
    case warning
    /// An error.
    case error
  }

  private var general: [RuleFinding.Code: Level] = [:]
  /// The levels for some files, those with the longest patterns first.
  private var ofFiles: [FileLevels] = []

  private struct FileLevels: Hashable {
    let pattern: PathPattern
    let levels: [RuleFinding.Code: Level]
  }

  /// Creates levels that change nothing.
  public init() {}

  /// Sets the level of a kind of findings in all files.
  mutating func set(_ code: RuleFinding.Code, to level: Level) { general[code] = level }

  /// Sets levels in the files that a pattern matches.
  mutating func set(_ levels: [RuleFinding.Code: Level], in pattern: PathPattern) {
    ofFiles.append(FileLevels(pattern: pattern, levels: levels))
    ofFiles.sort { left, right in
      left.pattern.length != right.pattern.length
        ? left.pattern.length > right.pattern.length
        : left.pattern.text.utf8.lexicographicallyPrecedes(right.pattern.text.utf8)
    }
  }

  /// Returns the level of a kind of findings in a file.
  ///
  /// - Parameters:
  ///   - code: The kind.
  ///   - file: The path of the file, as in findings.
  /// - Returns: The level; `nil` if findings keep their own.
  public func level(of code: RuleFinding.Code, in file: String) -> Level? {
    level(of: code, inResolved: LocalFileSystem().resolved(file))
  }

  private func level(of code: RuleFinding.Code, inResolved file: String) -> Level? {
    ofFiles.lazy.filter { $0.levels[code] != nil }.first { $0.pattern.matches(file) }?.levels[code]
      ?? general[code]
  }

  /// Returns findings with these levels, without those that are off.
  ///
  /// What stops rules from being loaded stays an error.
  ///
  /// - Complexity: O(*n* · *p*) for *n* findings and *p* patterns.
  public func applied(to findings: [RuleFinding]) -> [RuleFinding] {
    guard !general.isEmpty || !ofFiles.isEmpty else { return findings }
    let files = LocalFileSystem()
    var resolved: [String: String] = [:]
    return findings.compactMap { finding in
      guard !finding.stopsLoading else { return finding }
      let name = finding.location.file
      // Without patterns, no file is looked up.
      let path = ofFiles.isEmpty ? name : resolved[name] ?? files.resolved(name)
      resolved[name] = path
      guard let level = level(of: finding.code, inResolved: path) else { return finding }
      guard let severity = RuleFinding.Severity(rawValue: level.rawValue) else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
  }
}

extension RuleCheck {
  /// Returns the check with other levels of its findings; see ``FindingLevels/applied(to:)``.
  public func applying(_ levels: FindingLevels) -> RuleCheck {
    var check = self
    check.findings = levels.applied(to: findings)
    return check
  }
}

extension FileCheck {
  /// The findings with other levels; see ``FindingLevels/applied(to:)``.
  package func findings(at levels: FindingLevels) -> [RuleFinding] { levels.applied(to: findings) }
}
