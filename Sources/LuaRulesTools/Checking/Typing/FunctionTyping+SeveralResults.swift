import LuaBytecode
import LuaRules

// Functions of the library that give several values.

extension FunctionTyping {
  /// Stores the results of a library function behind its first one.
  mutating func takeFurtherResults(
    of name: String, _ instruction: Instruction, _ arguments: Arguments
  ) {
    let next = instruction.a + 1
    guard next < state.registers.count else { return }
    if instruction.c == 0, name == "string.gsub" {
      set(next, LuaType.integer(NumberRange(lower: 0)))
      state.openEnd = next + 1
    }
    if name == "table.unpack", instruction.c > 1, arguments.values.count == 1, !arguments.isOpen {
      for register in instruction.a..<min(next + instruction.c - 2, state.registers.count) {
        takeUnpacked(arguments.values[0], into: register)
      }
    }
    guard instruction.c > 2 else { return }
    let further = next..<min(next + instruction.c - 2, state.registers.count)
    if let second = LibraryFunction.secondResult(of: name) { set(next, second) }
    switch name {
    case "next":
      if let first = arguments.values.first { takeFirst(of: first, into: next) }
    case "string.match", "string.find":
      guard let count = resultCount(of: name, arguments) else { return }
      for register in further where register >= instruction.a + count { set(register, .nothing) }
    default: break
    }
  }

  /// Returns how many values `match` or `find` gives with a pattern that is written there; `nil` if that is not
  /// known.
  private func resultCount(of name: String, _ arguments: Arguments) -> Int? {
    guard !arguments.isOpen, (2...3).contains(arguments.types.count),
      let pattern = arguments.types[1].present.onlyText,
      let captures = PatternText.captureCount(of: pattern)
    else { return nil }
    return name == "string.find" ? captures + 2 : max(captures, 1)
  }

  /// Stores an element of a declared list that `table.unpack` gives.
  private mutating func takeUnpacked(_ list: TypeState.Value, into register: Int) {
    guard case .declared(let declared)? = state.type(of: list).only(.table).shape,
      case .list(let element) = declared.type.present
    else { return }
    let type = analysis.keys.values(of: DeclaredPlace(type: element, path: "\(declared.path)[]"))
    let value = rooted(
      type.union(.nothing), at: position + (register + 2) * function.code.count,
      named: name(of: register, at: position + 1) ?? analysis.places[list.place].text + "[…]")
    analysis.places[value.place].isElement = true
    analysis.places[value.place].list = list.place
    set(register, value)
  }
}
