import Synchronization

/// A child environment, made when it is first asked for.
///
/// ```swift
/// final class AppEnvironment: RuleEnvironment, @unchecked Sendable {
///   @DerivedEnvironment var settings: SettingsEnvironment
///   @DerivedEnvironment(aliases: { $0.alias(\.main, to: \.mainQueue) }) var player: PlayerEnvironment
/// }
/// ```
///
/// The child inherits from the environment that has the property. A type may
/// derive itself, because a child is made only at its first access.
@propertyWrapper
public struct DerivedEnvironment<Child: RuleEnvironment>: Sendable {
  private final class Box: Sendable {
    let child = Mutex<Child?>(nil)
  }

  private let box = Box()
  private let aliases: [@Sendable (Child) -> Void]

  /// Creates a child that sees what its parent sees.
  public init() {
    aliases = []
  }

  /// Creates a child in which some keys have other names.
  public init(aliases: (EnvironmentAliases<Child>) -> EnvironmentAliases<Child>) {
    self.aliases = aliases(EnvironmentAliases()).changes
  }

  /// The child of the environment that has the property.
  public static subscript<Parent: RuleEnvironment>(
    _enclosingInstance parent: Parent,
    wrapped wrappedPath: ReferenceWritableKeyPath<Parent, Child>,
    storage storagePath: ReferenceWritableKeyPath<Parent, Self>
  ) -> Child {
    get {
      let wrapper = parent[keyPath: storagePath]
      if let child = wrapper.box.child.withLock({ $0 }) { return child }
      // Made while the lock is not held: the child's initializer may read
      // other derived environments.
      let made = Child()
      made.inherit(from: parent)
      for change in wrapper.aliases { change(made) }
      return wrapper.box.child.withLock { child in
        let first = child ?? made
        child = first
        return first
      }
    }
    set {
      newValue.inherit(from: parent)
      // Released while the lock is not held: values that were set on the child may
      // run host code in `deinit`.
      let replaced = parent[keyPath: storagePath].box.child.withLock { child in
        defer { child = newValue }
        return child
      }
      withExtendedLifetime(replaced) {}
    }
  }

  /// Unavailable: a derived environment is a property of an environment.
  @available(*, unavailable, message: "@DerivedEnvironment works in subclasses of RuleEnvironment")
  public var wrappedValue: Child {
    get { Child() }
    set { _ = newValue }
  }
}

/// The aliases of a ``DerivedEnvironment``.
public struct EnvironmentAliases<Child: RuleEnvironment> {
  var changes: [@Sendable (Child) -> Void] = []

  /// Returns the aliases with one more: in the child, `alias` is another name of `original`.
  public func alias<Value>(
    _ alias: any KeyPath<RuleContext, Value> & Sendable,
    to original: any KeyPath<RuleContext, Value> & Sendable
  ) -> Self {
    var result = self
    result.changes.append { $0.aliasing(alias, to: original) }
    return result
  }
}
