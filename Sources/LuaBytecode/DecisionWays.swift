/// The branches of a function, with the conditions that lead to a true or a
/// false result.
///
/// The function is executed with symbolic values. A test of a constant, or of a
/// condition that the branch has already decided, has one possible outcome; any
/// other test is a fork.
package struct DecisionWays {
  /// Whether at least one branch leads to true.
  package private(set) var canBeTrue = false
  /// The conditions on each branch to false.
  package private(set) var toFalse: [Cube] = []

  /// The maximum number of instructions to execute, over all branches together.
  package static let stepLimit = 1 << 17

  /// Returns the branches of a function; `nil` for too many conditions or
  /// steps, or a loop.
  package static func explore(_ function: CompiledFunction, _ steps: inout Int) -> DecisionWays? {
    var execution = SymbolicExecution(function)
    defer { steps += execution.steps }
    var ways = DecisionWays()
    repeat {
      way: while true {
        switch execution.advance() {
        case .goesOn: continue way
        case .givesUp: return nil
        case .ends(let canBeTrue, let falseWay):
          if canBeTrue { ways.canBeTrue = true }
          if let falseWay { ways.toFalse.append(falseWay) }
          break way
        }
      }
    } while execution.takeUpNextWay()
    return ways
  }
}
