import LuaBytecode
import LuaRules

// Texts that a call gives to a function which compares them in a loop, as in `passed(c.inspections, "finale")`.

extension FunctionTyping {
  /// Returns the texts among the arguments that the function compares once, with declared values that are never
  /// equal to them, and uses for nothing else, by their positions.
  func comparedInVain(_ arguments: [TypeState.Value]) -> [Int: TypeFault] {
    guard hasLoop, function.functions.isEmpty else { return [:] }
    var found: [Int: TypeFault] = [:]
    for fault in faults where fault.code == .impossibleComparison && !fault.isFatal {
      let test = function.code[fault.position]
      guard test.opcode == .equal, fault.file == nil else { continue }
      for (index, other) in [(test.a, test.b), (test.b, test.a)] {
        guard index < min(function.parameterCount, arguments.count), arguments[index].place == 0,
          arguments[index].type.onlyText?.isEmpty == false,
          let compared = outcomes[fault.position]?.operands.first(where: { $0.register == other }),
          analysis.places.isDeclared(compared.value.place), compared.value.type.texts != nil,
          !function.code.indices.contains(where: { position in
            position != fault.position && function.code[position].reads(index)
              || function.code[position].assignedRegisters?.contains(index) == true
          })
        else { continue }
        found[index] = fault
      }
    }
    return found
  }

  /// Tells a text, written in a call, that the called function compares with what it never is.
  mutating func tellComparedInVain(_ called: TypeAnalysis.CallResult, _ arguments: Arguments) {
    guard isTelling, !stopsAtFaults else { return }
    for (index, comparison) in called.comparedInVain.sorted(by: { $0.key < $1.key }) {
      guard let set = assignment(of: arguments.start + index, before: position),
        function.code[set].opcode == .loadConstant,
        name(of: arguments.start + index, at: position) == nil
      else { continue }
      let text = arguments.types[index].text
      var fault = TypeFault(
        .impossibleComparison, .warning,
        comparison.message + ", with which `\(nameOfCallee() ?? "the function")` compares it",
        fix: comparison.fix, subject: text, isFatal: false)
      fault.inner = SourceLocation(file: called.file, line: comparison.line)
      calledTests.merge(called: called.tests)
      tell(fault)
    }
  }
}
