import Synchronization

extension RuleEnvironment {
  /// A child environment, made when it is first asked for.
  ///
  /// ```swift
  /// final class AppEnvironment: RuleEnvironment, @unchecked Sendable {
  ///   @Derived var settings: SettingsEnvironment
  ///   @Derived(aliases: { $0.aliasing(\.main, to: \.mainQueue) }) var player: PlayerEnvironment
  /// }
  /// ```
  ///
  /// The child inherits from the environment that has the property. A type may
  /// derive itself, because a child is made only at its first access.
  @propertyWrapper
  public struct Derived<Child: RuleEnvironment>: Sendable {
    private final class Box: Sendable {
      let child = Mutex<Child?>(nil)
    }

    private let box = Box()
    private let alias: (@Sendable (Child) -> Void)?

    /// Creates a child that sees what its parent sees.
    public init() {
      alias = nil
    }

    /// Creates a child in which some keys have other names.
    ///
    /// - Parameter aliases: Calls ``RuleEnvironment/aliasing(_:to:)`` of the new child.
    public init(aliases: @escaping @Sendable (Child) -> Void) {
      alias = aliases
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
        wrapper.alias?(made)
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
    @available(*, unavailable, message: "@Derived works in subclasses of RuleEnvironment")
    public var wrappedValue: Child {
      get { Child() }
      set { _ = newValue }
    }
  }
}
