#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the candidates of a key are evaluated.
///
/// Both modes give the same answers and the same errors; only a budget may last
/// longer in one of them.
package enum EvaluationMode: Sendable, Hashable {
  /// With a plan, natively where the result is certain to be the result of Lua.
  case native
  /// One after the other, without a plan: Lua runs every rule function. Use it to find out
  /// whether a plan causes an error.
  case lua

  /// Native, unless the environment variable `LUARULES_PLAN` is `lua`.
  ///
  /// The variable is read once in a process.
  package static let standard: EvaluationMode =
    if let value = unsafe getenv("LUARULES_PLAN"), unsafe String(cString: value) == "lua" {
      .lua
    } else {
      .native
    }
}
