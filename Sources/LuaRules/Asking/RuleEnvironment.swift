import LuaBridge

public import Logging

/// A node in a tree of environments: its own values, then the values of its parent,
/// then rules for the rest.
///
/// A value that is set on a node is visible in that node and in all nodes below it.
/// Inherited values follow the parent's changes; a value that is set on
/// the child itself stays. Any key works in an environment, so a rule can
/// provide any dependency.
///
/// ```swift
/// final class AppEnvironment: RuleEnvironment, @unchecked Sendable {
///   @Derived var settings: SettingsEnvironment
/// }
/// let app = AppEnvironment(model)
/// app.apiURL = url
/// app.settings.apiURL                        // inherited
/// ```
///
/// The accessors of keys are members, for reading and setting. If a key has
/// the name of a member of the class, the form `app[\.parent]` means the key.
///
/// A node may be used from many threads; each read or write of a value is
/// one step. A subclass declares `@unchecked Sendable` itself: that is correct for
/// ``Derived`` and ``DynamicEnvironment``; any other stored
/// property the subclass must protect itself.
//
// INVARIANT: `@unchecked Sendable` because the compiler checks final classes only. The only stored
// property is a constant of a type that the compiler has checked. Those two wrappers are structures
// of constants of such types, and whatever is set through one is behind a mutex.
@dynamicMemberLookup
open class RuleEnvironment: @unchecked Sendable {
  let node = EnvironmentNode()

  /// Creates a node without values, rules or a parent.
  public required init() {}

  /// Creates a node with rules.
  public convenience init(_ model: RuleModel) {
    self.init()
    node.begin(with: model)
  }

  /// The top environment for trees that have no other.
  public static let global = RuleEnvironment()

  /// Removes everything that was set on this node; inherited values stay.
  public func reset() {
    node.set(\.self, to: EnvironmentNode.Layer())
  }

  /// The rules of this node; `nil` means the rules of the parent.
  public var model: RuleModel? {
    get { node.layer.model }
    set { node.set(\.model, to: newValue) }
  }

  /// Receives the errors of answers that cannot throw, for this node and below, each once as
  /// ``RuleContext/onError`` does; `nil` means the parent's handler, else ``logger``.
  public var onError: (@Sendable (RuleError) -> Void)? {
    get { node.layer.errorHandler?.body }
    set { node.set(\.errorHandler, to: newValue.map { ErrorHandler($0) }) }
  }

  /// Receives errors, and what rules print, for this node and below; `nil` means
  /// the parent's logger, else a logger named `luarules`.
  public var logger: Logger? {
    get { node.layer.logger }
    set { node.set(\.logger, to: newValue) }
  }

  /// Whether errors list the Lua calls that led to them, for this node and below; `nil` means the
  /// parent's setting.
  public var wantsTraceback: Bool? {
    get { node.layer.wantsTraceback }
    set { node.set(\.wantsTraceback, to: newValue) }
  }

  /// Limits in addition to those of the rules, for this node and below; the lower one counts.
  ///
  /// `nil` means the parent's limits; other limits replace them.
  public var budgetCap: Budget? {
    get { node.layer.budgetCap }
    set { node.set(\.budgetCap, to: newValue) }
  }

  /// The environment from which this one inherits.
  ///
  /// It is held weakly: `nil` also after it is gone, but the values that were set on it are
  /// still inherited.
  public var parent: RuleEnvironment? { node.parentEnvironment }

  /// Sets the parent of the node; does nothing if the parent inherits from this node.
  func inherit(from parent: RuleEnvironment) {
    node.inherit(from: parent.node, of: parent)
  }

  /// A snapshot of the environment as a value; later changes do not affect it.
  ///
  /// Changes are visible to Observation.
  ///
  /// - Complexity: O(*h* + *n*) for a node with *h* nodes above it; *n* counts the
  ///   values if more than one of these nodes has values.
  public var context: RuleContext { node.context }

  /// The current value at a path.
  @inlinable public subscript<Value>(path: KeyPath<RuleContext, Value>) -> Value {
    @inline(__always) get { context[keyPath: path] }
  }

  /// The current value at a path; setting it overrides the inherited
  /// value, for this node and below.
  ///
  /// If the path sets no key, as `\.onError`, an error is reported and nothing changes.
  @inlinable public subscript<Value>(path: WritableKeyPath<RuleContext, Value>) -> Value {
    @inline(__always) get { context[keyPath: path] }
    set { set(path, to: newValue) }
  }

