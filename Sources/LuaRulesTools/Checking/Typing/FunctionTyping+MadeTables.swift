import LuaBytecode
import LuaRules

// What the function puts into the tables that it makes.

extension FunctionTyping {
  /// Begins to follow what is put into a new table.
  mutating func makeTable(into register: Int) {
    let table = rooted(LuaType(table: .made), at: position, named: nil)
    state.tables[table.place] = TableContents()
    if isTelling { contents[table.place] = MadeTable() }
    set(register, table)
  }

  /// Notes what an instruction puts into a table that the function makes.
  mutating func noteWrite(_ instruction: Instruction) {
    guard isTelling else { return }
    let a = instruction.a
    let table = register(a).place
    if instruction.opcode != .setList, !instruction.k {
      noteHeld(register(instruction.c).place, by: table)
    }
    guard contents[table] != nil else { return noteOtherChange(of: register(a)) }
    let value = instruction.k ? constant(instruction.c) : type(instruction.c)
    noteKey(of: instruction, table)
    let part = part(value, in: instruction)
    switch instruction.opcode {
    case .setField:
      guard let name = function.name(instruction.b) else { return forgetTable(in: a) }
      contents[table]?.fields[name, default: []].append(part)
      if !instruction.k { noteAlternatives(of: value, in: instruction.c, named: name, table) }
    case .setInteger:
      // It may be put in the place of another element.
      contents[table]?.elements.append(part)
      contents[table]?.hasFixedElements = false
      contents[table]?.keepsElements = false
    case .setTable:
      let key = type(instruction.b)
      if let name = key.onlyText {
        contents[table]?.fields[String(decoding: name, as: UTF8.self), default: []].append(part)
      } else if key.isOnly(.text) {
        contents[table]?.named.append(part)
      } else if key.isOnly(.number) {
        contents[table]?.elements.append(part)
        contents[table]?.hasFixedElements = false
        if !appends(instruction) { contents[table]?.keepsElements = false }
      } else {
        contents[table]?.isKnown = false
      }
    case .setList:
      if instruction.b == 0 { forgetTable(in: a) }
      for register in a + 1..<a + 1 + instruction.b {
        noteHeld(self.register(register).place, by: table)
        let part = self.part(type(register), of: self.register(register))
        contents[table]?.elements.append(part)
      }
    default: break
    }
  }

  private func part(_ type: LuaType, in write: Instruction) -> MadeTable.Part {
    guard write.opcode != .setList, !write.k else { return MadeTable.Part(position, type) }
    return part(type, of: register(write.c))
  }

  /// Returns a value that is put into a table, with what is in it if it is a table itself.
  private func part(_ type: LuaType, of value: TypeState.Value) -> MadeTable.Part {
    var part = MadeTable.Part(position, type)
    guard value.place != 0 else { return part }
    part.place = value.place
    if contents[value.place] == nil { part.table = tableOfCall(value) }
    return part
  }

  /// Returns what is in a table that a call has made; `nil` if that is not known.
  func tableOfCall(_ value: TypeState.Value) -> MadeTable? {
    guard let contents = state.tables[value.place], !contents.isShared, contents.isSmall,
      analysis.spend(1 + contents.fields.count)
    else { return nil }
    return MadeTable(contents, at: position) { state.type(of: $0) }
  }

  /// How many fields of a table are looked at that only some ways set.
  private static let mostFields = 8

  /// Returns a table that the function gives back, with what ways to there set in it.
  mutating func givenTable(at place: TypePlaces.ID, by position: Int) -> MadeTable? {
    guard var table = madeTable(at: place), table.isKnown,
      let start = roots.first(where: { $0.value == place })?.key, loops(around: start).isEmpty
    else { return madeTable(at: place) }
    var count = 0
    func isSet(_ name: String, _ sets: Set<Int>) -> Bool {
      guard count < Self.mostFields,
        function.leads(from: start, to: position, withoutPassing: sets)
      else { return true }
      count += 1
      return !isReached(position, withoutPassing: sets)
    }
    for (name, parts) in table.fields.sorted(by: { $0.key < $1.key }) {
      let sets = Set(parts.map(\.position))
      if !isSet(name, sets) {
        table.mayLack.insert(name)
      } else if (2...4).contains(sets.count) {
        table.kept.formUnion(sets.sorted().filter { !isSet(name, sets.subtracting([$0])) })
      }
    }
    return table
  }

