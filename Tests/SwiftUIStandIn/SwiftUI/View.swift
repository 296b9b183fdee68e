// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Observation

// What of SwiftUI `LuaRulesSwiftUI` and the views of the check use, with the
// signatures and the isolation of the SDK of Xcode 16. It shows text, and no more.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("a view without a body") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
}

// MARK: - Views without a body

public struct EmptyView {
  public init() {}
}

extension EmptyView: View {
  public var body: Never { fatalError("a view without a body") }
}

public struct Text: Equatable, Sendable {
  let content: String
  public init(verbatim content: String) { self.content = content }
  public init<Content: StringProtocol>(_ content: Content) { self.content = String(content) }
}

extension Text: View {
  public var body: Never { fatalError("a view without a body") }
}

public struct TupleView<Views> {
  public var value: Views
  public init(_ value: Views) { self.value = value }
}

extension TupleView: View {
  public var body: Never { fatalError("a view without a body") }
}

public enum _ConditionalContent<First: View, Second: View> {
  case first(First)
  case second(Second)
}

extension _ConditionalContent: View {
  public var body: Never { fatalError("a view without a body") }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a view without a body") }
}

public struct VStack<Content: View> {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension VStack: View {
  public var body: Never { fatalError("a view without a body") }
}

@MainActor @preconcurrency public struct AnyView: View {
  nonisolated(unsafe) let content: any View
  nonisolated public init<V: View>(_ view: V) { unsafe content = view }
  nonisolated public init<V: View>(erasing view: V) { unsafe content = view }
  public var body: Never { fatalError("a view without a body") }
}

// MARK: - Modifiers

/// Content in an environment that a closure changes.
struct EnvironmentChange<Content: View> {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
}

extension EnvironmentChange: View {
  var body: Never { fatalError("a view without a body") }
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    EnvironmentChange(content: self) { $0[keyPath: keyPath] = value }
  }

  nonisolated public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    EnvironmentChange(content: self) { transform(&$0[keyPath: keyPath]) }
  }

  nonisolated public func foregroundStyle(_ style: Color) -> some View {
    environment(\.foregroundColor, style)
  }

  /// Shows nothing: a sheet is another tree of views.
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
}