  @usableFromInline
  func set<Value>(_ path: WritableKeyPath<RuleContext, Value>, to newValue: Value) {
    // A path such as `\.todo.title` first reads all of `todo`, which may be
    // inherited or given by a rule.
    var context = node.contextToChange
    let probe = AccessorProbe(.catching)
    context.probe = probe
    context.model = context.model.unobserved
    context[keyPath: path] = newValue
    context.probe = nil
    if let error = probe.error { context.report(error) }
    let keys = probe.setKeys
    guard !keys.isEmpty else {
      context.report(RuleError(.notAnAccessor, "the path sets no key, so nothing changes"))
      return
    }
    take(keys, of: context)
  }

  /// Sets the values of a context for some keys, or for what they are aliases of, on this node.
  private func take(_ keys: [KeyID], of context: RuleContext) {
    let values = context.values
    let keys =
      values.hasAliases
      ? keys.map { key in values.original(of: key.name).map { KeyID($0) } ?? key } : keys
    node.changeValues { $0.take(keys, of: values) }
  }

  // MARK: Names

  /// The value under a name; see ``RuleContext/subscript(_:)``.
  ///
  /// Setting it overrides what is inherited, here and below.
  public subscript(name: String) -> (any Sendable)? {
    get { context[name] }
    set {
      var context = node.contextToChange
      context[name] = newValue
      take([KeyID(name)], of: context)
    }
  }

  /// Sets the members of a JSON object as values, here and below; see
  /// ``RuleContext/setValues(json:name:line:)``.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`; then nothing was set.
  public func setValues(
    json text: String, name: String? = nil, line: Int? = nil
  ) throws(RuleError) {
    var context = node.contextToChange
    let inherited = context.values
    context.values = ContextValues()
    try context.setValues(json: text, name: name, line: line)
    let given = context.values.names
    context.values = inherited
    try context.setValues(json: text, name: name, line: line)
    take(given.map { KeyID($0) }, of: context)
  }

  /// Sets a value of JSON under a name, here and below.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`.
  public func setValue(json text: String, for name: String) throws(RuleError) {
    var context = node.contextToChange
    try context.setValue(json: text, for: name)
    take([KeyID(name)], of: context)
  }

  /// Takes back what was set on this node for a key; what the node inherits counts again.
  ///
  /// A path that is no accessor is reported, and nothing changes.
  public func unset<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    if let name = node.contextToChange.keyName(of: accessor) { unset(name) }
  }

  /// Takes back what was set on this node for a key, by its name.
  public func unset(_ name: String) {
    // The name may be an alias that a node above declares.
    let original = node.contextToChange.values.original(of: name)
    node.changeValues { values in
      values.remove(name)
      if let original { values.remove(original) }
    }
  }

  /// Sets a value on this node and returns the node.
  @discardableResult
  public func with<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value) -> Self {
    self[path] = value
    return self
  }

  /// Makes one key an alias of another, for this node and below.
  ///
  /// Both names then have one value, in rules too. A cycle of aliases is an
  /// error of the evaluation that reads one of them.
  @discardableResult
  public func aliasing<Value>(
    _ alias: KeyPath<RuleContext, Value>, to original: KeyPath<RuleContext, Value>
  ) -> Self {
    let context = node.contextToChange
    if let name = context.keyName(of: alias), let key = context.declaredKey(of: original) {
      node.changeValues { $0.alias(name, to: key) }
    }
    return self
  }
}

// MARK: - Accessors

// Not `DynamicEnvironmentPaths`: the setters of its accessors would need an environment in a `var`.
extension RuleEnvironment {
  /// The current value of an accessor.
  @inlinable
  public subscript<Value>(
    dynamicMember path: KeyPath<RuleContext, Value>
  ) -> Value {
    @inline(__always) get { context[keyPath: path] }
  }

  /// The current value of an accessor; setting it overrides the inherited
  /// value, for this node and below.
  @inlinable
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<RuleContext, Value>
  ) -> Value {
    @inline(__always) get { context[keyPath: path] }
    set { set(path, to: newValue) }
  }

  /// The value for a key that is a type; read-only.
  public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value {
    context[dynamic: key]
  }

  /// The value for a key that is a type.
  public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value
  where Key.Value: Sendable {
    get { context[dynamic: key] }
    set { self[\.[dynamic: RuleKey(key)]] = newValue }
  }

  /// The value for a key; read-only.
  public subscript<Value>(dynamic key: RuleKey<Value>) -> Value {
    context[dynamic: key]
  }

  /// The value for a key.
  public subscript<Value: Sendable>(dynamic key: RuleKey<Value>) -> Value {
    get { context[dynamic: key] }
    set { self[\.[dynamic: key]] = newValue }
  }
}
