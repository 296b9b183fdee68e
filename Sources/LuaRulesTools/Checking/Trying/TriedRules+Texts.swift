import LuaBridge
import LuaRules

// Whether a failure depends on the form of texts that may be any.

extension TriedRules {
  /// Texts that stand for all others: patterns that find something in one of them find nothing in
  /// another one.
  private static let texts = ["Some words", "12", "2026-03-14", "anna@example.com", "AB-1234 5"]

  /// Whether the rule fails in the same way whatever the texts are that no rule compares.
  ///
  /// A text that a function looks for is kept as a part of them, unless the failure depends on the form
  /// of the rest.
  func failsWithAnyTexts(
    _ attempt: Attempt, _ values: LuaTable, _ error: RuleError
  ) -> Bool {
    let plain = Self.texts.map { fails(attempt, values, error, with: $0, keepsMentioned: false) }
    if plain.allSatisfy({ $0 != false }) { return true }
    guard !plain.contains(true) else { return false }
    return Self.texts.allSatisfy {
      fails(attempt, values, error, with: $0, keepsMentioned: true) == true
    }
  }

  /// Returns whether the rule fails in the same way with another text in place of those that no rule
  /// compares; `nil` if there are none.
  private func fails(
    _ attempt: Attempt, _ values: LuaTable, _ error: RuleError, with text: String,
    keepsMentioned: Bool
  ) -> Bool? {
    let changed = replacingTexts(
      of: values, with: text, keepsMentioned: keepsMentioned, attempt.loaded)
    return changed.map { isSame(attempt, $0, error) }
  }

  /// Returns a context with another text in place of those that no rule compares; `nil` if there are none.
  func replacingTexts(
    of values: LuaTable, with text: String, keepsMentioned: Bool = false, _ loaded: Loaded
  ) -> LuaTable? {
    var replacement = ReplacedTexts(
      text: text, keepsMentioned: keepsMentioned, random: loaded.usualRandom)
    var changed = values
    for field in values.fields {
      guard let type = schema.type(of: field.name) else { continue }
      changed.set(replacement.replaced(field.value, type, [field.name]), for: field.name)
    }
    return replacement.hasChanged ? changed : nil
  }
}

/// The replacement of texts that no rule compares.
private struct ReplacedTexts {
  let text: String
  /// Whether a text that a function mentions is kept behind the new one.
  let keepsMentioned: Bool
  let random: SampledContexts
  private(set) var hasChanged = false

  init(text: String, keepsMentioned: Bool, random: SampledContexts) {
    self.text = text
    self.keepsMentioned = keepsMentioned
    self.random = random
  }

  mutating func replaced(_ value: LuaValue, _ type: ValueType, _ path: [String]) -> LuaValue {
    switch (value, type.withoutNull) {
    case (.string(let old), .string):
      guard !random.isCompared(value, at: path) else { return value }
      hasChanged = true
      return .string(
        keepsMentioned && random.isMentioned(old, at: path) ? "\(text) \(old)" : text)
    case (.table(var table), .list(let element)):
      for index in table.elements.indices {
        table.elements[index] = replaced(table.elements[index], element, path + ["[]"])
      }
      return .table(table)
    case (.table(let table), .dictionary(let element)):
      return .table(table.mapValues { replaced($1, element, path + [$0 ?? ""]) })
    case (.table(let table), .object(let object)):
      return .table(
        table.mapValues { name, value in
          guard let name, let member = object[name] else { return value }
          return replaced(value, member.type, path + [name])
        })
    default: return value
    }
  }
}
