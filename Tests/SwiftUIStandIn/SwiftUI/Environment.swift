// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  public var description: String { "\(values.count) values" }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}

private struct ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private struct LineLimitKey: EnvironmentKey { static let defaultValue: Int? = nil }
private struct LocaleKey: EnvironmentKey { static let defaultValue = Locale(identifier: "en") }
private struct ForegroundColorKey: EnvironmentKey { static let defaultValue: Color? = nil }
private struct SizeClassKey: EnvironmentKey {
  static let defaultValue: UserInterfaceSizeClass? = nil
}

extension EnvironmentValues {
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
  public var lineLimit: Int? {
    get { self[LineLimitKey.self] }
    set { self[LineLimitKey.self] = newValue }
  }
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[SizeClassKey.self] }
    set { self[SizeClassKey.self] = newValue }
  }
  var foregroundColor: Color? {
    get { self[ForegroundColorKey.self] }
    set { self[ForegroundColorKey.self] = newValue }
  }
}

public enum ColorScheme: CaseIterable, Sendable {
  case light
  case dark
}

public enum UserInterfaceSizeClass: Sendable {
  case compact
  case regular
}

// MARK: - Properties of views

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Box {
    var value: Value?
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let box = Box()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  public var wrappedValue: Value {
    box.value ?? EnvironmentValues()[keyPath: keyPath]
  }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

/// A property that reads the environment before the body of its view runs.
protocol EnvironmentReading {
  func read(_ environment: EnvironmentValues)
}

extension Environment: EnvironmentReading {
  func read(_ environment: EnvironmentValues) { box.value = environment[keyPath: keyPath] }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
  private let value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { Binding(get: { value }, set: { _ in }) }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
