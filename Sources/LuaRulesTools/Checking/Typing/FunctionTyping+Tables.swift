import LuaBytecode
import LuaRules

// What is in the tables that the function makes: what is read from them is what was put in.

extension FunctionTyping {
  /// Returns the value with a name in a table that the function makes.
  mutating func madeMember(
    _ name: String, of base: TypeState.Value, _ words: String?
  ) -> TypeState.Value {
    noteLookup(.text, of: base.place)
    guard let contents = state.tables[base.place] else { return .any }
    if contents.lacks(name), !stopsAtFaults, function.code[position].opcode != .getMethod {
      tellLacking(name, in: contents, words)
    }
    if contents.lacks(name), needsValue(in: function.code[position].a),
      !function.withInnerFunctions.contains(where: { $0.setsMember(name) })
    {
      return rooted(.nothing, at: position, named: words.map { "\($0).\(name)" })
    }
    return contents[name] ?? .any
  }

  /// Whether the next instruction that reads a register fails where it holds nil: one that tests it, keeps it
  /// or gives it away does not.
  private func needsValue(in register: Int) -> Bool {
    let next = function.code[(position + 1)...].prefix(32).first { $0.reads(register) }
    switch next?.opcode {
    case .getField, .getMethod, .getInteger, .getTable, .length, .concatenate: return true
    case .call: return next?.a == register
    case let opcode?:
      return (Opcode.addImmediate.rawValue...Opcode.shiftRight.rawValue).contains(opcode.rawValue)
    case nil: return false
    }
  }

  /// Tells of a name that a table does not have: one like another name there, or one of a list.
  private mutating func tellLacking(
    _ name: String, in contents: TableContents, _ words: String?
  ) {
    let names = contents.fields.keys.sorted()
    let meant = DeclaredNames.likelyMember(name, among: names)
    let isList = names.isEmpty && !contents.elements.isNever
    guard meant != nil || isList && name != "n", !function.setsMember(name) else { return }
    let what = words.map { "`\($0)`" } ?? "the table"
    tell(
      TypeFault(
        .unknownMember, .warning,
        isList
          ? "\(what) is a list, which has no member `\(name)`: it is always nil"
          : "\(what) has no member `\(name)`: it is always nil",
        fix: meant.map { "did you mean `\($0)`?" }
          ?? (["count", "length", "size", "len"].contains(name)
            ? "the length is `#\(words ?? "list")`" : nil),
        subject: name, replacement: meant, isFatal: false))
  }

  /// Returns the element of a table that the function makes; `nil` for another table.
  mutating func madeElement(
    _ key: LuaType, of base: TypeState.Value, _ words: String?
  ) -> TypeState.Value? {
    guard let contents = state.tables[base.place], key.isOnly(.number) else { return nil }
    // What is calculated has no more than the numbers between two bounds.
    if function.code[position].opcode == .getTable,
      analysis.places.isDeclared(register(function.code[position].c).place),
      let numbers = key.listedNumbers, let (values, missing) = contents.entries(numbers),
      !missing.isEmpty
    {
      let type = values.reduce(LuaType.nothing) { $0.union(state.type(of: $1)) }
      let value = rooted(type, at: position, named: words.map { "\($0)[…]" })
      let listed = missing.prefix(3).map { "\($0)" }.joined(separator: ", ")
      analysis.places[value.place].origin = .entry(
        "\(quoted(words, nil)) has no entry for \(listed)")
      return value
    }
    return contents[key.range.only.flatMap { Int64(exactly: $0) }] ?? .any
  }

  /// Returns the entry of a table that the function makes by one of several names; `nil` for another table,
  /// and for one of which not all names are known.
  mutating func madeEntry(
    _ key: LuaType, of base: TypeState.Value, _ words: String?
  ) -> TypeState.Value? {
    guard let contents = state.tables[base.place], key.without(.nothing).isOnly(.text),
      let names = key.texts
    else { return nil }
    var type = key.only(.nothing)
    var missing: [String] = []
    for name in names.map({ String(decoding: $0, as: UTF8.self) }).sorted() {
      if let value = contents[name] {
        type = type.union(state.type(of: value))
      } else {
        guard contents.lacks(name) else { return nil }
        type = type.union(.nothing)
        missing.append(name)
      }
    }
    let value = rooted(type, at: position, named: words.map { "\($0)[…]" })
    analysis.places[value.place].isEntry = true
    if !missing.isEmpty {
      let listed = missing.prefix(3).map { LuaValue.string($0).literal }.joined(separator: ", ")
      analysis.places[value.place].origin = .entry(
        "\(quoted(words, nil)) has no entry for \(listed)")
    }
    return value
  }