  // MARK: Tables in tables

  /// How many tables are looked at that are in a table, and how deep they are.
  private static let mostTables = (count: 64, depth: 4)

  /// Returns what the function puts into a table that it makes, with what it puts into the tables there.
  func madeTable(at place: TypePlaces.ID) -> MadeTable? {
    var count = Self.mostTables.count
    return madeTable(at: place, Self.mostTables.depth, &count)
  }

  private func madeTable(
    at place: TypePlaces.ID, _ depth: Int, _ count: inout Int
  ) -> MadeTable? {
    guard var table = contents[place] else { return nil }
    func resolve(_ parts: [MadeTable.Part]) -> [MadeTable.Part] {
      parts.map { part in
        var part = part
        guard part.place != 0 else { return part }
        guard !changesOtherTables, depth > 0, count > 0, part.place != place else {
          part.table = nil
          return part
        }
        count -= 1
        if contents[part.place]?.isKnown == true {
          part.table = madeTable(at: part.place, depth - 1, &count)
        }
        return part
      }
    }
    table.elements = resolve(table.elements)
    table.named = resolve(table.named)
    table.fields = table.fields.mapValues { resolve($0) }
    return table
  }

  /// Notes that a table is put into another one.
  private mutating func noteHeld(_ table: TypePlaces.ID, by owner: TypePlaces.ID) {
    guard contents[owner]?.isKnown == true else { return lose(table) }
    contents[table]?.isReadByKeys = false
  }

  /// Notes that a table is changed, or may be, of which is not known which one it is.
  private mutating func noteOtherChange(of value: TypeState.Value) {
    switch state.type(of: value).shape {
    case .made, nil: if state.type(of: value).mayBe(.table) { changesOtherTables = true }
    default: break
    }
  }

  // MARK: Texts

  /// Notes where each of several texts is put into the register of a value.
  private mutating func noteAlternatives(
    of value: LuaType, in register: Int, named name: String, _ table: TypePlaces.ID
  ) {
    guard value.isOnly(.text), let texts = value.texts, texts.count > 1 else { return }
    let loads = (0..<position).compactMap { other -> MadeTable.Part? in
      let instruction = function.code[other]
      guard instruction.opcode == .loadConstant, instruction.a == register, isReached[other],
        case .string(let text)? = function.constant(instruction.bx), texts.contains(text)
      else { return nil }
      return MadeTable.Part(other, LuaType(constant: .string(text)))
    }
    contents[table]?.alternatives[name] = loads
  }

  /// Whether an instruction puts an element behind the last one of a table, as in `list[#list + 1] = x`.
  func appends(_ instruction: Instruction) -> Bool {
    guard let sum = assignment(of: instruction.b, before: position),
      function.code[sum].opcode == .addImmediate, function.code[sum].signedC == 1,
      let length = assignment(of: function.code[sum].b, before: sum),
      function.code[length].opcode == .length
    else { return false }
    return register(function.code[length].b).place == register(instruction.a).place
  }

  /// Returns the last instruction before a position that assigns to a register.
  func assignment(of register: Int, before position: Int) -> Int? {
    function.lastAssignment(of: register, before: position)
  }

