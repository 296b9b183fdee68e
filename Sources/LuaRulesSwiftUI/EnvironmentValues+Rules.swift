#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  private struct RuleContextKey: EnvironmentKey {
    static let defaultValue = RuleContext(.empty)
  }

  extension EnvironmentValues {
    /// The context that views ask: values that are set, and rules for the rest.
    ///
    /// `.rules(_:)` gives it rules. To take it where SwiftUI does not, read it
    /// with `@Environment(\.ruleContext)` and pass it on with
    /// `.environment(\.ruleContext, context)`.
    public var ruleContext: RuleContext {
      get { self[RuleContextKey.self] }
      set { self[RuleContextKey.self] = newValue }
    }
  }

  /// Accessors of keys work in views as they do on a context.
  ///
  /// ```swift
  /// struct TodoCell: View {
  ///   @Environment(\.fancyColor) private var color
  ///   …
  /// }
  /// TodoCell().environment(\.todo, todo)
  /// ```
  extension EnvironmentValues: DynamicEnvironmentPaths {
    /// Returns the value for a key, from what is set and from the rules.
    public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
      ruleContext.dynamicValue(for: key)
    }

    /// Writes the value for a key into a place, as the context would.
    public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool {
      ruleContext.fill(place, withValueOf: key)
    }

    /// Sets the value for a key in the context of the views below by the number of the key.
    public mutating func setDynamicValue<Value: Sendable>(
      _ value: Value, for key: KeyNumber
    ) -> Bool {
      ruleContext.setDynamicValue(value, for: key)
    }

    /// Sets the value for a key in the context of the views below.
    public mutating func setDynamicValue<Value: Sendable>(
      _ value: Value, for key: RuleKey<Value>
    ) {
      ruleContext.setDynamicValue(value, for: key)
    }
  }
#endif
