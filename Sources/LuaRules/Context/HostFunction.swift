import LuaBridge

/// A host function with its types erased.
package final class HostFunction: Sendable {
  /// The call: the closure captures the types of the parameters and of the
  /// result.
  typealias Body = @Sendable (inout HostArguments) throws -> HostResult

  package let name: String
  /// Whether it is a closure of a Swift rule, which sources with a grant cannot
  /// call.
  let isOfSwiftRule: Bool
  /// Whether a parameter is the context, of which the function may read any key.
  let takesContext: Bool
  /// Returns the types of the parameters and of the result; `nil` for a closure of a Swift rule.
  let type: (@Sendable () -> FunctionType)?
  let call: Body

  init(
    name: String, isOfSwiftRule: Bool = false, takesContext: Bool = true,
    type: (@Sendable () -> FunctionType)? = nil, call: @escaping Body
  ) {
    self.name = name
    self.isOfSwiftRule = isOfSwiftRule
    self.takesContext = takesContext
    self.type = type
    self.call = call
  }

  /// The name that errors and explanations use.
  var title: String { Self.title(of: name, isOfSwiftRule: isOfSwiftRule) }

  /// The text that explanations show where the function is a predicate.
  var test: String { isOfSwiftRule ? title : "\(title)(c)" }

  static func title(of name: String, isOfSwiftRule: Bool = false) -> String {
    isOfSwiftRule ? "the closure of \(name)" : "host.\(name)"
  }

  /// Returns a closure that calls a body on the main actor, and fails
  /// elsewhere.
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

/// The result of a host function or of a method.
struct HostResult {
  let value: Any
  /// The Lua form of the value, if the type of the value decides it.
  let scalar: LuaValue?

  init<Value>(_ value: Value) {
    scalar = LuaValue(scalar: value)
    if case .nil? = scalar {
      // Swift's `nil`, and the result of a function without a result, are `nil` in Lua.
      self.value = LuaValue.nil
    } else {
      let value: Any = value
      self.value = scalar == nil && value is Void ? LuaValue.nil : value
    }
  }
}

/// A value that is passed on within one thread.
///
/// INVARIANT: `@unchecked Sendable` because both ends are on one thread: it
/// carries arguments and a result through `MainActor.assumeIsolated`, which
/// runs its body at once, on the thread of the caller.
private struct SameThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
