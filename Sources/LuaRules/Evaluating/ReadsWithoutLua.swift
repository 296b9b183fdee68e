import LuaBridge

/// The reads of a function that may not run in Lua, from which its error message is made.
final class ReadsWithoutLua {
  let paths: NativePaths
  private var failure: RuleError?
  /// The values that were read, each path once, the last read last.
  private var reads: [(path: NativePaths.ID, value: NativeValue)] = []

  init(_ paths: NativePaths) {
    self.paths = paths
  }

  /// Notes the value at a path.
  func note(_ value: NativeValue, at path: NativePaths.ID) {
    reads.removeAll { $0.path == path }
    reads.append((path, value))
  }

  /// Notes an error; only the first one is kept.
  func note(_ error: RuleError) { failure = failure ?? error }

  /// Notes that the function read a member of a scalar.
  func noteMember(at path: NativePaths.ID, of outer: LuaValue) {
    let (inner, outerText) = (paths.text(of: path), paths.text(of: paths[path].parent))
    switch outer {
    case .nil, .null:
      note(
        RuleError(
          .runtime, "`c.\(outerText)` is nil, so `c.\(inner)` cannot be read",
          hint: "test it first: `c.\(outerText) and c.\(inner)`"))
    default:
      note(
        RuleError(
          .needsLua, "`c.\(outerText)` is \(outer.typeName), so `c.\(inner)` cannot be read"))
    }
  }

  /// The error for a function in which native code met something undecided.
  func error(in evaluation: Evaluation) -> RuleError {
    if let failure { return failure }
    if evaluation.budget.exhaustedKind != nil { return evaluation.exhaustion }
    let seen = reads.suffix(3).map { "`c.\(paths.text(of: $0.path))` is \($0.value.typeName)" }
    return RuleError(
      .needsLua,
      "only Lua could go on here, and it is not called for this source"
        + (seen.isEmpty ? "" : ": " + seen.joined(separator: ", ")),
      hint: "test values before they are compared or calculated with: `c.count and c.count > 3`")
  }
}

extension NativeValue {
  /// The kind of the value, for messages; never its content.
  fileprivate var typeName: String {
    switch self {
    case .view: "an object"
    case .undecided: "something else"
    case .nil: "nil"
    default: luaValue?.typeName ?? "nil"
    }
  }
}
