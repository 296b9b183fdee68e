import LuaBridge

/// The Swift functions that rules may call: `host.name(…)`.
///
/// ```swift
/// let host: HostFunctions = [
///   "finishedView": .function { (c: RuleContext) in FinishedView(c.task) },
///   "discounted": .function { (price: Int, percent: Int) in price * (100 - percent) / 100 },
///   "screenWidth": .onMainActor { Screen.main.width },
/// ]
/// ```
///
/// Arguments are taken by position: a parameter of the type ``RuleContext`` receives the context if the
/// rule passes it, as in `host.finishedView(c)`. A rule that gives the function itself, as in
/// `value = host.finishedView`, calls it with the context only. A missing argument is `nil`, further
/// arguments are ignored, and a result of `nil` means that the rule declines. Parameters and results
/// are converted like the values of keys.
///
/// An error that a function throws fails the evaluation; the message names the function. Host
/// functions are synchronous: call an `async` function first and set its result on the context.
public struct HostFunctions: Sendable, ExpressibleByDictionaryLiteral {
  package var functions: [HostFunction] = []
  /// Whether the functions only stand for those of a program that is not at hand.
  package var arePlaceholders = false

  /// A function in a literal, without its name.
  public struct Function: Sendable {
    /// Whether a parameter is the context.
    let takesContext: Bool
    /// Returns the types of the parameters and of the result.
    let type: @Sendable () -> FunctionType
    /// Returns the call, for the title of the function in error messages.
    let makeCall: @Sendable (_ title: String) -> HostFunction.Body

    /// A function that may be called on any thread.
    public static func function<each Parameter, Result>(
      _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
    ) -> Function {
      VacantPlace.learnCases(of: Result.self)
      return Function(
        takesContext: takesContext(repeat (each Parameter).self),
        type: { FunctionType(repeat (each Parameter).self, giving: Result.self) },
        makeCall: { _ in
          { arguments in HostResult(try body(repeat try arguments.next((each Parameter).self))) }
        })
    }

    /// A function that is called on the main actor only.
    ///
    /// An evaluation outside the main actor fails with an error when it calls the function.
    public static func onMainActor<each Parameter, Result>(
      _ body: @escaping @MainActor @Sendable (repeat each Parameter) throws -> Result
    ) -> Function {
      Function(
        takesContext: takesContext(repeat (each Parameter).self),
        type: { FunctionType(repeat (each Parameter).self, giving: Result.self) },
        makeCall: { title in HostFunction.onMainActor(title, body) })
    }

    private static func takesContext<each Parameter>(
      _ types: repeat (each Parameter).Type
    ) -> Bool {
      var isTaken = false
      for type in repeat each types {
        if type == RuleContext.self || type == RuleContext?.self || type == Any.self {
          isTaken = true
        }
      }
      return isTaken
    }
  }

  /// Creates a set without functions.
  public init() {}

  /// Creates a set of functions; of several with one name, the last one counts.
  public init(dictionaryLiteral elements: (String, Function)...) {
    for (name, function) in elements { self = adding(name, function) }
  }

  /// The names of the functions, in the order in which they were added.
  public var names: [String] { functions.map(\.name) }

  /// The types of the functions by name; none of placeholders.
  package var types: [ByteName: FunctionType] {
    guard !arePlaceholders else { return [:] }
    var types: [ByteName: FunctionType] = [:]
    for function in functions { types[ByteName(function.name)] = function.type?() }
    return types
  }

  /// Returns the set with one more function; a function of the same name is replaced.
  public func adding(_ name: String, _ function: Function) -> HostFunctions {
    adding(
      HostFunction(
        name: name, takesContext: function.takesContext, type: function.type,
        call: function.makeCall(HostFunction.title(of: name))))
  }

  /// Returns the set with a function that may be called on any thread.
  ///
  /// A function of the same name is replaced.
  public func adding<each Parameter, Result>(
    _ name: String, _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
  ) -> HostFunctions {
    adding(name, .function(body))
  }

  private func adding(_ function: HostFunction) -> HostFunctions { adding([function]) }

  /// Returns the set with a function that the program has, and that is not available here.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - makeResult: Returns what it gives where a rule names it, or calls it with the context.
  /// - Returns: The set.
  package func addingPlaceholder<Result: Sendable>(
    _ name: String, _ makeResult: @escaping @Sendable () -> Result
  ) -> HostFunctions {
    adding(
      HostFunction(name: name) { arguments in
        let isOfContext = arguments.values.allSatisfy { value in
          if case .object(.context) = value { true } else { false }
        }
        guard isOfContext else {
          throw RuleError(
            .hostFunction,
            "`\(HostFunction.title(of: name))` is a function of the program, and there is"
              + " no stub for it here",
            hint: "write a stub in a Lua file, and name the file with `--host`")
        }
        return HostResult(makeResult())
      })
  }

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
