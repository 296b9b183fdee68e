import LuaBytecode
import LuaRules

// What the instructions of a function alone tell, whatever the values are.

extension Check {
  /// Reports code where no way leads, values that are lost, and entries of tables that are not there yet.
  mutating func reportDeadCode(
    _ function: InspectedCode.Function, _ rule: InspectedRule?, _ told: inout ToldFindings
  ) {
    for code in function.code.withInnerFunctions {
      for line in code.linesBehindReturn() {
        let place = SourceLocation(file: function.file, line: line)
        guard told.insert(.unreachableBranch, place, nil) else { continue }
        add(
          .unreachableBranch, .warning, "this is never reached: it stands behind a `return`",
          at: place, fix: "remove it, or the `return`", rule: rule)
      }
      for value in code.lostValues() {
        let place = SourceLocation(file: function.file, line: code.line(at: value.position))
        guard told.insert(.unusedValue, place, value.name) else { continue }
        add(
          .unusedValue, .warning, "`\(value.name)` gets another value before this one is read",
          at: place, fix: "remove one of the two", subject: value.name, rule: rule)
      }
      for test in code.repeatedComparisons() {
        let place = SourceLocation(file: function.file, line: code.line(at: test.position))
        guard !told.hasAny(at: place), told.insert(.decidedTest, place, nil) else { continue }
        add(
          .decidedTest, .warning,
          "the test in line \(code.line(at: test.first)) decides this one, which is the same",
          at: place, fix: "change the test, or remove it",
          related: [
            RuleError.Note(
              "the test before",
              at: SourceLocation(file: function.file, line: code.line(at: test.first)))
          ], rule: rule)
      }
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
