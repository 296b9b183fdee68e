extension CompiledFunction {
  /// Whether the function has an end, and returns no value at any of its ends.
  ///
  /// `false` for a function that only loops, because it has no end, and for a
  /// function that mentions `error`, because it ends with an error on purpose.
  package var neverReturnsValue: Bool {
    if constants.contains(.string(Array("error".utf8))) { return false }
    let returns = reachableReturns
    return !returns.isEmpty && !returns.contains(where: \.hasValue)
  }

  /// The last instruction, if the function may come to its end there without a value, and returns one elsewhere.
  package var openEnd: Int? {
    let returns = reachableReturns
    guard let last = returns.last, last.position == code.count - 1, !last.hasValue,
      returns.contains(where: \.hasValue)
    else { return nil }
    return last.position
  }

  /// The instructions that may end the function, and whether they return values.
  private var reachableReturns: [(position: Int, hasValue: Bool)] {
    let isReached = reachablePositions()
    return code.indices.filter { isReached[$0] }.compactMap { position in
      switch code[position].opcode {
      case .returnOne, .tailCall: (position, true)
      case .return: (position, code[position].b != 1)
      case .returnNothing: (position, false)
      default: nil
      }
    }
  }
}
