/// The parts of a function's code that may run never, once or repeatedly.
///
/// Each jump creates one: from the jump to its target, or from the target to
/// the jump.
package struct UncertainRegions {
  private struct Region {
    let start: Int
    /// The first instruction behind the region.
    let end: Int
  }

  /// For each instruction, the latest start of a region around it; −1 if there
  /// is none.
  private var startsAround: [Int]
  /// For each instruction, the earliest start of a region that ends before it;
  /// −1 if there is none.
  private var startsEnding: [Int]

  /// - Complexity: O(*n* log *n*) in the number of instructions.
  package init(of function: CompiledFunction) {
    let count = function.code.count
    startsAround = Array(repeating: -1, count: count)
    startsEnding = Array(repeating: -1, count: count + 1)
    var regions: [Region] = []
    for position in function.code.indices {
      let instruction = function.code[position]
      switch instruction.opcode {
      case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip:
        let target = instruction.target(from: position)
        regions.append(
          target > position
            ? Region(start: position + 1, end: target) : Region(start: target, end: position + 1))
      default: break
      }
    }
    regions.sort { $0.start < $1.start }
    var open: [Region] = []
    var next = 0
    for position in 0..<count {
      while next < regions.count, regions[next].start <= position {
        open.append(regions[next])
        next += 1
      }
      while let last = open.last, last.end <= position { open.removeLast() }
      if let last = open.last { startsAround[position] = last.start }
    }
    for region in regions.reversed() { startsEnding[region.end] = region.start }
  }

  /// Returns the latest start of the regions around an instruction.
  package func start(around position: Int) -> Int? {
    startsAround[position] < 0 ? nil : startsAround[position]
  }

  /// Returns the earliest start of the regions that end directly before an instruction.
  package func start(endingAt position: Int) -> Int? {
    startsEnding[position] < 0 ? nil : startsEnding[position]
  }
}

extension CompiledFunction {
  /// Returns for each instruction the number of registers that are local
  /// variables.
  package func localCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: code.count + 1)
    for local in locals where local.start < local.end && local.end <= code.count {
      counts[local.start] += 1
      counts[local.end] -= 1
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    return counts
  }
}
