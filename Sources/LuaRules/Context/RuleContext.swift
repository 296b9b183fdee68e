import Logging

/// Values that are set, and the rules that answer for the rest.
///
/// A context is a value: a copy inherits what was set and goes its own way.
///
/// ```swift
/// var context = RuleContext(model)
/// context.todo = Todo(title: "Buy beer", priority: .low)
/// context.fancyColor                        // never throws, never traps
/// try context.value(for: \.fancyColor)      // the same, but throws RuleError
/// ```
///
/// Asking is synchronous and may be done from any thread.
public struct RuleContext: Sendable {
  var values = ContextValues()
  /// The rules that are asked.
  public var model: RuleModel
  /// What few contexts have beside values and rules; `nil` for the defaults.
  private var settings: ContextSettings?
  var capture: Capture?

  /// Creates a context without values.
  public init(_ model: RuleModel) {
    self.model = model
  }

  /// Creates a context without values; the historical spelling of ``init(_:)-(RuleModel)``.
  public init(ruleModel: RuleModel) {
    self.init(ruleModel)
  }

  // MARK: Settings

  /// Receives the errors of answers that cannot throw.
  ///
  /// By default they go to ``logger``, each distinct message once for each
  /// generation of the rules, whichever context met it.
  public var onError: (@Sendable (RuleError) -> Void)? {
    get { settings?.onError }
    set { changeSettings { $0.onError = newValue } }
  }

  /// Receives errors, at level `error`, and what rules print, at `debug`.
  ///
  /// By default a logger with the label `luarules`.
  public var logger: Logger {
    get { settings?.logger ?? Logger(label: "luarules") }
    set { changeSettings { $0.logger = newValue } }
  }

  /// Whether errors list the Lua calls that led to them.
  public var wantsTraceback: Bool {
    get { settings?.wantsTraceback ?? false }
    set { changeSettings { $0.wantsTraceback = newValue } }
  }

  /// Limits beside those of the model; each counts where it is the lower one.
  ///
  /// They are those of questions from outside: what a host function asks uses
  /// what is left of the question that called it.
  public var tighterBudget: Budget? {
    get { settings?.tighterBudget }
    set { changeSettings { $0.tighterBudget = newValue } }
  }

  /// The answers of earlier questions, for a context that remembers them.
  var remembered: RememberedAnswers? {
    get { settings?.remembered }
    set { changeSettings { $0.remembered = newValue } }
  }

  /// Whether there is anything beside values and rules.
  var hasSettings: Bool { settings != nil }

  /// Whether there are limits beside those of the model.
  var hasOwnLimits: Bool { settings != nil && tighterBudget != nil }

  /// Whether answers are remembered.
  var isRemembering: Bool { settings != nil && remembered != nil }

  private mutating func changeSettings(_ body: (inout ContextSettings) -> Void) {
    var changed = settings ?? ContextSettings()
    body(&changed)
    settings = changed
  }

  func report(_ error: RuleError) {
    if let capture, capture.note(error) { return }
    if let onError {
      onError(error)
    } else if ErrorReporter.isNew(error, to: model.links.map(\.reporter)) {
      logger.error("\(error)")
    }
  }
}

// MARK: - Accessors

extension RuleContext: DynamicEnvironmentPaths {
  /// Returns the value for a key; after an error, the key's default.
  public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
    if let capture, capture.records(key) { return key.defaultValue }
    do {
      return try sought(key)
    } catch {
      report(error)
      return key.defaultValue
    }
  }

  /// Sets the value for a key by its number, if that needs nothing else of the key.
  public mutating func setDynamicValue<Value: Sendable>(
    _ value: Value, for key: KeyNumber
  ) -> Bool {
    guard capture == nil, !key.isSecret else { return false }
    return values.set(value, for: key.number)
  }

  /// Sets the value for a key; it wins over every rule.
  public mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    values.set(value, for: key.id, isSecret: key.isSecret)
    capture?.noteSetting(of: key.name)
  }

  /// Returns a copy with a value.
  @inlinable @inline(__always)
  public func with<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value)
    -> RuleContext
  {
    if hasObservers { return withUnobserved(path, value) }
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  /// Whether somebody is told of what is read.
  @usableFromInline var hasObservers: Bool { capture != nil || model.isObserved }

  @usableFromInline
  func withUnobserved<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value)
    -> RuleContext
  {
    var copy = self
    guard path != \RuleContext.model else {
      copy[keyPath: path] = value
      return copy
    }
    // Swift reads what stands at a key path before it sets it.
    copy.model = model.unobserved
    if let capture, capture.isCatching { copy.capture = Capture(.catching) }
    copy[keyPath: path] = value
    copy.model = model
    copy.capture = capture
    return copy
  }

  /// Returns a copy in which one key is another name of a second one.
  ///
  /// Both names then have one value, in rules too. A circle of aliases is an
  /// error of the access that asks for one of them. A path that is no accessor
  /// is reported to ``onError``, and nothing changes.
  public func aliasing<Value>(
    _ alias: KeyPath<RuleContext, Value>, to original: KeyPath<RuleContext, Value>
  ) -> RuleContext {
    guard let name = keyName(of: alias), let key = declaredKey(of: original) else {
      return self
    }
    var copy = self
    copy.values.alias(name, to: key)
    return copy
  }

  /// Takes back what was set for a key, so that rules answer again.
  ///
  /// A path that is no accessor, such as `\.todo.title`, is reported to
  /// ``onError``, and nothing changes.
  public mutating func unset<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    if let name = keyName(of: accessor) { values.remove(name) }
  }

  /// Takes back what was set for a key, by its name.
  public mutating func unset(_ name: String) {
    values.remove(name)
  }

  /// The names of all values that are set, in byte order.
  public var setNames: [String] { values.names }

  /// Whether a value, perhaps `nil`, is set for a name.
  public func isSet(_ name: String) -> Bool { values[name] != nil }

  /// Whether what stands at a path is secret: declared so, or set as a secret key.
  ///
  /// What is secret is printed as `•••`.
  public func isSecret(_ path: String) -> Bool { isSecret(path, inside: []) }

  /// Returns the name of the key behind an accessor; another path is reported.
  func keyName<Value>(of accessor: KeyPath<RuleContext, Value>) -> String? {
    declaredKey(of: accessor)?.name
  }

  /// Returns the key behind an accessor; another path is reported.
  func declaredKey<Value>(of accessor: KeyPath<RuleContext, Value>) -> DeclaredKey? {
    do {
      return try Self.key(of: accessor).key.declare()
    } catch {
      report(error)
      return nil
    }
  }
}
