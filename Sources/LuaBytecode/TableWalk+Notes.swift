extension TableWalk {
  /// Notes that a table becomes an element of a list.
  package func noteElement(_ value: WrittenValue, of list: WrittenValue) {
    guard let notes, let element = value.table, let number = list.table else { return }
    notes.lists[element] = number
    if list.isNamed || value.isNamed { notes.givenTables.insert(element) }
  }

  /// Notes that the number of elements of a list is not known.
  package func noteOpenList(_ list: WrittenValue) {
    guard let notes, let number = list.table else { return }
    notes.openTables.insert(number)
  }

  /// Notes that a table has a field or element whose name is not known.
  package func noteUnknownName(in instruction: Instruction) {
    guard let notes, let number = value(in: instruction.a).table else { return }
    if case .length(ofTable: number) = value(in: instruction.b).kind { return }
    notes.openTables.insert(number)
  }

  /// Notes the tables that a function gets, and its other arguments if its code
  /// is known.
  package func noteCall(_ instruction: Instruction) {
    guard let notes else { return }
    let a = instruction.a
    let count = instruction.b > 0 ? instruction.b - 1 : openCount(above: a)
    var arguments: [WrittenValue] = []
    for index in 0..<count { arguments.append(value(in: a + 1 + index)) }
    for case .table(let table) in arguments.map(\.kind) { notes.givenTables.insert(table) }
    let called = value(in: a).kind
    if called == .tableInsert, count == 3 { notes.changesOrder = true }
    guard case .closure(let function) = called else { return }
    notes.calls.append(
      WrittenCall(
        function: function, arguments: arguments, isOpen: instruction.b == 0,
        position: Int32(clamping: position), line: line, runsOnce: runsOnce(at: position)))
  }
}
