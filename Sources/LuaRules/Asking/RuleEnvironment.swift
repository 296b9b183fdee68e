import LuaBridge

public import Logging

/// A node in a tree of environments: its own values, those of its parent below
/// them, and rules for the rest.
///
/// A value that is set on a node is seen by everything below it and by nothing
/// above. What a child inherits follows the parent's changes; what is set on
/// the child itself stays. Any key works in an environment, so any dependency
/// can be given by a rule.
///
/// ```swift
/// final class AppEnvironment: RuleEnvironment, @unchecked Sendable {
///   @DerivedEnvironment var settings: SettingsEnvironment
/// }
/// let app = AppEnvironment(model)
/// app.apiURL = url
/// app.settings.apiURL                        // inherited
/// ```
///
/// The accessors of keys are members, for reading and setting. Where a key has
/// the name of a member of the class, the form `app[\.parent]` means the key.
///
/// A node may be used from many threads; each reading or writing of a value is
/// one step. A subclass says `@unchecked Sendable` for itself: for
/// ``DerivedEnvironment`` and ``DynamicEnvironment`` it may, any other stored
/// property is its own to protect.
//
// INVARIANT: `@unchecked Sendable` because the compiler checks final classes only. All there is
// is a constant of a type that it has checked. Those two wrappers are structures of constants of
// such types, and whatever is set through one is behind a mutex.
@dynamicMemberLookup
open class RuleEnvironment: @unchecked Sendable {
  private let node = EnvironmentNode()

  /// Creates a node without values, rules and parent.
  public required init() {}

  /// Creates a node that asks these rules.
  public convenience init(_ model: RuleModel) {
    self.init()
    self.model = model
  }

  /// The environment at the top of trees that name no other.
  public static let global = RuleEnvironment()

  /// Forgets what was set on this node; what it inherits stays.
  public func reset() {
    node.set(\.self, to: EnvironmentNode.Layer())
  }

  /// The rules that this node asks; `nil` asks those of the parent.
  public var model: RuleModel? {
    get { node.layer.model }
    set { node.set(\.model, to: newValue) }
  }

  /// Receives the errors of answers that cannot throw, here and below; `nil`
  /// leaves them to the parent's, or else to ``logger``.
  public var onError: (@Sendable (RuleError) -> Void)? {
    get { node.layer.onError }
    set { node.set(\.onError, to: newValue) }
  }

  /// Receives errors, and what rules print, here and below; `nil` leaves them to
  /// the parent's, or else to a logger named `luarules`.
  public var logger: Logger? {
    get { node.layer.logger }
    set { node.set(\.logger, to: newValue) }
  }

  /// Whether errors list the Lua calls that led to them, here and below; `nil` leaves it to the parent.
  public var wantsTraceback: Bool? {
    get { node.layer.wantsTraceback }
    set { node.set(\.wantsTraceback, to: newValue) }
  }

  /// Limits beside those of the rules, here and below; each counts where it is the lower one.
  ///
  /// `nil` leaves them to the parent, or else there are none.
  public var budgetCap: Budget? {
    get { node.layer.budgetCap }
    set { node.set(\.budgetCap, to: newValue) }
  }

  /// The node from which this one inherits; `nil` also when nobody holds it any
  /// more, though what was set on it stays inherited.
  public var parent: RuleEnvironment? { node.parentEnvironment }

  /// Makes the node inherit from another one; not from one that inherits from it.
  func inherit(from parent: RuleEnvironment) {
    node.inherit(from: parent.node, of: parent)
  }

  /// The environment at this moment, as a value: later changes do not reach it.
  ///
  /// Observation sees it change.
  ///
  /// - Complexity: O(*h* + *n*) for a node with *h* above it; *n* counts the
  ///   values when more than one of these nodes has some.
  public var context: RuleContext { node.context }

  /// The value at a path, as the environment has it now.
  @inlinable public subscript<Value>(path: KeyPath<RuleContext, Value>) -> Value {
    @inline(__always) get { context[keyPath: path] }
  }

  /// The value at a path; setting it overrides what is inherited, here and below.
  ///
  /// A path that sets no key, such as `\.onError`, is reported, and nothing changes.
  @inlinable public subscript<Value>(path: WritableKeyPath<RuleContext, Value>) -> Value {
    @inline(__always) get { context[keyPath: path] }
    set { set(path, to: newValue) }
  }

