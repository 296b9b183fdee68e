extension CompiledFunction {
  /// Whether the function has an end, and returns no value at any of its ends.
  ///
  /// `false` for a function that only loops, because it has no end, and for a
  /// function that mentions `error`, because it ends with an error on purpose.
  package var neverReturnsValue: Bool {
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
