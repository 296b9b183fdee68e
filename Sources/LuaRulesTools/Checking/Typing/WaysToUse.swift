import LuaBytecode

/// The ways through a function to an instruction, where all loops come to an end.
struct WaysToUse {
  let function: CompiledFunction
  /// Whether an instruction is reached and goes on, by position.
  let isReached: [Bool]
  /// The tests whose outcomes are not known to be independent: they lead somewhere only if all their ways
  /// do without them.
  private(set) var doubtful: Set<Int> = []
  /// The instructions of `for` loops that lead somewhere only if all their ways do.
  private(set) var loops: Set<Int> = []
  /// The doubtful tests of which one way ends the evaluation.
  private(set) var ending: Set<Int> = []
  /// Takes instructions from what may be looked at; returns whether there were enough.
  private let spend: (Int) -> Bool

  /// How many tests are looked at once more, for loops that they end.
  private static let mostEnds = 8

  init(_ function: CompiledFunction, _ isReached: [Bool], _ spend: @escaping (Int) -> Bool) {
    self.function = function
    self.isReached = isReached
    self.spend = spend
  }

  /// Returns the ways whatever some tests give.
  func whatever(_ doubtful: Set<Int>, loops: Set<Int> = [], ending: Set<Int>) -> WaysToUse {
    var ways = self
    ways.doubtful = doubtful
    ways.loops = loops
    ways.ending = ending
    return ways
  }

  /// Returns from which instructions another one is reached; from none where that is too much work.
  func positions(leadingTo target: Int) -> [Bool] {
    var closed: Set<Int> = []
    while true {
      let leads = leading(to: target, without: closed)
      // A loop may not come to its end, or may not be entered.
      let more = loops.filter { leads[$0] && !closed.contains($0) && !leadsAlways($0, leads) }
      if more.isEmpty { return leads }
      closed.formUnion(more)
    }
  }

  /// Returns from which instructions another one is reached on ways without some tests.
  func positions(leadingTo target: Int, without tests: Set<Int>) -> [Bool] {
    reaching([target], without: tests)
  }

  private func leading(to target: Int, without closed: Set<Int>) -> [Bool] {
    var excluded = doubtful.union(closed)
    excluded.remove(target)
    var endsLeft = Self.mostEnds
    while true {
      let leads = reaching([target], without: excluded)
      let more = excluded.subtracting(closed).filter { position in
        guard !ending.contains(position) else { return false }
        if leadsAlways(position, leads) { return true }
        guard leadsSomewhere(position, leads), endsLeft > 0 else { return false }
        endsLeft -= 1
        return comesBack(to: position, or: target, leads)
      }
      if more.isEmpty { return leads }
      excluded.subtract(more)
    }
  }

  private func leadsAlways(_ position: Int, _ leads: [Bool]) -> Bool {
    var leadsAlways = true
    function.forEachSuccessor(of: position) { if isReached[$0], !leads[$0] { leadsAlways = false } }
    return leadsAlways
  }

  private func leadsSomewhere(_ position: Int, _ leads: [Bool]) -> Bool {
    var leadsSomewhere = false
    function.forEachSuccessor(of: position) {
      if isReached[$0], leads[$0] { leadsSomewhere = true }
    }
    return leadsSomewhere
  }

  /// Whether the ways behind a test that do not lead on come back to it, as those through the body of a
  /// `while` loop do.
  private func comesBack(to test: Int, or target: Int, _ leads: [Bool]) -> Bool {
    // What stands behind the target may not have been followed yet.
    let ends = function.code.indices.filter { position in
      var isEnd = true
      function.forEachSuccessor(of: position) { _ in isEnd = false }
      return isEnd || !isReached[position] && function.code[position].opcode == .call
    }
    let escapes = reaching(ends, without: [test, target], inAllCode: true)
    var comesBack = true
    function.forEachSuccessor(of: test) {
      if !leads[$0], escapes[$0] { comesBack = false }
    }
    return comesBack
  }

  /// Returns from which instructions one of several is reached, by position.
  private func reaching(
    _ targets: [Int], without excluded: Set<Int>, inAllCode isInAllCode: Bool = false
  ) -> [Bool] {
    var leads = Array(repeating: false, count: function.code.count)
    for target in targets { leads[target] = true }
    var hasChanged = true
    while hasChanged, spend(function.code.count) {
      hasChanged = false
      for position in function.code.indices.reversed()
      where !leads[position] && (isInAllCode || isReached[position])
        && !excluded.contains(position)
      {
        function.forEachSuccessor(of: position) { if leads[$0] { leads[position] = true } }
        if leads[position] { hasChanged = true }
      }
    }
    return leads
  }
}
