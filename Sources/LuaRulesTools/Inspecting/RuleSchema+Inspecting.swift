import LuaBridge
import LuaRules

extension RuleSchema {
  /// Returns the error of a rule that gives a key a value of a wrong type.
  func problem(
    of value: LuaValue, givenTo key: String, at place: SourceLocation
  ) -> RuleError? {
    guard let declared = self[key] else { return nil }
    do {
      try declared.check(value)
      return nil
    } catch {
      let error = error.masked(isSecret, of: key)
      let inner = error.path.isEmpty ? "" : " in `\(error.path.joined(separator: "."))`"
      return RuleError(
        error.kind == .wrongType ? .wrongType : .wrongValue,
        "a function for `\(key)` gives \(error.given)\(inner); expected \(error.expected)",
        at: place, hint: error.spellingHint)
    }
  }
}

extension ValueType {
  /// Whether a value of the type may be equal to a constant in Lua; `nil` always may.
  func admits(_ value: TestedValue) -> Bool {
    switch (withoutNull, value) {
    case (_, .nothing), (.any, _): true
    case (_, .null): false
    case (.boolean, .boolean): true
    case (.integer(let range), .integer(let number)): range?.contains(number) ?? true
    case (.number, .integer), (.number, .float), (.decimal, .integer), (.decimal, .float): true
    case (.string, .text), (.uuid, .text), (.url, .text), (.data, .text): true
    case (.date, .integer), (.date, .float), (.duration, .integer), (.duration, .float): true
    case (.variant(let variant), .text(let bytes)):
      variant.plainCases.contains { $0.utf8.elementsEqual(bytes) }
    case (.enumeration(let scalars), let value):
      scalars.contains { TestedValue($0.value) == value }
    default: false
    }
  }

  /// The values that the type lists; `nil` when it lists none.
  var listedValues: [TestedValue]? {
    switch withoutNull {
    case .enumeration(let scalars): scalars.compactMap { TestedValue($0.value) }
    case .boolean: [.boolean(false), .boolean(true)]
    default: nil
    }
  }

  /// How Lua's `<` orders values of the type.
  var ordering: Ordering {
    switch withoutNull {
    case .any, .variant: .unknown
    case .integer, .number, .decimal, .date, .duration: .number
    case .string, .uuid, .url, .data: .text
    case .enumeration(let scalars):
      if scalars.allSatisfy({ if case .string = $0 { true } else { false } }) {
        .text
      } else {
        .unknown
      }
    default: .none
    }
  }

  /// The kinds of order.
  enum Ordering: Sendable {
    case number, text, none, unknown
  }

  /// The type without `nil`.
  var present: ValueType { withoutNull }

  /// Whether `nil` is one of the values.
  var isOptional: Bool { allowsNull }
}

// MARK: - What editors show

extension RuleSchema {
  /// The description of a key, for rule authors.
  func description(of key: String) -> String? { self[key]?.description }

  /// The default of a key as Lua source; `nil` if there is none that may be shown.
  func defaultText(of key: String) -> String? {
    guard let declared = self[key], case .lua(let value) = declared.defaultRawAnswer() else {
      return nil
    }
    switch value {
    case .nil, .null: return nil
    default: return text(of: value, for: declared)
    }
  }

  /// The value of a key after an error as Lua source; `nil` if there is none that may be shown.
  func textOnError(of key: String) -> String? {
    guard let declared = self[key], case .lua(let value)? = declared.rawAnswerOnError() else {
      return nil
    }
    return text(of: value, for: declared)
  }

  /// Whether a declaration of a key says what accessors return after an error.
  func hasValueOnError(_ key: String) -> Bool { self[key]?.rawAnswerOnError() != nil }

  private func text(of value: LuaValue, for key: DeclaredKey) -> String? {
    guard !isSecret(key.name), !key.type.hasSecrets else { return nil }
    if case .table = value { return try? JSON.write(value, as: key.type) }
    return value.literal
  }
}

extension RuleSchema {
  /// Returns the JSON object of a context's values: an empty table is an object or a list by its type.
  ///
  /// A value without a JSON form is left out.
  func json(of values: LuaTable) -> String {
    let members = values.fields.compactMap { name, value -> String? in
      guard let title = Self.json(.string(name), .string),
        let text = Self.json(value, type(of: name) ?? .any)
      else { return nil }
      return "\(title):\(text)"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func json(_ value: LuaValue, _ type: ValueType) -> String? {
    var writer = JSONWriter { _ in nil }
    guard (try? writer.write(value, as: type)) != nil else { return nil }
    return writer.text
  }
}
