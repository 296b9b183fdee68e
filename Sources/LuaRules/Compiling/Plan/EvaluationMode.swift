#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the candidates of a key are tried.
///
/// Both ways give the same answers and the same errors; only a budget may last
/// longer in one of them.
public enum EvaluationMode: Sendable, Hashable {
  /// By a plan, natively where that is certain to be what Lua would say.
  case native
  /// One after the other, each by Lua: for finding out whether a plan is at fault.
  case lua

  /// Native, unless the environment variable `LUARULES_PLAN` is `lua`.
  ///
  /// The variable is looked at once in a process.
  public static let standard: EvaluationMode =
    if let value = unsafe getenv("LUARULES_PLAN"), unsafe String(cString: value) == "lua" {
      .lua
    } else {
      .native
    }
}
