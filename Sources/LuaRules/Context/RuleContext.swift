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
/// An evaluation is synchronous and may run on any thread.
public struct RuleContext: Sendable {
  var values = ContextValues()
  /// The rules that answer for keys that are not set.
  public var model: RuleModel
  /// Settings that few contexts have; `nil` for the defaults.
  private var settings: ContextSettings?
  var probe: AccessorProbe?

  /// Creates a context without values.
  public init(_ model: RuleModel) {
    self.model = model
  }

  /// Creates a context without values; the historical spelling of ``init(_:)-(RuleModel)``.
  public init(ruleModel: RuleModel) {
    self.init(ruleModel)
  }

  // MARK: Settings

  /// Receives the errors of answers that cannot throw, each of up to 1,000 distinct messages once for
  /// each generation of the rules.
  ///
  /// Copies of the context share the handler, and what it has received. By default errors go to
  /// ``logger``, which receives a message once even if several contexts meet it.
  public var onError: (@Sendable (RuleError) -> Void)? {
    get { settings?.errorHandler?.body }
    set { errorHandler = newValue.map { ErrorHandler($0) } }
  }

  /// The handler of ``onError``, with a record of what it has received.
  var errorHandler: ErrorHandler? {
    get { settings?.errorHandler }
    set { changeSettings { $0.errorHandler = newValue } }
  }

  /// Receives errors, at level `error`, and the output of rules, at level
  /// `debug`.
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

  /// Limits in addition to those of the model; for each limit the lower one
  /// applies.
  ///
  /// They apply to questions from outside of rules. What a host function asks
  /// belongs to the question that called it, and uses what is left of that
  /// question's budget.
  public var budgetCap: Budget? {
    get { settings?.budgetCap }
    set { changeSettings { $0.budgetCap = newValue } }
  }

  /// The cache of answers, for a context that remembers them.
  var remembered: RememberedAnswers? {
    get { settings?.remembered }
    set { changeSettings { $0.remembered = newValue } }
  }

  /// Whether there are settings in addition to values and rules.
  var hasSettings: Bool { settings != nil }

  /// Whether there are limits in addition to those of the model.
  var hasOwnLimits: Bool { settings != nil && budgetCap != nil }

  /// Whether answers are cached.
  var isRemembering: Bool { settings?.isRemembering == true }

  private mutating func changeSettings(_ body: (inout ContextSettings) -> Void) {
    var changed = settings ?? ContextSettings()
    body(&changed)
    settings = changed
  }

  /// The names of all values that are set, in byte order.
  public var setNames: [String] { values.names }

  /// Whether a value, perhaps `nil`, is set for a name.
  public func isSet(_ name: String) -> Bool { values[name] != nil }

  /// Hands an error to ``onError``, or logs it.
  package func report(_ error: RuleError) {
    if let probe, probe.note(error) { return }
    if let errorHandler {
      errorHandler.report(error, of: model.reporters)
    } else if ErrorReporter.isNew(error, to: model.reporters) {
      logger.error("\(error)")
    }
  }
}
