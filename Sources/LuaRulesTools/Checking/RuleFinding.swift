import LuaRules

/// A problem or a remark about rules, found before they answer anything.
public struct RuleFinding: Sendable, Hashable {
  /// The kind of the finding, stable from release to release.
  public let code: Code
  /// The severity.
  public internal(set) var severity: Severity
  /// The location.
  public internal(set) var location: SourceLocation
  /// The columns of its subject, if they are known.
  public internal(set) var columns: Columns?
  /// The finding in one line.
  public internal(set) var message: String
  /// How to correct it, as a sentence for the author; no text for the file.
  public let fix: String?
  /// The replacement for ``columns``: the text that is likely meant, which an editor may offer.
  public internal(set) var replacement: String?
  /// The changes of the file that correct the finding, if they are certain.
  ///
  /// They may be of more places than ``columns``, and are what `luarules check --fix` applies.
  public internal(set) var correction: Correction?
  /// Related locations.
  public internal(set) var related: [RuleError.Note]
  /// The word in the line that the finding is about.
  package internal(set) var subject: String?
  /// The value that is compared, in words of the source.
  private(set) var compared: String?
  /// Whether rules cannot be loaded because of it; then no comment can suppress
  /// it.
  package private(set) var stopsLoading = false
  /// The value of the context that is said to be missing at times, if trials can tell.
  var missing: MissingValue?
  /// Where its rule begins; a comment there can suppress it, too.
  var rule: SourceLocation?
  /// The key of its rule, unless it is the same for all keys of a rule for several.
  var key: String?

  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// A remark; often intended.
    case info
    /// Certainly a mistake, but rules can be evaluated.
    case warning
    /// An error that stops the rules from loading, or fails an evaluation.
    case error

    /// Returns whether the left severity is lower.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A value of the context that may be missing where a rule uses it.
  struct MissingValue: Sendable, Hashable {
    /// The names from the context on, and `[]` for any element of a list.
    let path: [String]
    /// Whether the rule gives nothing before it has come to the use.
    let isAlwaysUsed: Bool
    /// Whether a function uses it that the rule gives to others, which may test the value before they
    /// call it.
    let isUsedInside: Bool
  }

  /// A part of a line, in UTF-16 units as editors count them.
  public struct Columns: Sendable, Hashable {
    /// The first column, from 1.
    public let start: Int
    /// The column behind the last one.
    public let end: Int
  }

  init(
    _ code: Code, _ severity: Severity, _ message: String, at location: SourceLocation,
    fix: String? = nil, related: [RuleError.Note] = [], subject: String? = nil,
    replacement: String? = nil, compared: String? = nil, rule: SourceLocation? = nil,
    stopsLoading: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
    self.fix = fix
    self.related = related
    self.subject = subject
    self.replacement = replacement
    self.compared = compared
    self.rule = rule
    self.stopsLoading = stopsLoading
  }

  /// Creates the finding for an error that stops rules from being loaded.
  init(_ error: RuleError) {
    self.init(
      Code(rawValue: error.code.rawValue), .error, error.message,
      at: error.location ?? SourceLocation(file: "rules"), fix: error.hint, related: error.notes,
      subject: error.spelling?.written, replacement: error.spelling?.meant)
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
