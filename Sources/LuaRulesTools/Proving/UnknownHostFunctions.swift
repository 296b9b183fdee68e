import LuaRules
import Synchronization

/// Host functions of a program that is not at hand, whose calls are counted.
///
/// An answer that comes from a call tells nothing: the program's function may return another value.
package final class UnknownHostFunctions: Sendable {
  /// What a call returns.
  private final class Result: Sendable {}

  private struct Calls {
    var count = 0
    var last: String?
  }

  private let names: [String]
  private let calls = Mutex(Calls())

  /// Creates functions with names.
  package init(_ names: [String]) { self.names = names }

  /// The functions, for rules; stubs may stand for some of them.
  package var functions: HostFunctions {
    var functions = names.reduce([:] as HostFunctions) { functions, name in
      functions.adding(name) { [self] () -> Result in
        calls.withLock {
          $0.count += 1
          $0.last = name
        }
        return Result()
      }
    }
    functions.arePlaceholders = true
    return functions
  }

  /// The number of calls until now, and the name of the last one.
  var called: (count: Int, last: String?) { calls.withLock { ($0.count, $0.last) } }
}
