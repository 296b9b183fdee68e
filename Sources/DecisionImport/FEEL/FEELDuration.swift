/// A duration that an expression writes as a constant.
struct FEELDuration {
  /// The word of its type.
  let word: String
  /// Its months, or its seconds, with their sign.
  let digits: String
  /// The shortest text, which no other duration has.
  let text: String

  /// Reads a call such as `duration("P1Y2M")`; `nil` for another expression.
  init?(_ expression: FEELExpression) {
    guard case .call(.name(let name), let arguments) = expression,
      ["duration", "@"].contains(name), arguments.count == 1, case .text(let text) = arguments[0]
    else { return nil }
    self.init(text)
  }

  init?(_ text: String) {
    let months = /(-?)P(?:([0-9]{1,12})Y)?(?:([0-9]{1,12})M)?/
    let seconds =
      /(-?)P(?:([0-9]{1,12})D)?(?:T(?:([0-9]{1,12})H)?(?:([0-9]{1,12})M)?(?:([0-9]{1,12})(\.[0-9]{1,9})?S)?)?/
    guard let last = text.last, last.isLetter, last != "T", last != "P" else { return nil }
    func count(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let (sign, total, fraction): (Substring, Int, Substring)
    if let match = text.wholeMatch(of: months)?.output {
      word = "years and months duration"
      (sign, total, fraction) = (match.1, count(match.2) * 12 + count(match.3), "")
    } else if let match = text.wholeMatch(of: seconds)?.output {
      word = "days and time duration"
      let hours = count(match.2) * 24 + count(match.3)
      total = (hours * 60 + count(match.4)) * 60 + count(match.5)
      let digits = (match.6 ?? "").reversed().drop { $0 == "0" }.count
      (sign, fraction) = (match.1, (match.6 ?? "").prefix(digits > 1 ? digits : 0))
    } else {
      return nil
    }
    let isZero = total == 0 && fraction.allSatisfy { $0 == "." || $0 == "0" }
    digits = (isZero ? "" : sign) + String(total) + fraction
    let parts =
      word.hasPrefix("years")
      ? Self.parts([(total / 12, "Y"), (total % 12, "M")])
      : Self.parts([(total / 86_400, "D")])
        + Self.clock(total % 86_400, isZero ? "" : fraction)
    self.text = isZero ? (word.hasPrefix("years") ? "P0M" : "PT0S") : "\(sign)P\(parts)"
  }

  /// The names of parts.
  static let units = ["years", "months", "days", "hours", "minutes", "seconds"]

  /// A part, as digits; `nil` for one that such a duration does not have.
  func part(_ name: String) -> String? {
    let isNegative = digits.hasPrefix("-")
    let number = (isNegative ? digits.dropFirst() : digits[...]).split(separator: ".")
    let total = number.first.flatMap { Int($0) } ?? 0
    let count: Int
    switch (word.hasPrefix("years"), name) {
    case (true, "years"): count = total / 12
    case (true, "months"): count = total % 12
    case (false, "days"): count = total / 86_400
    case (false, "hours"): count = total / 3600 % 24
    case (false, "minutes"): count = total / 60 % 60
    case (false, "seconds"): count = total % 60
    default: return nil
    }
    let fraction = name == "seconds" && number.count > 1 ? ".\(number[1])" : ""
    let isZero = count == 0 && fraction.isEmpty
    return (isNegative && !isZero ? "-" : "") + String(count) + fraction
  }

  /// Whether a text is surely no duration, also none that is too long to be read.
  static func isNone(_ text: String) -> Bool {
    FEELDuration(text) == nil && text.firstMatch(of: /[0-9]{10,}/) == nil
  }

  private static func parts(_ counts: [(count: Int, unit: String)]) -> String {
    counts.filter { $0.count != 0 }.map { "\($0.count)\($0.unit)" }.joined()
  }

  /// The hours, minutes and seconds of less than a day.
  private static func clock(_ seconds: Int, _ fraction: Substring) -> String {
    var text = parts([(seconds / 3600, "H"), (seconds / 60 % 60, "M")])
    if seconds % 60 != 0 || !fraction.isEmpty { text += "\(seconds % 60)\(fraction)S" }
    return text.isEmpty ? "" : "T\(text)"
  }
}

extension FEELExpression {
  /// Whether this is a duration, and the other a constant that is none.
  func isOfOtherKind(than other: FEELExpression) -> Bool {
    guard let duration = FEELDuration(self) else { return false }
    if let other = FEELDuration(other) { return duration.word != other.word }
    return other.constant.map { $0 != .null } ?? false
  }
}

extension LuaWriter {
  /// Durations that are compared, as numbers of months or seconds; `nil` if there is none, or something else.
  func measured(_ expressions: [Expression], _ scope: LuaScope) throws(FEELFault) -> [Expression]? {
    var word: String?
    var measured: [Expression] = []
    for expression in expressions {
      guard let measure = try self.measured(expression, &word, scope) else { return nil }
      measured.append(measure)
    }
    return word == nil ? nil : measured
  }

  private func measured(_ expression: Expression, _ word: inout String?, _ scope: LuaScope)
    throws(FEELFault) -> Expression?
  {
    switch expression {
    case .null: return .null
    case .list(let values):
      var measures: [Expression] = []
      for value in values {
        guard let measure = try measured(value, &word, scope) else { return nil }
        measures.append(measure)
      }
      return .list(measures)
    case .range(let low, let high, let form):
      guard let least = try measured(low, &word, scope), let most = try measured(high, &word, scope)
      else { return nil }
      return .range(least, most, form: form)
    case .side(let sign, let bound):
      return try measured(bound, &word, scope).map { .side(sign, $0) }
    case .filter(let list, .number(let position)):
      return try measured(list, &word, scope).map { .filter($0, .number(position)) }
    case .name, .member:
      guard case .temporal(let known) = try value(expression, scope).type,
        known.hasSuffix("duration"), known == word ?? known
      else { return nil }
      word = known
      return .call(.name(FEELFunction.measure), [expression])
    default:
      guard let duration = FEELDuration(expression), duration.word == word ?? duration.word else {
        return nil
      }
      word = duration.word
      return .number(duration.digits)
    }
  }
}
