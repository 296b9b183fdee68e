import LuaBytecode
import LuaRules

// What `table.sort` does.

extension FunctionTyping {
  /// Follows the function by which `table.sort` compares elements, and what it does to tables.
  mutating func followSorting(_ arguments: Arguments) {
    guard arguments.values.count == 2, !arguments.isOpen, arguments.types[1].isOnly(.function),
      case .inner(let number)? = arguments.types[1].function
    else { return forgetTables(changedBy: arguments) }
    let table = arguments.values[0]
    let element =
      madeElements(of: table, withKeys: false)
      ?? elements(of: arguments.types[0].present, withKeys: false).value
    if analysis.inner(number).function.changesTables {
      forgetTables(changedBy: arguments)
    } else {
      change(table.place) { $0.reorder() }
    }
    guard isTelling, !stopsAtFaults, !element.isAny, !element.isNever else { return }
    let value = TypeState.Value(element.without(.nothing))
    let called = analysis.call(
      inner: number, [value, value], facts: declaredFacts, tables: [:])
    guard let fault = called.fault ?? called.faults.first(where: \.isFatal), fault.file == nil
    else {
      return
    }
    // A list of one element is not compared.
    var told = TypeFault(
      fault.code, .warning, fault.message, fix: fault.fix, subject: fault.subject,
      replacement: fault.replacement, isFatal: false)
    (told.position, told.line) = (position, fault.line)
    if !faults.contains(where: { $0.line == told.line && $0.code == told.code }) {
      faults.append(told)
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
