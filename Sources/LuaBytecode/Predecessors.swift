/// For each instruction, the instructions that can run directly before it.
package struct Predecessors {
  /// The start of each instruction's list in `all`, followed by the end.
  private let starts: [Int]
  private let all: [Int]
  private let isReached: [Bool]

  /// - Complexity: O(*n*) in the number of instructions.
  package init(of function: CompiledFunction) {
    isReached = function.reachablePositions()
    var starts = [Int](repeating: 0, count: function.code.count + 1)
    for position in function.code.indices where isReached[position] {
      function.forEachSuccessor(of: position) { starts[$0 + 1] += 1 }
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var all = [Int](repeating: 0, count: starts[starts.count - 1])
    var next = starts
    for position in function.code.indices where isReached[position] {
      function.forEachSuccessor(of: position) {
        all[next[$0]] = position
        next[$0] += 1
      }
    }
    self.starts = starts
    self.all = all
  }

  /// Returns whether the instruction is reachable, if any condition may hold.
  package func isReachable(_ position: Int) -> Bool { isReached[position] }

  /// The reachable instructions that can run directly before an instruction.
  package subscript(position: Int) -> ArraySlice<Int> {
    all[starts[position]..<starts[position + 1]]
  }
}
