import LuaRules
import Testing

/// What a test expects of an answer: its value, and where it comes from.
///
/// ```swift
/// #expect(context.result(for: \.fancyColor) == .rule("todo.lua:3", value: .gray))
/// #expect(context.result(for: \.title) == .set("Buy beer"))
/// ```
public struct ExpectedAnswer<Value> {
  /// Where the answer is expected to come from.
  enum Origin: Sendable {
    /// The rule with a name, or at a place.
    case rule(String)
    case set
    case `default`
    case error(RuleError.Code)
  }

  let origin: Origin
  /// The value; `nil` for any value.
  let value: Value?

  /// Any value that a rule gives.
  ///
  /// - Parameter nameOrPlace: The name of the rule, or its place: `todo.lua:3`. Folders before the
  ///   file may be left out. The rule may belong to a fallback.
  /// - Returns: The expectation.
  public static func rule(_ nameOrPlace: String) -> Self {
    Self(origin: .rule(nameOrPlace), value: nil)
  }

  /// A value that a rule gives.
  ///
  /// - Parameters:
  ///   - nameOrPlace: The name of the rule, or its place: `todo.lua:3`. Folders before the file may
  ///     be left out. The rule may belong to a fallback.
  ///   - value: The value.
  /// - Returns: The expectation.
  public static func rule(_ nameOrPlace: String, value: Value) -> Self {
    Self(origin: .rule(nameOrPlace), value: value)
  }

  /// A value that is set on the context.
  public static func set(_ value: Value) -> Self { Self(origin: .set, value: value) }

  /// The default of the key, because no rule answers.
  public static func `default`(_ value: Value) -> Self { Self(origin: .default, value: value) }

  /// An error with a code in place of a value.
  public static func error(_ code: RuleError.Code) -> Self {
    Self(origin: .error(code), value: nil)
  }
}

extension ExpectedAnswer: Sendable where Value: Sendable {}

extension ExpectedAnswer where Value: Equatable {
  /// Returns whether an answer is the expected one.
  func accepts(_ answer: RuleAnswer<Value>) -> Bool {
    guard value == nil || answer.value == value else { return false }
    switch (origin, answer.source) {
    case (.rule(let rule), .rule), (.rule(let rule), .fallback):
      let place = answer.location?.description ?? ""
      return answer.rule == rule || place == rule || place.hasSuffix("/\(rule)")
    case (.set, .set), (.default, .default): return true
    default: return false
    }
  }
}

extension ExpectedAnswer: CustomTestStringConvertible {
  /// The value, and where it is expected to come from.
  public var testDescription: String {
    let value = value.map { String(describingForTest: $0) } ?? "any value"
    return switch origin {
    case .rule(let rule): "\(value), by the rule `\(rule)`"
    case .set: "\(value), set on the context"
    case .default: "\(value), the default"
    case .error(let code): "an error [\(code.rawValue)]"
    }
  }
}
