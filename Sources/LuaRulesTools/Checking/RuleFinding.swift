import LuaRules

/// Something that is wrong with rules, or worth to be known, found without asking them.
public struct RuleFinding: Sendable, Hashable {
  /// What kind of finding it is, stable from release to release.
  public let code: Code
  /// How bad it is.
  public let severity: Severity
  /// Where it is.
  public let location: SourceLocation
  /// The part of the line that it is about, where that is known.
  public internal(set) var columns: Columns?
  /// What is found, in one line.
  public let message: String
  /// What would put it right.
  public let fix: String?
  /// What would stand in place of ``columns``, where that alone puts it right.
  public internal(set) var replacement: String?
  /// Other places that have to do with it.
  public let related: [RuleError.Note]
  /// The word in the line that the finding is about.
  var subject: String?
  /// Whether rules cannot be loaded because of it; then no comment suppresses it.
  private(set) var stopsLoading = false
  /// Where the rule begins that it is about; a comment there can suppress it, too.
  var rule: SourceLocation?

  /// How bad a finding is.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Worth to be known; often so on purpose.
    case info
    /// Certainly not as it looks, though rules can be asked.
    case warning
    /// What stops the rules from loading, or fails when it is asked.
    case error

    /// Returns whether the first is less bad.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A part of a line, in UTF-16 units as editors count them.
  public struct Columns: Sendable, Hashable {
    /// The first one, from 1.
    public let start: Int
    /// The one behind the last.
    public let end: Int
  }

  init(
    _ code: Code, _ severity: Severity, _ message: String, at location: SourceLocation,
    fix: String? = nil, related: [RuleError.Note] = [], subject: String? = nil,
    replacement: String? = nil, rule: SourceLocation? = nil
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
    self.fix = fix
    self.related = related
    self.subject = subject
    self.replacement = replacement
    self.rule = rule
  }

  /// Creates the finding of what stops rules from being loaded.
  init(_ error: RuleError) {
    self.init(
      Code(rawValue: error.code.rawValue), .error, error.message,
      at: error.location ?? SourceLocation(file: "rules"), fix: error.hint, related: error.notes)
    stopsLoading = true
  }
}

extension RuleFinding: CustomStringConvertible {
  /// The finding as a rule author reads it; several lines, without a final line break.
  public var description: String {
    let column = columns.map { ":\($0.start)" } ?? ""
    var lines = ["\(location)\(column): \(severity.rawValue): \(message) [\(code.rawValue)]"]
    if let fix { lines.append("  hint: \(fix)") }
    lines += related.map { "  note: \($0)" }
    return lines.joined(separator: "\n")
  }
}
