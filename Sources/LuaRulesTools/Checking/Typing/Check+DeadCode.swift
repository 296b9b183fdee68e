import LuaBytecode
import LuaRules

// What the instructions of a function alone tell, whatever the values are.

extension Check {
  /// Reports comparisons and differences with the same on both sides, where nothing else is told.
  mutating func reportSameOperands(
    _ function: InspectedCode.Function, _ rule: InspectedRule?, _ told: inout ToldFindings
  ) {
    for code in function.code.withInnerFunctions {
      for same in code.sameOperands() {
        let place = SourceLocation(file: function.file, line: code.line(at: same.position))
        guard !told.hasAny(at: place), told.insert(.decidedTest, place, same.sign) else { continue }
        add(
          .decidedTest, .warning,
          "both sides of this \(same.sign == "-" ? "`-`" : "comparison") are the same", at: place,
          fix: "one of them is probably meant to be another value", subject: same.sign, rule: rule)
      }
      for test in code.repeatedTests() {
        let place = SourceLocation(file: function.file, line: code.line(at: test.position))
        guard !told.hasAny(at: place), told.insert(.decidedTest, place, nil) else { continue }
        add(
          .decidedTest, .warning, "this condition has the same test twice", at: place,
          fix: "one of them is probably meant to be another test", rule: rule)
      }
      report(code.repeatedComparisons(areLocal: false), in: code, function.file, rule, &told)
    }
  }

  private mutating func report(
    _ repeated: [CompiledFunction.RepeatedComparison], in code: CompiledFunction, _ file: String,
    _ rule: InspectedRule?, _ told: inout ToldFindings
  ) {
    for test in repeated {
      let place = SourceLocation(file: file, line: code.line(at: test.position))
      guard !told.hasAny(at: place), told.insert(.decidedTest, place, nil) else { continue }
      let line = code.line(at: test.first)
      add(
        .decidedTest, .warning, "the test in line \(line) decides this one, which is the same",
        at: place, fix: "change the test, or remove it",
        related: [RuleError.Note("the test before", at: SourceLocation(file: file, line: line))],
        rule: rule)
    }
  }

  /// Reports code where no way leads, values that are lost, and entries of tables that are not there yet.
  mutating func reportDeadCode(
    _ function: InspectedCode.Function, _ rule: InspectedRule?, _ told: inout ToldFindings
  ) {
    for code in function.code.withInnerFunctions {
      for unreached in code.linesBehindReturn() {
        let place = SourceLocation(file: function.file, line: unreached.line)
        guard told.insert(.unreachableBranch, place, nil) else { continue }
        let isBehindLoop = unreached.isBehindLoop
        add(
          .unreachableBranch, .warning,
          isBehindLoop
            ? "this is never reached: only a `return` leaves the loop before it"
            : "this is never reached: it comes after a `return`",
          at: place,
          fix: isBehindLoop
            ? "remove it, or leave the loop with `break`" : "remove it, or the `return`",
          rule: rule)
      }
      for value in code.lostValues() {
        let place = SourceLocation(file: function.file, line: code.line(at: value.position))
        guard told.insert(.unusedValue, place, value.name) else { continue }
        add(
          .unusedValue, .warning, value.message, at: place, fix: value.fix, subject: value.name,
          rule: rule)
      }
      for inner in code.functionsWithoutEffect() {
        let place = SourceLocation(file: function.file, line: inner.lineDefined)
        guard told.insert(.unusedValue, place, "function") else { continue }
        add(
          .unusedValue, .warning, "this function gives nothing back, and changes nothing",
          at: place, fix: "give back what it finds out with `return`", subject: "function",
          rule: rule)
      }
      for loop in code.doubtfulLoops() {
        let place = SourceLocation(file: function.file, line: code.line(at: loop.position))
        guard told.insert(.doubtfulLoop, place, "for") else { continue }
        add(
          .doubtfulLoop, .warning, loop.message, at: place, fix: loop.fix, subject: "for",
          rule: rule)
      }
      for (position, element) in code.loopsWithoutElement() {
        let place = SourceLocation(file: function.file, line: code.line(at: position))
        guard told.insert(.unusedLocal, place, element) else { continue }
        add(
          .unusedLocal, .warning,
          "the loop reads its list in each round, and never the element `\(element)`", at: place,
          fix: "use `\(element)`, or call it `_\(element)`", subject: element, rule: rule)
      }
      report(code.repeatedComparisons(areLocal: true), in: code, function.file, rule, &told)
      for entry in code.missingEntries() {
        let place = SourceLocation(file: function.file, line: code.line(at: entry.position))
        guard told.insert(.possibleNil, place, entry.table) else { continue }
        add(
          .possibleNil, .error,
          "`\(entry.table)[…]` is nil the first time \(entry.use): nothing is in `\(entry.table)` yet",
          at: place, fix: "write what it is at first, as in `\(entry.table)[…] or 0`",
          subject: entry.table, rule: rule)
      }
    }
  }
}

extension CompiledFunction {
  /// Whether its instructions alone tell nothing: neither what is reported as dead code, nor the same
  /// operands.
  var isSound: Bool {
    withInnerFunctions.allSatisfy { code in
      code.linesBehindReturn().isEmpty && code.lostValues().isEmpty && code.doubtfulLoops().isEmpty
        && code.functionsWithoutEffect().isEmpty && code.loopsWithoutElement().isEmpty
        && code.missingEntries().isEmpty
        && code.sameOperands().isEmpty && code.repeatedTests().isEmpty
        && code.repeatedComparisons(areLocal: true).isEmpty
        && code.repeatedComparisons(areLocal: false).isEmpty
    }
  }
}

extension CompiledFunction.LostValue {
  fileprivate var message: String {
    switch reason {
    case .replaced: "`\(name)` gets another value before this one is read"
    case .ofLoop:
      "`\(name)` is a variable of the loop: each round sets it anew, so this value is lost"
    case .argument: "the argument `\(name)` gets another value before it is read"
    }
  }

  fileprivate var fix: String {
    switch reason {
    case .replaced: "remove one of the two"
    case .ofLoop: "set a variable that is declared before the loop, under another name"
    case .argument: "use the argument, or call it `_\(name)`"
    }
  }
}

extension CompiledFunction {
  /// Returns the lines of the loops that faults call endless.
  func linesOfEndlessLoops(_ faults: [TypeFault]) -> [ClosedRange<Int>] {
    faults.filter { $0.code == .endlessLoop }.compactMap { fault in
      let end = code.indices.last {
        $0 > fault.position && code[$0].opcode == .jump
          && code[$0].target(from: $0) == fault.position
      }
      return end.map { fault.line...max(fault.line, line(at: $0)) }
    }
  }
}

extension CompiledFunction.DoubtfulLoop {
  fileprivate var message: String {
    switch reason {
    case .countsUp(let end):
      "the loop counts up from the length of a list to \(end): a list of "
        + "\(["one element", "two elements", "three elements"][end]) or more has no round"
    case .countsDown:
      "the loop counts down from 1: it has no second round unless its end is less"
    case .endsInFirstRound:
      "the loop never comes to its second round: every way through the first one returns"
    case .breaksInFirstRound:
      "the loop never comes to its second round: a `break` ends the first one"
    }
  }

  fileprivate var fix: String {
    switch reason {
    case .countsUp: "write `, -1` behind its end to count down"
    case .countsDown: "leave the step out to count up"
    case .endsInFirstRound: "put the last `return` behind the loop"
    case .breaksInFirstRound: "put the `break` behind a test, or leave it out"
    }
  }
}
