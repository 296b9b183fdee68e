import LuaBridge

extension PatternCondition {
  /// The condition as written in a rule file.
  package var text: String {
    switch self {
    case .oneOf(let constants):
      constants.count == 1 ? constants[0].text : "{ \(Self.list(constants)) }"
    case .noneOf(let constants):
      constants.count == 1
        ? "is_not(\(constants[0].text))" : "none_of { \(Self.list(constants)) }"
    case .range(let range): range.text
    case .date(let date):
      "\(date.isBefore ? "before" : "after")(\(LuaValue.string(date.text).literal))"
    case .text(let form, let constant): "\(form.rawValue)(\(constant.text))"
    case .contains(let constant): "contains(\(constant.text))"
    case .any(let parts): "any_of { \(parts.map(\.text).joined(separator: ", ")) }"
    case .all(let parts): "all_of { \(parts.map(\.text).joined(separator: ", ")) }"
    }
  }

  /// What is required, as part of a sentence such as "at least 18 is required".
  package var words: String {
    switch self {
    case .oneOf(let constants):
      constants.count == 1 ? constants[0].text : "one of \(Self.list(constants))"
    case .noneOf(let constants):
      constants.count == 1
        ? constants[0].isNull ? "any value" : "another value than \(constants[0].text)"
        : "none of \(Self.list(constants))"
    case .range(let range): range.words
    case .date(let date): "a date \(date.isBefore ? "before" : "after") \(date.text)"
    case .text(.startsWith, let constant): "a text that starts with \(constant.text)"
    case .text(.endsWith, let constant): "a text that ends with \(constant.text)"
    case .text(.matches, let constant): "a text that matches \(constant.text)"
    case .contains(let constant): "a list or a text that contains \(constant.text)"
    case .any(let parts): parts.map(\.wordsAsPart).joined(separator: ", or ")
    case .all(let parts): parts.map(\.wordsAsPart).joined(separator: ", and ")
    }
  }

  /// The words as a part of other words.
  private var wordsAsPart: String {
    switch self {
    case .any(let parts) where parts.count > 1, .all(let parts) where parts.count > 1: "(\(words))"
    default: words
    }
  }

  private static func list(_ constants: [PatternConstant]) -> String {
    constants.map(\.text).joined(separator: ", ")
  }
}

extension PatternConstant {
  fileprivate var text: String { value.literal }

  fileprivate var isNull: Bool { if case .null = value { true } else { false } }
}

extension PatternRange {
  fileprivate var text: String {
    switch (lower, upper) {
    case (let lower?, let upper?):
      let ends = (lower.isInside ? "[" : "(") + (upper.isInside ? "]" : ")")
      let form = ends == "[]" ? "" : ", \"\(ends)\""
      return "between(\(lower.value.text), \(upper.value.text)\(form))"
    case (let lower?, nil):
      return "\(lower.isInside ? "at_least" : "more_than")(\(lower.value.text))"
    case (nil, let upper?):
      return "\(upper.isInside ? "at_most" : "less_than")(\(upper.value.text))"
    case (nil, nil): return "all_of {}"
    }
  }

  fileprivate var words: String {
    let least = lower.map { "\($0.isInside ? "at least" : "more than") \($0.value.text)" }
    let most = upper.map { "\($0.isInside ? "at most" : "less than") \($0.value.text)" }
    return [least, most].compactMap(\.self).joined(separator: " and ")
  }
}