  /// Returns what a loop over a table gives that the function makes; `nil` if that is not known.
  func madeElements(of base: TypeState.Value, withKeys: Bool) -> LuaType? {
    guard let contents = state.tables[base.place] else { return nil }
    let values = withKeys ? contents.all : contents.elements
    return values.flatMap { $0.isNever || $0.isAny ? nil : $0.without(.nothing) }
  }

  /// Returns what a loop over the numbers of a list gives.
  func elementsOfList(_ list: TypeState.Value) -> LuaType {
    madeElements(of: list, withKeys: false)
      ?? elements(of: state.type(of: list).present, withKeys: false).value
  }

  // MARK: Writes

  /// How many names a write may have.
  private static let mostNames = 32

  /// Follows an instruction that sets members or elements of a table.
  mutating func followWrite(_ instruction: Instruction) {
    let table = register(instruction.a)
    switch instruction.opcode {
    case .setList: followList(instruction, table)
    case .setField:
      let name = function.name(instruction.b)
      write(source(of: instruction), to: table, name.map { .name($0) } ?? .some)
    case .setInteger:
      write(source(of: instruction), to: table, .index(Int64(instruction.b)))
    default:
      // Under nil nothing can be written.
      let key = type(instruction.b).without(.nothing)
      if key.isOnly(.number) {
        let index = key.range.only.flatMap { Int64(exactly: $0) }
        // A length in a variable may be an old one.
        let isNext = name(of: instruction.b, at: position) == nil && appends(instruction)
        let other: TableContents.Key = isNext ? .next : .number
        return write(source(of: instruction), to: table, index.map { .index($0) } ?? other)
      }
      if key.isOnly(.text), let texts = key.texts, texts.count > 1, texts.count <= Self.mostNames,
        state.tables[table.place] != nil
      {
        share(source(of: instruction))
        let names = texts.map { String(decoding: $0, as: UTF8.self) }.sorted()
        let value = source(of: instruction)
        return change(table.place) { $0.set(anyOf: names, value) }
      }
      let name = key.onlyText.flatMap { String(validating: $0, as: UTF8.self) }
      write(source(of: instruction), to: table, name.map { .name($0) } ?? .some, by: key)
    }
  }

  private func source(of instruction: Instruction) -> TypeState.Value {
    guard !instruction.k else { return TypeState.Value(constant(instruction.c)) }
    let value = register(instruction.c)
    return TypeState.Value(value.place == 0 ? type(instruction.c) : value.type, at: value.place)
  }

  private mutating func followList(_ instruction: Instruction, _ table: TypeState.Value) {
    let a = instruction.a
    let openCount = instruction.b == 0 ? state.openEnd.map { $0 - a - 1 } : nil
    guard let count = instruction.b == 0 ? openCount : instruction.b else {
      for index in a + 1..<max(a + 1, state.registers.count) { forget(register(index)) }
      let call = position - 1
      let elements = function.code[call].a == a + 1 ? unpacked[call] : nil
      return write(elements.map { TypeState.Value($0) } ?? .any, to: table, .number)
    }
    for offset in 1..<max(count + 1, 1) {
      let value = register(a + offset)
      let kept = TypeState.Value(value.place == 0 ? type(a + offset) : value.type, at: value.place)
      write(kept, to: table, instruction.k ? .number : .index(Int64(instruction.c + offset)))
    }
  }

  private mutating func write(
    _ value: TypeState.Value, to table: TypeState.Value, _ key: TableContents.Key,
    by type: LuaType? = nil
  ) {
    guard !state.tables.isEmpty else { return }
    share(value)
    if state.tables[table.place] != nil {
      let type = type ?? key.type
      return change(table.place) { $0.set(key, value, by: type) }
    }
    switch state.type(of: table).shape {
    case .made, nil: for place in state.tables.keys { change(place) { $0.forget(key) } }
    default: break
    }
  }

  /// Notes that a table has another name, which is not followed.
  private mutating func share(_ table: TypeState.Value) {
    if state.tables[table.place] != nil { sharedTables.insert(table.place) }
    change(table.place) { $0.isShared = true }
  }

  mutating func change(_ place: TypePlaces.ID, _ change: (inout TableContents) -> Void) {
    guard var contents = state.tables[place] else { return }
    change(&contents)
    state.tables[place] = contents
    changedTables.insert(place)
  }

