import LuaRules

/// The places that findings were told of, so that nothing is told twice in other words.
struct ToldFindings {
  private var places: [SourceLocation: [Finding]] = [:]

  private struct Finding {
    let code: RuleFinding.Code
    let subject: String?
    /// What is compared.
    let compared: String?
  }

  private var errors: Set<SourceLocation>
  private var nils: Set<SourceLocation> = []

  init(_ findings: [RuleFinding]) {
    errors = Set(findings.lazy.filter { $0.severity == .error }.map(\.location))
    for finding in findings where finding.code != .notPlanned {
      places[finding.location, default: []].append(
        Finding(code: finding.code, subject: finding.subject, compared: finding.compared))
    }
  }

  func has(_ place: SourceLocation, _ codes: [RuleFinding.Code]) -> Bool {
    places[place]?.contains { codes.contains($0.code) } ?? false
  }

  func hasAny(at place: SourceLocation) -> Bool { places[place]?.isEmpty == false }

  func hasError(at place: SourceLocation) -> Bool { errors.contains(place) }

  /// Whether a value in a line is certainly nil.
  func hasNil(at place: SourceLocation) -> Bool { nils.contains(place) }

  /// Notes that a value in a line is certainly nil.
  mutating func noteNil(at place: SourceLocation) { nils.insert(place) }

  /// Notes that what fails at a place is told there.
  mutating func noteError(at place: SourceLocation) { errors.insert(place) }

  /// Notes a finding; returns whether it is new.
  mutating func insert(
    _ code: RuleFinding.Code, _ place: SourceLocation, _ subject: String?,
    comparing compared: String? = nil
  ) -> Bool {
    let known = places[place] ?? []
    let new = Finding(code: code, subject: subject, compared: compared)
    let isKnown = known.contains { other in
      if code == .impossibleComparison,
        other.code == .alwaysFalse || other.code == .alwaysTrue
          || other.code == .nullComparison
      {
        return true
      }
      if code == .wrongCall, other.code == .unknownHostFunction || other.code == .undefinedGlobal {
        return true
      }
      if code == .wrongType, other.code == .wrongValue { return true }
      if code == .unknownMember, other.code == .undefinedGlobal {
        return other.subject == subject
      }
      // Several values are compared in one line.
      if let one = new.compared, let two = other.compared, one != two,
        !one.isResult(like: two)
      {
        return false
      }
      return other.code == code
        && (other.subject == subject || other.subject == nil || subject == nil
          || code == .impossibleComparison || code == .wrongType)
    }
    if !isKnown { places[place, default: []].append(new) }
    return !isKnown
  }
}

extension String {
  /// Whether both are results of calls of one function, in words of the source.
  fileprivate func isResult(like other: String) -> Bool {
    hasSuffix("(…)") && other.hasSuffix("(…)") && lastName == other.lastName
  }
}
