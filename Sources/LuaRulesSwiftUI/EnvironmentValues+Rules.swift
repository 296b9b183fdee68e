#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  private struct RuleContextKey: EnvironmentKey {
    static let defaultValue = RuleContext(.empty)
  }

  extension EnvironmentValues {
    /// The context that views ask: set values, and rules for the rest.
    ///
    /// `.rules(_:)` gives it rules. To use it where SwiftUI does not pass it on, read it
    /// with `@Environment(\.ruleContext)` and set it with
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
    /// Returns the value for a key: the set value, else what the rules give.
    public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
      ruleContext.dynamicValue(for: key)
    }

    /// Returns the value for a key that is written as a type.
    @inlinable
    public func dynamicValue<Key: DynamicEnvironmentKey>(for key: Key.Type) -> Key.Value {
      ruleContext.dynamicValue(for: key)
    }

    /// Sets the value for a key in the context of this environment.
    public mutating func setDynamicValue<Value: Sendable>(
      _ value: Value, for key: RuleKey<Value>
    ) {
      ruleContext.setDynamicValue(value, for: key)
    }

    /// Sets the value for a key that is written as a type.
    @inlinable
    public mutating func setDynamicValue<Key: DynamicEnvironmentKey>(
      _ value: Key.Value, for key: Key.Type
    ) where Key.Value: Sendable {
      ruleContext.setDynamicValue(value, for: key)
    }
  }
#endif
