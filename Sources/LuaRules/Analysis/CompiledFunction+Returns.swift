extension CompiledFunction {
  /// Whether the function comes to an end, and gives no value at all at each of its ends.
  ///
  /// A function that only loops or raises errors has no end, so it is not one.
  var neverReturnsValue: Bool {
    let isReached = reachablePositions()
    var hasEnd = false
    for position in code.indices where isReached[position] {
      switch code[position].opcode {
      case .returnOne, .tailCall: return false
      case .return where code[position].b != 1: return false
      case .return, .returnNothing: hasEnd = true
      default: break
      }
    }
    return hasEnd
  }
}