  /// Notes that a called function may change the tables that it is given.
  mutating func noteGiven(_ arguments: Arguments, to function: FunctionShape?) {
    guard isTelling, !contents.isEmpty else { return }
    if case .library(let name)? = function {
      if name == "table.insert", arguments.values.count > 1, !arguments.isOpen {
        let table = arguments.values[0].place
        if let type = arguments.types.last, let value = arguments.values.last {
          let part = part(type, of: value)
          contents[table]?.elements.append(part)
          contents[table]?.hasFixedElements = false
        }
        contents[table]?.keys.written.append(MadeTable.Part(position, .integer))
        if contents[table] == nil { noteOtherChange(of: arguments.values[0]) }
        for value in arguments.values.dropFirst() { noteHeld(value.place, by: table) }
        return
      }
      if name == "pairs" {
        for value in arguments.values { contents[value.place]?.isReadByKeys = false }
      }
      if name == "ipairs" || name == "table.concat", let list = arguments.values.first {
        noteLookup(.integer, of: list.place)
      }
      if ["table.concat", "table.sort", "ipairs", "pairs", "type", "tostring"].contains(name) {
        return
      }
    }
    let appended = noteAppended(arguments, by: function)
    if arguments.isOpen { changesOtherTables = true }
    for (index, value) in arguments.values.enumerated() where !appended.contains(index) {
      lose(value.place)
      if contents[value.place] == nil, !function.changesNoTable { noteOtherChange(of: value) }
    }
  }

  /// Notes what a function appends to tables that it is given, or that it has captured; returns which arguments
  /// are such tables.
  private mutating func noteAppended(
    _ arguments: Arguments, by function: FunctionShape?
  ) -> Set<Int> {
    guard !arguments.isOpen else { return [] }
    func append(_ parameters: [Int], to table: TypePlaces.ID) {
      guard contents[table] != nil else { return }
      for parameter in parameters where arguments.types.indices.contains(parameter) {
        contents[table]?.elements.append(MadeTable.Part(position, arguments.types[parameter]))
        contents[table]?.keys.written.append(MadeTable.Part(position, .integer))
      }
      contents[table]?.hasFixedElements = false
    }
    var tables: Set<Int> = []
    switch function {
    case .captured(let number)?:
      guard let written = analysis.code.functions[number]?.written else { return [] }
      for (index, value) in arguments.values.enumerated() where contents[value.place] != nil {
        guard let parameters = written.parametersAppended(toParameter: index) else { continue }
        append(parameters, to: value.place)
        tables.insert(index)
      }
    case .inner(let number)?:
      let inner = analysis.inner(number)
      guard inner.number == self.number, !isInside else { return [] }
      for upvalue in inner.function.upvalues where upvalue.isInStack {
        guard let parameters = inner.written?.parametersAppended(toCaptured: upvalue.name),
          let maker = made.first(where: { $0.value == number })?.key,
          let local = variable(in: upvalue.index, at: position),
          local == variable(in: upvalue.index, at: maker)
        else { continue }
        append(parameters, to: register(upvalue.index).place)
      }
    default: break
    }
    return tables
  }

  /// Returns where the local variable begins that a register holds.
  private func variable(in register: Int, at position: Int) -> Int? {
    let alive = function.locals.filter { $0.start <= position && position < $0.end }
    return alive.indices.contains(register) ? alive[register].start : nil
  }

  /// Notes that the table in a register may be changed elsewhere.
  mutating func forgetTable(in register: Int) { lose(self.register(register).place) }

  /// Notes that a table may be changed elsewhere.
  private mutating func lose(_ table: TypePlaces.ID) {
    guard let made = contents[table] else { return }
    contents[table]?.isReadByKeys = false
    guard made.isKnown else { return }
    contents[table]?.isKnown = false
    for part in made.elements + made.named + made.fields.values.joined() where part.place != 0 {
      lose(part.place)
    }
  }
}

extension FunctionShape? {
  /// Whether it is a function of a library that leaves tables as they are.
  fileprivate var changesNoTable: Bool {
    guard case .library(let name)? = self else { return false }
    return ["string.", "math.", "utf8."].contains { name.hasPrefix($0) }
      || ["tonumber", "next", "print", "error"].contains(name)
  }
}
