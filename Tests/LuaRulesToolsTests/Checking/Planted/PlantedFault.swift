import LuaRules
import LuaRulesTools
import Testing

/// A fault in a file that is put beside the files of ``PlantedProject``, and the finding that tells it.
struct PlantedFault: CustomTestStringConvertible, Sendable {
  let text: String
  let line: Int
  let code: String

  /// A file with a fault.
  init(_ text: String, line: Int, _ code: String) {
    self.text = text
    self.line = line
    self.code = code
  }

  /// A file of one rule, the fields of which are given.
  init(rule: String, _ code: String) {
    self.init("return {\n  { \(rule) },\n}", line: 2, code)
  }

  var testDescription: String { text }

  /// The faults of all kinds.
  static let all: [PlantedFault] = [
    memberFaults, keyFaults, libraryFaults, localFaults, callFaults, arityFaults, argumentFaults,
    formatFaults, patternFaults, arithmeticFaults, concatFaults, lengthFaults, optionalFaults,
    divisionFaults, resultFaults, compareFaults, neverFaults, alwaysFaults, branchFaults,
    endlessFaults, shadowFaults, gapFaults, frozenFaults, strictFaults, madeFaults,
    missingFaults, givenFaults, chainFaults, pathKeyFaults, plainFaults, booleanFaults, kindFaults,
    unusedResultFaults, unusedFaults,
    helperFaults, madeTableFaults, recursionFaults, callResultFaults,
    decidedFaults, operandFaults, wayFaults, unguardedFaults,
    tableFaults, numberFaults, expressionFaults, unansweredFaults,
    textFaults, testFaults, nothingFaults, elementFaults, roundFaults,
  ].flatMap(\.self)
}
