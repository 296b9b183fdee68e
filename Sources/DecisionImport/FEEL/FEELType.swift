/// A type of FEEL, as far as it is known before a rule is asked.
indirect enum FEELType: Equatable, Sendable {
  case any, null, number, text, boolean
  /// A date, a time or a duration, by its word.
  case temporal(String)
  case list(FEELType)
  /// A context with members that are known, in their order.
  case context([FEELMember])
  case function
  case range(FEELType)
  /// Some values of a type, such as texts.
  case choice(FEELType, [CellValue])

  /// Reads the word of a type, also with a prefix such as `feel:`; `nil` for another.
  init?(word: String) {
    switch word {
    case "Any": self = .any
    case "Null", "null": self = .null
    case "number": self = .number
    case "string": self = .text
    case "boolean": self = .boolean
    case "date", "time", "days and time duration", "years and months duration", "date and time":
      self = .temporal(word)
    case "dateTime": self = .temporal("date and time")
    case "dayTimeDuration": self = .temporal("days and time duration")
    case "yearMonthDuration": self = .temporal("years and months duration")
    case "context": self = .context([])
    case "list": self = .list(.any)
    case "function": self = .function
    case "range": self = .range(.any)
    default: return nil
    }
  }

  /// The type without the choice of its values.
  var base: FEELType {
    if case .choice(let type, _) = self { type.base } else { self }
  }

  /// The type without choices anywhere in it.
  var withoutChoices: FEELType {
    switch self {
    case .choice(let type, _): type.withoutChoices
    case .list(let type): .list(type.withoutChoices)
    case .context(let members):
      .context(members.map { FEELMember(name: $0.name, type: $0.type.withoutChoices) })
    default: self
    }
  }

  /// Whether its form in Lua deserves a name.
  var isLong: Bool {
    switch self {
    case .context(let members): !members.isEmpty
    case .list(let type): type.isLong
    case .choice: true
    default: false
    }
  }

  /// Whether the value is a date, or a time without a zone, whose text is the only one.
  var isPlainDate: Bool {
    guard case .temporal(let word) = self else { return false }
    return word == "date" || word.hasSuffix(TemporalLiteral.local)
  }

  var isTemporal: Bool { if case .temporal = self { true } else { false } }

  /// The word of a date, a time or a duration in it, which the rules cannot calculate with.
  var temporalWord: String? {
    switch self {
    case .temporal(let word): word
    case .list(let type), .range(let type), .choice(let type, _): type.temporalWord
    default: nil
    }
  }

  /// The word of a date, a time or a duration anywhere in it.
  var innerTemporalWord: String? {
    switch self {
    case .context(let members): members.lazy.compactMap(\.type.innerTemporalWord).first
    case .list(let type), .range(let type), .choice(let type, _): type.innerTemporalWord
    default: temporalWord
    }
  }

  /// Whether a value of another type is known to fit.
  func takes(_ other: FEELType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .null): true
    case (.list(let element), .list(let given)): element.takes(given)
    case (.context(let members), .context(let given)):
      members.allSatisfy { member in
        given.contains { $0.name == member.name && member.type.takes($0.type) }
      }
    case (.choice(let type, let values), .choice(let given, let others)):
      type.takes(given) && others.allSatisfy { values.contains($0) }
    case (.choice, _): false
    case (_, .choice(let given, _)): takes(given)
    case (.number, .number), (.text, .text), (.boolean, .boolean), (.function, .function): true
    case (.temporal(let word), .temporal(let given)):
      given == word || given == word + TemporalLiteral.local
    default: false
    }
  }

  /// The type of a member.
  func member(_ name: String) -> FEELType? {
    switch base {
    case .context(let members): members.first { $0.name == name }?.type
    case .list(let element): element.member(name).map { .list($0) }
    default: nil
    }
  }

  /// The type as `feel.conform` reads it.
  var lua: String {
    switch self {
    case .any: "\"Any\""
    case .null: "\"null\""
    case .number: "\"number\""
    case .text, .temporal: "\"string\""
    case .boolean: "\"boolean\""
    case .function: "\"function\""
    case .list(let element): "{ list = \(element.lua) }"
    case .range(let element): "{ range = \(element.lua) }"
    case .choice(let type, let values):
      "{ of = \(type.lua), one_of = { \(values.map(\.lua).joined(separator: ", ")) } }"
    case .context(let members):
      members.isEmpty
        ? "{ context = {} }"
        : "{ context = { \(members.map { "\(LuaName.key($0.name)) = \($0.type.lua)" }.joined(separator: ", ")) } }"
    }
  }

  /// The JSON Schema of values that may be missing.
  var schema: String { schema(depth: 0) }

  private func schema(depth: Int) -> String {
    // What is deeper is not declared.
    guard depth < 12 else { return "{}" }
    switch self {
    case .any, .function, .range, .null: return "{}"
    case .number: return ColumnType.number.json(isNullable: true)
    case .text, .temporal: return ColumnType.text.json(isNullable: true)
    case .boolean: return ColumnType.boolean.json(isNullable: true)
    case .list(let element):
      return "{ \"type\": [\"array\", \"null\"], \"items\": \(element.schema(depth: depth + 1)) }"
    case .context(let members):
      guard !members.isEmpty else { return "{ \"type\": [\"object\", \"null\"] }" }
      let properties = members.map { "\($0.name.json): \($0.type.schema(depth: depth + 1))" }
      return
        "{ \"type\": [\"object\", \"null\"], \"properties\": { \(properties.joined(separator: ", ")) } }"
    case .choice(_, let values):
      let constants = values.map(\.json) + (values.contains(.null) ? [] : ["null"])
      return "{ \"enum\": [\(constants.joined(separator: ", "))] }"
    }
  }
}

/// A member of a context type.
struct FEELMember: Equatable, Sendable {
  let name: String
  let type: FEELType
}
