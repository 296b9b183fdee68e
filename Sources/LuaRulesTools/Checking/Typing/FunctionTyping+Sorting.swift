import LuaBytecode
import LuaRules

// What `table.sort` does.

extension FunctionTyping {
  /// Follows the function by which `table.sort` compares elements, and what it does to tables.
  mutating func followSorting(_ arguments: Arguments) {
    guard arguments.values.count == 2, !arguments.isOpen, arguments.types[1].isOnly(.function),
      let comparator = arguments.types[1].function, let code = code(of: comparator)
    else { return forgetTables(changedBy: arguments) }
    let table = arguments.values[0]
    let element = elementsOfList(table)
    if code.changesTables {
      forgetTables(changedBy: arguments)
    } else {
      change(table.place) { $0.reorder() }
    }
    guard isTelling, !analysis.isSorting, !element.isAny, !element.isNever,
      var typing = typing(of: comparator)
    else { return }
    // What a function was given is told where that stands.
    let isGiven = if case .inner = comparator { typing.number != number } else { false }
    let isCalled = stopsAtFaults && !isGiven
    analysis.isSorting = true
    defer { analysis.isSorting = false }
    let compared = (0..<2).map { index -> TypeState.Value in
      let place = analysis.places.addRoot(named: typing.name(of: index, at: 0) ?? "")
      analysis.places[place].isElement = true
      analysis.places[place].list = table.place
      return TypeState.Value(element.without(.nothing), at: place)
    }
    guard typing.run(compared, isReporting: true, facts: contextFacts) else { return }
    for fault in typing.faults
    where fault.file == nil
      && (fault.isFatal && fault.place == 0
        || !isGiven && !isCalled && isUntested(fault, in: typing))
    {
      // A list of one element is not compared.
      var told = TypeFault(
        fault.code, .warning, fault.message, fix: fault.fix, subject: fault.subject,
        replacement: fault.replacement, isFatal: false)
      (told.position, told.line) = (position, fault.line)
      told.isOfFile = isCalled
      if case .captured(let number) = comparator {
        note(told, in: analysis.code.functions[number]?.file ?? "")
      } else if isGiven {
        note(told, in: analysis.code.functions[typing.number]?.file ?? "")
      } else if !faults.contains(where: { $0.line == told.line && $0.code == told.code }) {
        faults.append(told)
      }
    }
  }

  /// Tells a list of tables that is sorted without a function that compares them.
  mutating func checkSorted(_ arguments: Arguments) {
    guard arguments.values.count == 1, !arguments.isOpen,
      elementsOfList(arguments.values[0]).without(.nothing).isOnly(.table),
      contents[arguments.values[0].place].map({ $0.elements.count != 1 || !$0.hasFixedElements })
        != false
    else { return }
    let words = self.words(arguments.start)
    var fault = TypeFault(
      .wrongArgument, .warning,
      "the elements of \(words.map { "`\($0)`" } ?? "this list") have no order: each is a table",
      fix: "`table.sort(list, function(a, b) return a.name < b.name end)` compares by a member",
      subject: "sort", isFatal: false)
    fault.isOfFile = true
    tell(fault)
  }

  /// Whether a function by which elements are compared uses a member that may be missing, and nothing else
  /// looks at that member or chooses elements.
  private func isUntested(_ fault: TypeFault, in comparator: FunctionTyping) -> Bool {
    guard fault.code == .possibleNil, fault.place != 0, otherCalls.isEmpty,
      let name = fault.subject,
      !tests.looks(atAny: { analysis.places[analysis.places[$0].root].isElement })
    else { return false }
    return function.withInnerFunctions.allSatisfy { function in
      function === comparator.function
        || function.code.allSatisfy {
          ![.getField, .getMethod].contains($0.opcode) || function.name($0.c) != name
        }
    }
  }

  private func typing(of function: FunctionShape) -> FunctionTyping? {
    switch function {
    case .inner(let number): analysis.inner(number)
    case .captured(let number):
      analysis.code.functions[number].map { FunctionTyping($0, number: number, analysis) }
    default: nil
    }
  }

  private func code(of function: FunctionShape) -> CompiledFunction? {
    switch function {
    case .inner(let number): analysis.inner(number).function
    case .captured(let number): analysis.code.functions[number]?.code
    default: nil
    }
  }
}

extension CompiledFunction {
  /// Whether the function may change tables that it has not made.
  fileprivate var changesTables: Bool {
    let isAlone = upvalues.allSatisfy { $0.name == "_ENV" }
    return !functions.isEmpty
      || code.contains { instruction in
        switch instruction.opcode {
        case .setField, .setTable, .setInteger, .setUpvalue, .setUpvalueField: true
        case .call, .tailCall: !isAlone
        default: false
        }
      }
  }
}
