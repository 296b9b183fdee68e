import LuaBridge

/// The Swift functions that rules may call: `host.name(…)`.
///
/// Written as a dictionary where they take the context, and added one by one
/// where they take other values:
///
/// ```swift
/// let host: HostFunctions = ["finishedView": { (c: RuleContext) in FinishedView(c.task) }]
/// let more = host.adding("discounted") { (price: Int, percent: Int) in price * (100 - percent) / 100 }
/// ```
///
/// Parameters and results are converted as keys' values are. What a function
/// throws fails the access, with the function's name. Host functions are
/// synchronous; what needs `await` is set on the context first.
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
    adding(
      HostFunction(name: name) { arguments in
        var arguments = arguments
        return try body(repeat try arguments.next((each Parameter).self))
      })
  }

  /// Returns the set with a function that is called on the main actor only.
  ///
  /// An access elsewhere that comes to call it fails with an error.
  public func adding<each Parameter, Result>(
    _ name: String,
    onMainActor body: @escaping @MainActor @Sendable (repeat each Parameter) throws -> Result
  ) -> HostFunctions {
    adding(
      HostFunction(
        name: name, call: HostFunction.onMainActor(HostFunction.title(of: name), body)))
  }

  private func adding(_ function: HostFunction) -> HostFunctions { adding([function]) }

  /// Returns the set with functions; those of the same names are replaced.
  func adding(_ functions: [HostFunction]) -> HostFunctions {
    let names = Set(names: functions.map(\.name))
    var result = self
    result.functions.removeAll { names.contains($0.name) }
    result.functions += functions
    return result
  }
}

/// A host function with its types erased.
struct HostFunction: Sendable {
  let name: String
  /// Whether it is a closure in a rule, which sources with a grant cannot call.
  var isOfSwiftRule = false
  let call: @Sendable (HostArguments) throws -> Any

  /// What errors and explanations call it.
  var title: String { Self.title(of: name, isOfSwiftRule: isOfSwiftRule) }

  /// What explanations call it as a predicate.
  var test: String { isOfSwiftRule ? title : "\(title)(c)" }

  static func title(of name: String, isOfSwiftRule: Bool = false) -> String {
    isOfSwiftRule ? "the closure of \(name)" : "host.\(name)"
  }

  /// Returns what calls a body on the main actor, and fails elsewhere.
  static func onMainActor<each Parameter, Result>(
    _ title: String,
    _ body: @escaping @MainActor @Sendable (repeat each Parameter) throws -> Result
  ) -> @Sendable (HostArguments) throws -> Any {
    { arguments in
      guard MainActorCheck.isOnMainActor else {
        throw RuleError(
          .hostFunction, "`\(title)` works on the main actor only",
          hint: "ask for the key from code that is `@MainActor`")
      }
      let box = SameThread(arguments)
      let result = try MainActor.assumeIsolated {
        var arguments = box.value
        return SameThread(try body(repeat try arguments.next((each Parameter).self)))
      }
      return result.value
    }
  }
}

/// The arguments of one call, taken one after the other.
struct HostArguments {
  /// What errors call the function.
  let title: String
  var context: RuleContext
  let values: [LuaValue]
  let converter: LuaConverter
  private var position = 0

  init(title: String, context: RuleContext, values: [LuaValue], converter: LuaConverter) {
    self.title = title
    self.context = context
    self.values = values
    self.converter = converter
  }

  /// Converts the next argument; a missing one is `nil`.
  mutating func next<Value>(_ type: Value.Type) throws(RuleError) -> Value {
    let value = position < values.count ? values[position] : .nil
    position += 1
    if let context = context as? Value {
      if case .object(let handle) = value, handle == .context { return context }
    }
    do {
      return try converter.convert(value, to: type)
    } catch {
      let place = error.path.isEmpty ? "" : " in `\(error.path.joined(separator: "."))`"
      throw RuleError(
        error.kind == .wrongType ? .wrongType : .wrongValue,
        "argument \(position) of `\(title)` is \(error.given)\(place); "
          + "expected \(error.expected)", hint: error.spellingHint)
    }
  }
}

extension ObjectHandle {
  /// The handle of the context itself.
  static let context = ObjectHandle(index: 0)
}

/// A value that goes from one place to another of the same thread.
///
/// INVARIANT: `@unchecked Sendable` because both ends are on one thread: it
/// carries arguments and a result through `MainActor.assumeIsolated`, which
/// runs its body at once, where it is called.
private struct SameThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
