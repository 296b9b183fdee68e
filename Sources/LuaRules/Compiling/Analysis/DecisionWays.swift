/// The ways through a function: which conditions lead to a result that counts as true or false.
///
/// The function is executed with symbolic values. A test of a constant, or of
/// a condition that the way has decided already, follows the way that is
/// left; any other test is a fork.
struct DecisionWays {
  /// Whether at least one way leads to true.
  private(set) var canBeTrue = false
  /// The conditions on each way to false.
  private(set) var toFalse: [Cube] = []

  /// Instructions that may be executed, over all ways together.
  static let stepLimit = 1 << 17

  /// Returns the ways of a function, or `nil` for too many conditions or steps, or a loop.
  static func explore(_ function: CompiledFunction, _ steps: inout Int) -> DecisionWays? {
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
