extension CompiledFunction {
  /// Whether the function comes to an end, and gives no value at all at each of its ends.
  ///
  /// A function that only loops has no end, and one that names `error` ends that
  /// way on purpose, so they are none.
  var neverReturnsValue: Bool {
    if constants.contains(.string(Array("error".utf8))) { return false }
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
