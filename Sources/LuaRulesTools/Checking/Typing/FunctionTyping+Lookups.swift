import LuaBytecode
import LuaRules

// Tables that the function fills and looks things up in.

extension FunctionTyping {
  /// Notes by which key an instruction sets something in a table that the function makes.
  mutating func noteKey(of instruction: Instruction, _ table: TypePlaces.ID) {
    let key: LuaType
    switch instruction.opcode {
    case .setField: key = .text
    case .setTable: key = type(instruction.b)
    default: key = .integer
    }
    contents[table]?.keys.written.append(MadeTable.Part(position, key))
    guard instruction.opcode == .setTable, name(of: instruction.b, at: position) == nil,
      let length = assignment(of: instruction.b, before: position),
      function.code[length].opcode == .length,
      register(function.code[length].b).place == table
    else { return }
    contents[table]?.writesAtLength.insert(position)
  }

  /// Notes by which key a table is read that the function makes.
  mutating func noteLookup(_ key: LuaType, of table: TypePlaces.ID) {
    guard isTelling, contents[table] != nil else { return }
    contents[table]?.keys.read.append(MadeTable.Part(position, key))
  }

  /// Tells tables in which nothing is ever found, or to which nothing is ever added.
  mutating func tellUselessTables() {
    let captured = Set(
      function.functions.flatMap(\.upvalues).filter(\.isInStack).map(\.index))
    for (table, made) in contents.sorted(by: { $0.key < $1.key })
    where !sharedTables.contains(table)
      && !made.keys.written.contains(where: { captured.contains(function.code[$0.position].a) })
    {
      if made.keys.written.isEmpty {
        if !made.keys.read.contains(where: { captured.contains(registerRead(at: $0.position)) }) {
          tellNothingWritten(made, table)
        }
        continue
      }
      if made.isKnown, made.writesAtLength.count == made.keys.written.count,
        let first = made.writesAtLength.min()
      {
        let name = self.name(of: function.code[first].a, at: first) ?? "list"
        faults.append(
          fault(
            at: first, .unusedValue,
            "`\(name)[#\(name)]` is no new element: there is none, so `#\(name)` stays 0",
            fix: "`\(name)[#\(name) + 1] = …` puts a value behind the last one"))
      } else if made.isReadByKeys, !givenTables.contains(where: { $0.table == table }) {
        tellNothingFound(made)
      }
    }
  }

  /// Returns the register of the table that an instruction reads, or gives to a library function.
  private func registerRead(at position: Int) -> Int {
    let instruction = function.code[position]
    switch instruction.opcode {
    case .call, .tailCall: return instruction.a + 1
    default: return instruction.b
    }
  }

  /// Tells a table that is read, and into which nothing is ever put.
  private mutating func tellNothingWritten(_ made: MadeTable, _ table: TypePlaces.ID) {
    guard made.isKnown, made.isReadByKeys, !changesOtherTables,
      !givenTables.contains(where: { $0.table == table }),
      let read = made.keys.read.min(by: { $0.position < $1.position }),
      let name = self.name(of: registerRead(at: read.position), at: read.position),
      case let line = function.line(at: read.position),
      !faults.contains(where: { $0.isFatal && $0.line == line })
    else { return }
    faults.append(
      fault(
        at: read.position, .unknownMember,
        "nothing is ever put into `\(name)`, so nothing is found in it",
        fix: "set what is looked up here"))
  }

  private mutating func tellNothingFound(_ made: MadeTable) {
    func kinds(_ parts: [MadeTable.Part]) -> LuaType.Kinds? {
      var all: LuaType.Kinds = []
      for part in parts {
        let key = part.type.without(.nothing)
        guard !key.isNever, !key.mayBe([.function, .other, .null]) else { return nil }
        all.formUnion(key.mayBe(.number) ? key.kinds.union(.number) : key.kinds)
      }
      return all
    }
    guard let read = made.keys.read.min(by: { $0.position < $1.position }),
      let written = made.keys.written.min(by: { $0.position < $1.position }),
      let one = kinds(made.keys.read), let other = kinds(made.keys.written),
      one.isDisjoint(with: other)
    else { return }
    // An object as a key is rarely meant.
    let place = written.type.present.isOnly(.table) ? written.position : read.position
    let name = self.name(of: function.code[written.position].a, at: written.position)
    faults.append(
      fault(
        at: place, .unknownMember,
        "\(quoted(name, nil)) is filled under \(written.type.present.text), and looked up under "
          + "\(read.type.present.text): nothing is ever found",
        fix: "use the same key in both places"))
  }

  private func fault(
    at position: Int, _ code: RuleFinding.Code, _ message: String, fix: String
  ) -> TypeFault {
    var fault = TypeFault(code, .warning, message, fix: fix, isFatal: false)
    (fault.position, fault.line) = (position, function.line(at: position))
    return fault
  }

  /// Whether a register holds the length of a new table in which there is nothing yet.
  func isLengthOfNothing(_ register: Int) -> Bool {
    guard let length = assignment(of: register, before: position),
      function.code[length].opcode == .length, name(of: register, at: position) == nil,
      self.register(register).place != 0, self.register(register).place == roots[length]
    else { return false }
    return state.tables[self.register(function.code[length].b).place]?.isEmpty == true
  }
}
