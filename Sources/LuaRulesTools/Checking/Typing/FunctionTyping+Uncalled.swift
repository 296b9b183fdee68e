import LuaBridge
import LuaBytecode
import LuaRules

// Functions that stand where their results are meant.

extension FunctionTyping {
  /// Tells a function that is a condition, as in `if isHeavy then`.
  mutating func tellUncalled(_ instruction: Instruction) {
    // What stands before `or`, or behind `not`, may be a default.
    guard instruction.opcode == .test, !instruction.k, !stopsAtFaults, position > 0,
      case .captured? = type(instruction.a).function, type(instruction.a).isOnly(.function),
      name(of: instruction.a, at: position) == nil,
      function.code[position - 1].a == instruction.a, let name = nameRead(at: position - 1),
      !isReadAgain(at: position - 1)
    else { return }
    tell(
      TypeFault(
        .decidedTest, .warning, "`\(name)` is a function, which always counts as true",
        fix: "call it, as in `\(name)(…)`", subject: name.lastName, isFatal: false))
  }

  /// Tells a function that is given back on some way, as in `c.isOpen and isHeavy`, which a condition takes for
  /// true.
  mutating func tellFunctionGiven() {
    let instruction = function.code[position]
    guard isTelling, !stopsAtFaults, !isInside, instruction.givesBackOne,
      name(of: instruction.a, at: position) == nil
    else { return }
    for (other, type) in typesSet.sorted(by: { $0.key < $1.key }) where type.isOnly(.function) {
      if case .method? = type.function { continue }
      guard function.code[other].assignedRegisters == instruction.a...instruction.a,
        leads(from: other, straightTo: position), let name = nameRead(at: other)
      else { continue }
      var fault = TypeFault(
        .decidedTest, .warning, "`\(name)` is a function, which always counts as true",
        fix: "call it, as in `\(name)(…)`", subject: name.lastName, isFatal: false)
      fault.isOfCondition = true
      tell(fault, at: other)
    }
  }

  /// Whether an instruction is followed by another one, or by a jump there.
  private func leads(from position: Int, straightTo end: Int) -> Bool {
    let next = position + 1
    if next == end { return true }
    return function.code[next].opcode == .jump && function.code[next].target(from: next) == end
  }

  /// Returns the name of the captured variable, or of the member, that an instruction reads.
  private func nameRead(at position: Int) -> String? {
    let instruction = function.code[position]
    switch instruction.opcode {
    case .getUpvalue:
      return function.upvalues.indices.contains(instruction.b)
        ? function.upvalues[instruction.b].name : nil
    case .getUpvalueField:
      guard let name = function.name(instruction.c),
        function.upvalues.indices.contains(instruction.b)
      else { return nil }
      let table = function.upvalues[instruction.b].name
      return table == "_ENV" ? name : "\(table).\(name)"
    case .getField:
      guard let name = function.name(instruction.c),
        let base = assignment(of: instruction.b, before: position),
        let table = nameRead(at: base)
      else { return nil }
      return "\(table).\(name)"
    default: return nil
    }
  }

  /// Whether the function reads the same once more, perhaps because it may be missing.
  private func isReadAgain(at position: Int) -> Bool {
    let instruction = function.code[position]
    guard analysis.spendOnWays(function.code.count) else { return true }
    return function.code.indices.contains { other in
      let read = function.code[other]
      return other != position && read.opcode == instruction.opcode
        && read.b == instruction.b && (read.opcode == .getUpvalue || read.c == instruction.c)
    }
  }

  /// Tells a call of a library function that does nothing but give a result, which nothing takes.
  mutating func tellUnusedResult(
    _ name: String, _ instruction: Instruction, _ arguments: Arguments
  ) {
    guard instruction.opcode == .call, instruction.c == 1, !arguments.isOpen,
      !arguments.types.contains(where: { $0.mayBe(.function) })
    else { return }
    let changesNothing =
      name.hasPrefix("string.") || name.hasPrefix("utf8.")
      || name.hasPrefix("math.") && !name.hasPrefix("math.random")
      || ["table.concat", "table.unpack", "table.pack", "tostring", "tonumber", "type", "select"]
        .contains(name)
    guard changesNothing else { return }
    let isOfText = name.hasPrefix("string.")
    tell(
      TypeFault(
        .unusedValue, .warning, "nothing uses what `\(name)` gives",
        fix: isOfText
          ? "a string never changes: keep the result, as in `local text = …`" : "keep the result",
        subject: name.lastName, isFatal: false))
  }

  /// The methods of strings that nothing else has.
  private static let methodsOfTexts: Set = ["gsub", "upper", "lower", "rep", "reverse", "sub"]

  /// Tells a call of a method of strings, of a value that is probably one, whose result nothing takes.
  mutating func tellUnusedText(_ instruction: Instruction, _ arguments: Arguments) {
    guard instruction.opcode == .call, instruction.c == 1, !arguments.isOpen,
      let name = methodCalled(at: position),
      Self.methodsOfTexts.contains(name), arguments.types.first?.mayBe(.text) == true,
      !arguments.types.dropFirst().contains(where: { $0.mayBe(.function) }),
      !analysis.methods.contains(name)
    else { return }
    tell(
      TypeFault(
        .unusedValue, .warning, "nothing uses what `\(name)` gives",
        fix: "a string never changes: keep the result, as in `local text = …`", subject: name,
        isFatal: false))
  }

  /// The function of a module that is like the one that a call names, which the module does not have.
  var meantCallee: String? {
    meantName(in: function.code[position].a) { if case .function = $0 { true } else { false } }
  }

  /// Returns the name of an entry that is like the one that a register was read from, which the table of a
  /// file or a module does not have.
  ///
  /// - Parameters:
  ///   - register: The register.
  ///   - fits: Whether an entry may be meant.
  /// - Returns: The name; `nil` for none.
  func meantName(
    in register: Int, where fits: (CapturedValue) -> Bool = { _ in true }
  ) -> String? {
    guard let read = assignment(of: register, before: position),
      [.getField, .getUpvalueField].contains(function.code[read].opcode),
      let name = function.name(function.code[read].c), let table = lackingTables[read]
    else { return nil }
    let names = (analysis.code.tables[table]?.entries ?? []).compactMap { entry in
      if case .string(let name) = entry.key, fits(entry.value) { name } else { nil as String? }
    }
    return DeclaredNames.likelyMember(name, among: names.sorted())
  }

  /// Tells a member that a table of a file or a module does not have, where one with a similar name is
  /// there.
  mutating func tellLackingMember(_ name: String, of table: Int, into target: Int?) {
    guard isTelling, !stopsAtFaults, let target, onlyPassesOn(target),
      let entries = analysis.code.tables[table]?.entries
    else { return }
    let names = entries.compactMap { entry in
      if case .string(let name) = entry.key { name } else { nil as String? }
    }
    guard !names.contains(name), let meant = DeclaredNames.likelyMember(name, among: names) else {
      return
    }
    tell(
      TypeFault(
        .unknownMember, .warning, "the table has no member `\(name)`: it is always nil",
        fix: "did you mean `\(meant)`?", subject: name, replacement: meant, isFatal: false))
  }

  /// Whether what the current instruction reads is given back or kept next, so that nothing fails there.
  func onlyPassesOn(_ register: Int) -> Bool {
    let next = position + 1
    guard function.code.indices.contains(next) else { return false }
    let instruction = function.code[next]
    switch instruction.opcode {
    case .return, .returnOne: return instruction.a == register
    case .setField, .setTable, .setList, .setInteger: return instruction.reads(register)
    default: return false
    }
  }
}
