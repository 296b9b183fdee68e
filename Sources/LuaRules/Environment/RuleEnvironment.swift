import Synchronization

/// A node in a tree of environments: its own values, those of its parent below
/// them, and rules for the rest.
///
/// A value that is set on a node is seen by everything below it and by nothing
/// above. What a child inherits follows the parent's changes; what is set on
/// the child itself stays. Any key works in an environment, so any dependency
/// can be given by a rule.
///
/// ```swift
/// final class AppEnvironment: RuleEnvironment {
///   @DerivedEnvironment var settings: SettingsEnvironment
/// }
/// let app = AppEnvironment(model).with(\.apiURL, url)
/// app.settings[\.apiURL]                     // inherited
/// ```
///
/// A node may be used from many threads; each reading or writing of a value is
/// one step.
//
// INVARIANT: `@unchecked Sendable` because the class is open, for derived
// environments; its own state is behind a mutex. A subclass adds derived
// environments and dynamic values, which keep theirs behind one, too. Stored
// properties of another kind are the subclass's own to protect.
open class RuleEnvironment: @unchecked Sendable {
  /// What is inherited from an environment.
  ///
  /// INVARIANT: a node holds no environment: environments hold those derived
  /// from them, and a child holds the nodes above it, so nothing goes in a circle.
  private final class Node: Sendable {
    struct State {
      var values = ContextValues()
      var model: RuleModel?
      var parent: Node?
      weak var parentEnvironment: RuleEnvironment?
    }

    let state = Mutex(State())
  }

  private let node = Node()

  /// Creates a node without values, rules and parent.
  public required init() {}

  /// Creates a node that asks these rules.
  public convenience init(_ model: RuleModel) {
    self.init()
    self.model = model
  }

  /// The environment at the top of trees that name no other.
  public static let global = RuleEnvironment()

  /// Forgets the values and the rules of this node; what it inherits stays.
  public func reset() {
    node.state.withLock {
      $0.values = ContextValues()
      $0.model = nil
    }
  }

  /// The rules that this node asks; `nil` asks those of the parent.
  public var model: RuleModel? {
    get { node.state.withLock { $0.model } }
    set { node.state.withLock { $0.model = newValue } }
  }

  /// The node from which this one inherits; `nil` also when nobody holds it any
  /// more, though what was set on it stays inherited.
  public var parent: RuleEnvironment? { node.state.withLock { $0.parentEnvironment } }

  /// Makes the node inherit from another one.
  ///
  /// - Precondition: none; a circle of parents ends where it began.
  func inherit(from parent: RuleEnvironment) {
    node.state.withLock {
      $0.parent = parent.node
      $0.parentEnvironment = parent
    }
  }

  /// The environment at this moment, as a value: later changes do not reach it.
  ///
  /// - Complexity: O(*n*) for *n* values set on the node and those above it.
  public var context: RuleContext {
    var values: [ContextValues] = []
    var model: RuleModel?
    var node: Node? = self.node
    while let current = node, values.count < Self.greatestHeight {
      let (own, rules, parent) = current.state.withLock { ($0.values, $0.model, $0.parent) }
      values.append(own)
      model = model ?? rules
      node = parent
    }
    var context = RuleContext(model ?? .empty)
    context.values = values.dropLast().reversed().reduce(values.last ?? ContextValues()) {
      $0.overridden(by: $1)
    }
    return context
  }

  /// How many nodes may stand above one another; what is higher is not seen.
  private static let greatestHeight = 1000

  /// The value at a path, as the environment has it now.
  public subscript<Value>(path: KeyPath<RuleContext, Value>) -> Value {
    context[keyPath: path]
  }

  /// The value at a path; setting it overrides what is inherited, here and below.
  public subscript<Value>(path: WritableKeyPath<RuleContext, Value>) -> Value {
    get { context[keyPath: path] }
    set {
      // A path such as `\.todo.title` reads the whole first, inherited or given by a rule.
      var context = context
      let capture = Capture(.catching)
      context.capture = capture
      context.model = context.model.unobserved
      context[keyPath: path] = newValue
      context.capture = nil
      if let error = capture.error { context.report(error) }
      let names = capture.setNames
      let values = names.map { context.values[$0] }
      node.state.withLock { state in
        for case (let name, let value?) in zip(names, values) {
          state.values.set(
            value, for: name, isSecret: context.values.isSecret(name))
        }
      }
    }
  }

  /// Sets a value on this node and returns the node.
  @discardableResult
  public func with<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value) -> Self {
    self[path] = value
    return self
  }

  /// Makes one key another name of a second one, here and below.
  ///
  /// Both names then have one value, in rules too. A circle of aliases is an
  /// error of the access that asks for one of them.
  @discardableResult
  public func aliasing<Value>(
    _ alias: KeyPath<RuleContext, Value>, to original: KeyPath<RuleContext, Value>
  ) -> Self {
    let context = context
    if let name = context.keyName(of: alias), let target = context.keyName(of: original) {
      node.state.withLock { $0.values.alias(name, to: target) }
    }
    return self
  }

  fileprivate func set(_ value: any Sendable, for name: String, isSecret: Bool) {
    node.state.withLock { $0.values.set(value, for: name, isSecret: isSecret) }
  }
}

extension RuleEnvironment: DynamicEnvironmentPaths {
  /// Returns the value for a key, as the environment has it now.
  public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
    context.dynamicValue(for: key)
  }

  /// Sets a value on this node; it overrides what is inherited, here and below.
  public func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    set(value, for: key.name, isSecret: key.isSecret)
  }
}