  @usableFromInline
  func set<Value>(_ path: WritableKeyPath<RuleContext, Value>, to newValue: Value) {
    // A path such as `\.todo.title` reads the whole first, inherited or given by a rule.
    var context = context
    let capture = AccessorProbe(.catching)
    context.capture = capture
    context.model = context.model.unobserved
    context[keyPath: path] = newValue
    context.capture = nil
    if let error = capture.error { context.report(error) }
    let names = Set(
      names: capture.setNames.map { context.values.original(of: $0) ?? $0 })
    if names.isEmpty {
      context.report(
        RuleError(.notAnAccessor, "the path sets no key, so nothing changes"))
    }
    take(names, of: context)
  }

  /// Sets values of a context on this node.
  private func take(_ names: Set<ByteName>, of context: RuleContext) {
    let values = context.values
    node.changeValues { $0.take(names, of: values) }
  }

  // MARK: Names

  /// The value under a name; see ``RuleContext/subscript(_:)``.
  ///
  /// Setting it overrides what is inherited, here and below.
  public subscript(name: String) -> (any Sendable)? {
    get { context[name] }
    set {
      var context = context
      context[name] = newValue
      take([ByteName(context.values.original(of: name) ?? name)], of: context)
    }
  }

  /// Sets the members of a JSON object as values, here and below; see
  /// ``RuleContext/setValues(json:name:line:)``.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`; then nothing was set.
  public func setValues(
    json text: String, name: String? = nil, line: Int? = nil
  ) throws(RuleError) {
    var context = context
    let inherited = context.values
    context.values = ContextValues()
    try context.setValues(json: text, name: name, line: line)
    let given = context.values.names
    context.values = inherited
    try context.setValues(json: text, name: name, line: line)
    take(Set(names: given.map { inherited.original(of: $0) ?? $0 }), of: context)
  }

  /// Sets a value of JSON under a name, here and below.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`.
  public func setValue(json text: String, for name: String) throws(RuleError) {
    var context = context
    try context.setValue(json: text, for: name)
    take([ByteName(context.values.original(of: name) ?? name)], of: context)
  }

  /// Takes back what was set on this node for a key; what the node inherits counts again.
  ///
  /// A path that is no accessor is reported, and nothing changes.
  public func unset<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    if let name = context.keyName(of: accessor) { unset(name) }
  }

  /// Takes back what was set on this node for a key, by its name.
  public func unset(_ name: String) {
    node.changeValues { $0.remove(name) }
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
  /// error of the evaluation that asks for one of them.
  @discardableResult
  public func aliasing<Value>(
    _ alias: KeyPath<RuleContext, Value>, to original: KeyPath<RuleContext, Value>
  ) -> Self {
    let context = context
    if let name = context.keyName(of: alias), let key = context.declaredKey(of: original) {
      node.changeValues { $0.alias(name, to: key) }
    }
    return self
  }
}

// MARK: - Accessors

// Not `DynamicEnvironmentPaths`: the setters of its accessors would need an environment in a `var`.
extension RuleEnvironment {
  /// The value of an accessor, as the environment has it now.
  @inlinable
  public subscript<Value>(
    dynamicMember path: KeyPath<RuleContext, Value>
  ) -> Value {
    @inline(__always) get { context[keyPath: path] }
  }

  /// The value of an accessor; setting it overrides what is inherited, here and below.
  @inlinable
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<RuleContext, Value>
  ) -> Value {
    @inline(__always) get { context[keyPath: path] }
    set { set(path, to: newValue) }
  }

  /// The value for a key that is written as a type; cannot be set.
  public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value {
    context[dynamic: key]
  }

  /// The value for a key that is written as a type.
  public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value
  where Key.Value: Sendable {
    get { context[dynamic: key] }
    set { self[\.[dynamic: RuleKey(key)]] = newValue }
  }

  /// The value for a key; cannot be set.
  public subscript<Value>(dynamic key: RuleKey<Value>) -> Value {
    context[dynamic: key]
  }

  /// The value for a key.
  public subscript<Value: Sendable>(dynamic key: RuleKey<Value>) -> Value {
    get { context[dynamic: key] }
    set { self[\.[dynamic: key]] = newValue }
  }
}
