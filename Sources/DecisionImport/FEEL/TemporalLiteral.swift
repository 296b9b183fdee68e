/// A date, a time or a duration that an expression writes as a constant, in a form whose texts can be compared.
struct TemporalLiteral {
  let text: String
  let type: FEELType

  /// What types of literals end with that have no zone, so that their texts have the order of their values.
  static let local = " without a zone"

  /// Reads the argument of a function such as `date`, or of `@`; `nil` for other functions and forms.
  init?(_ text: String, of function: String) {
    let form = Self.form(of: text)
    switch (function, form) {
    case ("date", "date"?), ("@", "date"?):
      self.init(text, "date")
    case ("time", "time"?), ("@", "time"?):
      self.init(text, "time" + Self.local)
    case ("date and time", "date and time"?), ("@", "date and time"?):
      self.init(text, "date and time" + Self.local)
    case ("date and time", "date"?):
      self.init(text + "T00:00:00", "date and time" + Self.local)
    case ("duration", _), ("@", nil):
      guard let duration = FEELDuration(text) else { return nil }
      self.init(duration.text, duration.word)
    default: return nil
    }
  }

  /// Reads a call of such a function; `nil` for another expression.
  init?(_ expression: FEELExpression) {
    guard case .call(.name(let function), let arguments) = expression, arguments.count == 1,
      case .text(let text) = arguments[0]
    else { return nil }
    self.init(text, of: function)
  }

  /// A part such as the year, as digits; `nil` for another part.
  func part(_ name: String) -> String? {
    if name == "weekday" { return weekday }
    let date: Substring? = CalendarDay(String(text.prefix(10))) != nil ? text.prefix(10) : nil
    let time: Substring? = Self.isTime(text.suffix(8)) ? text.suffix(8) : nil
    let digits: Substring?? =
      switch name {
      case "year": date?.prefix(4)
      case "month": date?.dropFirst(5).prefix(2)
      case "day": date?.suffix(2)
      case "hour": time?.prefix(2)
      case "minute": time?.dropFirst(3).prefix(2)
      case "second": time?.suffix(2)
      default: nil
      }
    return digits.flatMap { $0 }.flatMap { Int($0) }.map(String.init)
  }

  /// Whether the literal has no such part, which is null.
  func lacks(_ name: String) -> Bool {
    guard case .temporal(let word) = type else { return false }
    return word.hasSuffix(Self.local) && ["time offset", "timezone"].contains(name)
  }

  /// The day of the week, from 1 for Monday; `nil` for a time or a duration.
  var weekday: String? {
    let parts = ["year", "month", "day"].compactMap { part($0).flatMap { Int($0) } }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return nil }
    // SOURCE: Tomohiko Sakamoto's way to find the day of the week.
    let year = parts[1] < 3 ? parts[0] - 1 : parts[0]
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][parts[1] - 1]
    return String((year + year / 4 - year / 100 + year / 400 + shift + parts[2] + 6) % 7 + 1)
  }

  private init(_ text: String, _ word: String) {
    self.text = text
    type = .temporal(word)
  }

  /// The word of what a text writes in its shortest form; `nil` for another text.
  private static func form(of text: String) -> String? {
    if CalendarDay(text) != nil { return "date" }
    if isTime(text[...]) { return "time" }
    if text.count == 19, CalendarDay(String(text.prefix(10))) != nil,
      text.dropFirst(10).first == "T", isTime(text.dropFirst(11))
    {
      return "date and time"
    }
    return nil
  }

  private static func isTime(_ text: Substring) -> Bool {
    text.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]/) != nil
  }
}

extension FEELType {
  /// What a date, a time or a duration is in arithmetic.
  enum TemporalClass { case point, duration }

  /// The class of a date, a time or a duration that is known; `nil` for other types.
  var temporalClass: TemporalClass? {
    guard case .temporal(let word) = self else { return nil }
    if word.hasSuffix("duration") { return .duration }
    let points = ["date", "time", "date and time"]
    return points.contains(word) || points.contains { word == $0 + TemporalLiteral.local }
      ? .point : nil
  }

  /// The word without what literals add to it.
  private var temporalKind: String? {
    guard temporalClass != nil, case .temporal(let word) = self else { return nil }
    return word.hasSuffix(TemporalLiteral.local)
      ? String(word.dropLast(TemporalLiteral.local.count)) : word
  }

  /// Whether a comparison with a date, a time or a duration gives null because the other is of another kind.
  static func isOfOtherKind(_ one: FEELType, _ other: FEELType) -> Bool {
    switch (one.temporalKind, other.temporalKind) {
    case (nil, nil): false
    // A date may become a date and time.
    case (let kind?, let other?):
      kind != other && Set([kind, other]) != ["date", "date and time"]
    case (_?, nil): other.base != .any && other != .null && other.temporalWord == nil
    case (nil, _?): one.base != .any && one != .null && one.temporalWord == nil
    }
  }

  /// Whether arithmetic with a date, a time or a duration gives null whatever the values are.
  static func isNull(_ sign: FEELOperator, _ one: FEELType, _ other: FEELType) -> Bool {
    func isKnown(_ type: FEELType) -> Bool {
      type.temporalClass != nil || (type.base != .any && type.temporalWord == nil)
    }
    guard one.temporalClass != nil || other.temporalClass != nil, isKnown(one), isKnown(other)
    else { return false }
    if one.temporalClass == .duration, other.temporalClass == .duration, one != other {
      return true
    }
    switch (sign, one.temporalClass, other.temporalClass) {
    case (.add, .point?, .duration?), (.add, .duration?, .point?), (.add, .duration?, .duration?),
      (.subtract, .point?, _?), (.subtract, .duration?, .duration?),
      (.divide, .duration?, .duration?):
      return false
    case (.multiply, .duration?, nil), (.divide, .duration?, nil): return other.base != .number
    case (.multiply, nil, .duration?): return one.base != .number
    default: return true
    }
  }
}
