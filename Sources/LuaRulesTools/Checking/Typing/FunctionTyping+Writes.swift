import LuaBytecode
import LuaRules

// Writes to values of the context, which cannot be changed.

extension FunctionTyping {
  /// Checks an instruction that sets a member or an element.
  mutating func checkWrite(_ instruction: Instruction) {
    let register = instruction.a
    let name = instruction.opcode == .setField ? function.name(instruction.b) : nil
    switch type(register).shape {
    case .library(let library): tellLibrary(library, "Lua", name)
    case .host: tellLibrary("host", "the program", name)
    default: break
    }
    let whole = type(register)
    if whole.isOnly([.no, .yes, .integer, .float, .text]) {
      let words = self.words(register)
      tell(
        TypeFault(
          .wrongOperand,
          "\(quoted(words, whole)) has no elements that can be set" + isA(whole, words),
          subject: words?.lastName
        ).of(self.register(register)))
      return
    }
    guard let words = wordsOfReadOnly(register) else { return }
    tell(
      TypeFault(
        .frozen, "`\(words)` cannot be changed: it belongs to the context",
        fix: "make a new table with what is in it", subject: name ?? words.lastName))
  }

  private mutating func tellLibrary(_ library: String, _ owner: String, _ name: String?) {
    tell(
      TypeFault(
        .frozen, "`\(library)` cannot be changed: it belongs to \(owner)",
        fix: "write a local function, or a module", subject: name ?? library))
  }

  /// Checks the argument that a function of the `table` library changes.
  mutating func checkChanged(_ name: String, _ arguments: Arguments) {
    guard ["table.insert", "table.remove", "table.sort"].contains(name),
      !arguments.values.isEmpty, let words = wordsOfReadOnly(arguments.start)
    else { return }
    tell(
      TypeFault(
        .frozen, "`\(words)` cannot be changed by `\(name)`: it belongs to the context",
        fix: "copy its elements into a new list", subject: words.lastName))
  }

  /// Returns a value of the context in words of the source; `nil` for other values.
  private func wordsOfReadOnly(_ register: Int) -> String? {
    let type = type(register).without(.nothing)
    guard type.isOnly(.table) else { return nil }
    switch type.shape {
    case .declared, .context:
      let words = words(register) ?? "the value"
      // What a function of the program gives may be a table that Lua may change.
      return words.contains("(") ? nil : words
    default: return nil
    }
  }
}
