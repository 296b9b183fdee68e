/// A duration that an expression writes as a constant.
struct FEELDuration {
  /// The word of its type.
  let word: String
  /// Its months, or its seconds, with their sign.
  let digits: String

  /// Reads a call such as `duration("P1Y2M")`; `nil` for another expression.
  init?(_ expression: FEELExpression) {
    guard case .call(.name(let name), let arguments) = expression,
      ["duration", "@"].contains(name), arguments.count == 1, case .text(let text) = arguments[0]
    else { return nil }
    self.init(text)
  }

  private init?(_ text: String) {
    let months = /(-?)P(?:([0-9]{1,9})Y)?(?:([0-9]{1,9})M)?/
    let seconds =
      /(-?)P(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})(\.[0-9]{1,9})?S)?)?/
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
      (sign, fraction) = (match.1, match.6 ?? "")
    } else {
      return nil
    }
    digits = (total == 0 && fraction.isEmpty ? "" : sign) + String(total) + fraction
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
