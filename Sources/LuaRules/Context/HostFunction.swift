import LuaBridge

/// A host function with its types erased.
final class HostFunction: Sendable {
  /// Calls it: who made it knows the types of its parameters and of its result.
  typealias Body = @Sendable (inout HostArguments) throws -> HostResult

  let name: String
  /// Whether it is a closure in a rule, which sources with a grant cannot call.
  let isOfSwiftRule: Bool
  let call: Body

  init(name: String, isOfSwiftRule: Bool = false, call: @escaping Body) {
    self.name = name
    self.isOfSwiftRule = isOfSwiftRule
    self.call = call
  }

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
  ) -> Body {
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
      return HostResult(result.value)
    }
  }
}

/// What a host function, or a method, gave.
struct HostResult {
  let value: Any
  /// What it is in Lua, where its type tells that.
  let scalar: LuaValue?

  init<Value>(_ value: Value) {
    scalar = LuaValue(scalar: value)
    if case .nil? = scalar {
      // What returns nothing in Swift gives nothing in Lua.
      self.value = LuaValue.nil
    } else {
      let value: Any = value
      self.value = scalar == nil && value is Void ? LuaValue.nil : value
    }
  }
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
