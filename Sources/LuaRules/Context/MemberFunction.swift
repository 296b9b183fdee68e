import LuaBridge

/// A method that rules call as a member of an object.
struct MemberFunction<Root>: Sendable {
  /// The types of the parameters and of the result.
  let type: @Sendable () -> FunctionType
  let parameterCount: Int
  let call: @Sendable (Root, inout HostArguments) throws -> HostResult
}

/// A method that is bound to one object.
final class BoundMember {
  let name: String
  let parameterCount: Int
  private let body: (inout HostArguments) throws -> HostResult
  /// Returns whether a value has the type of the object.
  private let isObject: (Any) -> Bool

  init<Root>(_ name: String, _ function: MemberFunction<Root>, of root: Root) {
    self.name = name
    parameterCount = function.parameterCount
    body = { try function.call(root, &$0) }
    isObject = { $0 is Root }
  }

  /// Creates a placeholder for a method that exists only in the host program.
  init(missing name: String, parameterCount: Int) {
    self.name = name
    self.parameterCount = parameterCount
    body = { _ in
      throw RuleError(
        .hostFunction, "`\(name)` can be called in the program only: the context is from JSON")
    }
    isObject = { _ in false }
  }

  /// Calls the method.
  ///
  /// - Throws: ``RuleError`` for arguments that do not fit, and any error of
  ///   the method.
  func call(_ arguments: inout HostArguments) throws -> HostResult { try body(&arguments) }

  /// Returns whether the arguments come from a call with a colon: one too many,
  /// with the object first.
  func isCalledWithColon(_ arguments: [LuaValue], _ subject: (ObjectHandle) -> Any?) -> Bool {
    guard arguments.count > parameterCount, case .object(let handle)? = arguments.first,
      let first = subject(handle)
    else { return false }
    return isObject(first)
  }
}

extension RuleMember {
  /// Creates a member that is a method, which rules call with a dot: `c.todo.isVisible("ann")`.
  ///
  /// ```swift
  /// .init("isVisible", calling: Todo.isVisible(to:))
  /// ```
  ///
  /// Parameters and result are converted like those of a host function: a
  /// missing argument is `nil`, an extra argument is ignored. An error that the
  /// method throws fails the evaluation. The method should have no side
  /// effects: rules may call it any number of times.
  public init<each Parameter, Result>(
    _ name: String, isSecret: Bool = false, description: String? = nil,
    calling method: @escaping @Sendable (Root) -> (repeat each Parameter) throws -> Result
  ) {
    var count = 0
    for _ in repeat (each Parameter).self { count += 1 }
    self.init(
      name, type: ((repeat each Parameter) throws -> Result).self, isSecret: isSecret,
      description: description,
      MemberFunction(
        type: { FunctionType(repeat (each Parameter).self, giving: Result.self) },
        parameterCount: count,
        call: { root, arguments in
          HostResult(try method(root)(repeat try arguments.next((each Parameter).self)))
        }))
  }
}