  // MARK: What others may change

  /// Forgets what is in a table that something else may change from now on.
  mutating func forget(_ table: TypeState.Value) {
    guard state.tables[table.place] != nil else { return }
    state.tables[table.place] = nil
    changedTables.insert(table.place)
  }

  /// Forgets what is in the tables that a call may change.
  ///
  /// - Parameters:
  ///   - arguments: What it is given.
  ///   - kept: The arguments that it certainly leaves as they are, by their positions.
  mutating func forgetTables(changedBy arguments: Arguments, keeping kept: Set<Int> = []) {
    guard !state.tables.isEmpty else { return }
    for (index, value) in arguments.values.enumerated() where !kept.contains(index) {
      forget(value)
    }
    for (place, contents) in state.tables where contents.isShared {
      forget(TypeState.Value(.table, at: place))
    }
    for inner in function.functions { forgetTables(capturedBy: inner) }
  }

  /// Forgets what is in the tables that a function inside this one may change.
  mutating func forgetTables(capturedBy inner: CompiledFunction) {
    guard !state.tables.isEmpty else { return }
    for upvalue in inner.upvalues where upvalue.isInStack { forget(register(upvalue.index)) }
  }

  /// Follows what a library function does to tables.
  mutating func followTables(in name: String, _ arguments: Arguments) {
    // The call of a method that is missing fails.
    guard !state.tables.isEmpty, !name.isEmpty else { return }
    if name == "table.sort", arguments.values.count > 1 { return followSorting(arguments) }
    if arguments.isOpen || arguments.types.contains(where: { $0.mayBe(.function) }) {
      // A callback may change what it can reach.
      return forgetTables(changedBy: arguments)
    }
    guard let table = arguments.values.first else { return }
    switch name {
    case "table.insert":
      guard arguments.values.count > 1, let value = arguments.values.last else { return }
      let type = arguments.types[arguments.types.count - 1]
      write(
        TypeState.Value(value.place == 0 ? type : value.type, at: value.place), to: table,
        arguments.values.count == 2 ? .next : .number)
    case "table.remove", "table.sort": change(table.place) { $0.reorder() }
    case "assert", "select":
      // They give back what they get.
      for value in arguments.values { share(value) }
    case "table.move":
      guard arguments.values.count == 5, arguments.types[4].isOnly(.table) else {
        for value in arguments.values { forget(value) }
        return
      }
      write(TypeState.Value(elementsOfList(table)), to: arguments.values[4], .number)
    default: break
    }
  }

  /// Notes what is in a table that the function gives back.
  mutating func noteReturned(_ value: TypeState.Value) {
    guard let contents = state.tables[value.place], !contents.isShared, contents.isSmall,
      analysis.spend(1 + contents.places.count)
    else {
      returnsOtherTable = true
      return
    }
    let given = contents.mapped { TypeState.Value(state.type(of: $0)) }
    returnedTable =
      returnedTable.map { other in
        other.joined(given, isWidening: false) { TypeState.Value($0.type.union($1.type)) }
      } ?? given
  }

  /// Notes what is in a table that a call has made, and that only its result holds.
  mutating func takeTable(_ contents: TableContents?, in register: Int) {
    guard let contents, state.registers.indices.contains(register) else { return }
    let value = state.registers[register]
    guard value.place != 0, value.type.isOnly([.table, .nothing]) else { return }
    state.tables[value.place] = contents
  }

  /// Returns what is in the tables that a function gets which is looked into.
  func tables(in arguments: Arguments) -> [Int: TableContents] {
    guard !state.tables.isEmpty else { return [:] }
    let places = arguments.values.map(\.place)
    var tables: [Int: TableContents] = [:]
    for (index, place) in places.enumerated() {
      // Two names for one table would be taken for two tables.
      guard let contents = state.tables[place], !contents.isShared,
        places.count(where: { $0 == place }) == 1
      else { continue }
      tables[index] = contents.mapped { value in
        TypeState.Value(
          state.type(of: value), at: analysis.places.isDeclared(value.place) ? value.place : 0)
      }
    }
    return tables
  }
}

extension CompiledFunction {
  /// Whether the function sets a member with a name, perhaps to what it was or something else.
  fileprivate func setsMember(_ name: String) -> Bool {
    code.contains { $0.opcode == .setField && self.name($0.b) == name }
  }
}
