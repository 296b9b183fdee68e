import LuaBridge

/// The Swift functions that rules may call: `host.name(…)`.
///
/// A dictionary literal lists functions that take the context; `adding` adds a
/// function with other parameters:
///
/// ```swift
/// let host: HostFunctions = ["finishedView": { (c: RuleContext) in FinishedView(c.task) }]
/// let more = host.adding("discounted") { (price: Int, percent: Int) in price * (100 - percent) / 100 }
/// ```
///
/// Parameters and results are converted like the values of keys. An error that
/// a function throws fails the evaluation; the message names the function. Host
/// functions are synchronous: call an `async` function first and set its result
/// on the context.
public struct HostFunctions: Sendable, ExpressibleByDictionaryLiteral {
  var functions: [HostFunction] = []

  /// Creates a set without functions.
  public init() {}

  /// Creates a set of functions that take the context.
  public init(
    dictionaryLiteral elements: (String, @Sendable (RuleContext) throws -> Any)...
  ) {
    for (name, body) in elements {
      self = adding(name, body)
    }
  }

  /// The names of the functions, in the order in which they were added.
  public var names: [String] { functions.map(\.name) }

  /// Returns the set with a function that may be called on any thread.
  ///
  /// A function of the same name is replaced.
  public func adding<each Parameter, Result>(
    _ name: String, _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
  ) -> HostFunctions {
    VacantPlace.learnCases(of: Result.self)
    return adding(
      HostFunction(name: name) { arguments in
        HostResult(try body(repeat try arguments.next((each Parameter).self)))
      })
  }

  /// Returns the set with a function that is called on the main actor only.
  ///
  /// An evaluation outside the main actor fails with an error when it calls the
  /// function.
  public func adding<each Parameter, Result>(
    _ name: String,
    onMainActor body: @escaping @MainActor @Sendable (repeat each Parameter) throws -> Result
  ) -> HostFunctions {
    adding(
      HostFunction(
        name: name, call: HostFunction.onMainActor(HostFunction.title(of: name), body)))
  }

  private func adding(_ function: HostFunction) -> HostFunctions { adding([function]) }

  /// Returns the set with more functions; a function of the same name is
  /// replaced.
  func adding(_ functions: [HostFunction]) -> HostFunctions {
    let names = Set(names: functions.map(\.name))
    var result = self
    result.functions.removeAll { names.contains($0.name) }
    result.functions += functions
    return result
  }
}
