import LuaBridge
import LuaBytecode

/// The expression that was `nil` where Lua's message names none, or only a local variable.
struct NilOperand {
  /// Where in the code the value is used.
  private enum Use {
    case argument(number: Int, function: Substring, expected: Substring)
    case local(Substring)
  }

  /// What is behind Lua's message.
  let addition: String
  let hint: String

  /// Finds the expression; `nil` if the code does not tell it.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the function that failed.
  init?(of failure: LuaFailure) {
    guard !failure.code.isEmpty, let use = Self.use(in: failure.message),
      let function = try? CompiledFunction.decode(failure.code)
    else { return nil }
    let names = OperandNames(function)
    switch use {
    case .argument(let number, let name, let expected):
      guard
        let expression = names.argument(number, ofCallOf: String(name), inLine: failure.line)
      else { return nil }
      addition = ": `\(expression)` is nil"
      hint =
        expected == "table"
        ? "test it first, or write `\(expression) or {}`" : "test it first"
    case .local(let name):
      guard let origin = names.origin(ofLocal: String(name), inLine: failure.line) else {
        return nil
      }
      addition = ": `\(origin)` is nil"
      hint = "test it first: `\(name) and …`"
    }
  }

  private static func use(in message: String) -> Use? {
    // "bad argument #1 to 'ipairs' (table expected, got nil)"
    // "attempt to concatenate a nil value (local 'name')"
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    if parts[0].hasSuffix(" a nil value (local "), parts[2] == ")" { return .local(parts[1]) }
    let end = " expected, got nil)"
    guard parts[0].hasPrefix("bad argument #"), parts[0].hasSuffix(" to "),
      let number = Int(parts[0].dropFirst(14).dropLast(4)), (1...200).contains(number),
      parts[2].hasPrefix(" ("), parts[2].hasSuffix(end)
    else { return nil }
    return .argument(
      number: number, function: parts[1], expected: parts[2].dropFirst(2).dropLast(end.count))
  }
}
