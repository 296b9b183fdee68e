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

  /// Whether a kind of faults is planted in conditions and their order, or in what functions do.
  static let all: [PlantedFault] = [
    memberFaults, keyFaults, libraryFaults, callFaults, arityFaults, argumentFaults,
    arithmeticFaults, concatFaults, lengthFaults, formatFaults, patternFaults, optionalFaults,
    divisionFaults, resultFaults, compareFaults, neverFaults, alwaysFaults, shadowFaults, gapFaults,
    branchFaults, endlessFaults, localFaults,
  ].flatMap(\.self)
}
