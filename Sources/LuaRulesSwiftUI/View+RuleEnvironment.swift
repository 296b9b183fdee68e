#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  extension View {
    /// Sets a value of the environment to the rules' answer for a key.
    ///
    /// ```swift
    /// TodoList().ruleEnvironment(\.lineLimit, from: \.lineLimitRule)
    /// ```
    ///
    /// If no rule answers, the key's default is set.
    public nonisolated func ruleEnvironment<Value>(
      _ target: WritableKeyPath<EnvironmentValues, Value>,
      from accessor: KeyPath<RuleContext, Value>
    ) -> some View {
      RuleDrivenView(content: self, target: target, accessor: accessor) { $0 }
    }

    /// Sets an optional value of the environment to the rules' answer for a key.
    ///
    /// If no rule answers, the key's default is set.
    public nonisolated func ruleEnvironment<Value>(
      _ target: WritableKeyPath<EnvironmentValues, Value?>,
      from accessor: KeyPath<RuleContext, Value>
    ) -> some View {
      RuleDrivenView(content: self, target: target, accessor: accessor) { $0 }
    }

    /// Lets rules read a value of the environment, under a name.
    ///
    /// ```swift
    /// TodoList().exposing(\.colorScheme, as: "colorScheme").rules(live)
    /// ```
    ///
    /// Rules see the value at the position of the modifier. An enum without
    /// raw values, such as `ColorScheme`, becomes the name of its case: `"dark"`.
    public nonisolated func exposing<Value: Sendable>(
      _ path: KeyPath<EnvironmentValues, Value>, as name: String
    ) -> some View {
      ExposingView(content: self, path: path, name: name) { $0 }
    }

    /// Lets rules read a value that a closure computes from a value of the environment.
    ///
    /// ```swift
    /// TodoList().exposing(\.locale, as: "language") { $0.language.languageCode?.identifier }
    /// ```
    public nonisolated func exposing<Value, Exposed: Sendable>(
      _ path: KeyPath<EnvironmentValues, Value>, as name: String,
      _ exposed: @escaping (Value) -> Exposed
    ) -> some View {
      ExposingView(content: self, path: path, name: name, exposed: exposed)
    }
  }

  /// A view that sets a value of the environment according to the rules.
  private struct RuleDrivenView<Content: View, Answer, Value> {
    @Environment(\.ruleContext) private var context
    private let content: Content
    private let target: WritableKeyPath<EnvironmentValues, Value>
    private let accessor: KeyPath<RuleContext, Answer>
    private let value: (Answer) -> Value

    init(
      content: Content, target: WritableKeyPath<EnvironmentValues, Value>,
      accessor: KeyPath<RuleContext, Answer>, value: @escaping (Answer) -> Value
    ) {
      self.content = content
      self.target = target
      self.accessor = accessor
      self.value = value
    }
  }

  // In an extension, so that the structure is not bound to the main actor,
  // because modifiers are not.
  extension RuleDrivenView: View {
    var body: some View {
      content.environment(target, value(context[keyPath: accessor]))
    }
  }

  /// A view that lets rules read a value of the environment.
  private struct ExposingView<Content: View, Value, Exposed: Sendable> {
    @Environment private var value: Value
    private let content: Content
    private let name: String
    private let exposed: (Value) -> Exposed

    init(
      content: Content, path: KeyPath<EnvironmentValues, Value>, name: String,
      exposed: @escaping (Value) -> Exposed
    ) {
      _value = Environment(path)
      self.content = content
      self.name = name
      self.exposed = exposed
    }
  }

  extension ExposingView: View {
    var body: some View {
      let exposed = exposed(value)
      return content.transformEnvironment(\.ruleContext) { $0[name] = exposed }
    }
  }
#endif
