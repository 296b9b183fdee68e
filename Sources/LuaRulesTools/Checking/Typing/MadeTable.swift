import LuaBytecode
import LuaRules

/// What a function puts into a table that it makes.
struct MadeTable {
  /// A value that is put in.
  typealias Part = (position: Int, type: LuaType)

  /// What does not fit, with the instruction that puts it in.
  typealias Fault = (position: Int, message: String)

  /// The elements with numbers.
  var elements: [Part] = []
  /// Whether each element has a place of its own, as in a constructor.
  var hasFixedElements = true
  /// Whether each element comes behind the others, or between them, so that all of them stay.
  var keepsElements = true
  /// The values with names.
  var fields: [String: [Part]] = [:]
  /// For a field that is one of several texts, each of them, with the instruction that chooses it.
  var alternatives: [String: [Part]] = [:]
  /// The values with names that are calculated.
  var named: [Part] = []
  /// Whether nothing else may be put in.
  var isKnown = true
  /// The keys by which the function sets something, and by which it reads.
  var keys: (written: [Part], read: [Part]) = ([], [])
  /// Where the key of a write is the length of the table, as in `list[#list] = x`.
  var writesAtLength: Set<Int> = []
  /// Whether only the function itself uses the table, and reads it by its keys.
  var isReadByKeys = true

  /// Returns what does not fit a declared type, with what is wrong.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - position: Where the table is given back.
  /// - Returns: The faults, with the instructions that make them.
  func faults(for type: ValueType, givenAt position: Int) -> [Fault] {
    guard isKnown else { return [] }
    switch type.present {
    case .list(let element):
      let named = fields.values.joined() + self.named
      if elements.isEmpty, let first = named.min(by: { $0.position < $1.position }) {
        return [(first.position, "a table with names; expected \(type.present.expectation)")]
      }
      return misfits(elements, element, areApart: hasFixedElements, areKept: keepsElements).map {
        ($0.position, "a list with \($0.type.text) in it; expected \(type.present.expectation)")
      }
    case .dictionary(let entry):
      let parts = elements + named
      return misfits(parts, entry, areApart: false).map {
        ($0.position, "a table with \($0.type.text) in it; expected \(type.present.expectation)")
      }
    case .object(let object):
      if let first = elements.first(where: { $0.type.mayBeSome }), !object.isOpen,
        !object.mayShowMore
      {
        return [(first.position, "a list; expected an object")]
      }
      let wrong = fields.sorted { $0.key < $1.key }.flatMap { name, parts -> [Fault] in
        guard let member = object[name] else {
          guard !object.isOpen, !object.mayShowMore,
            let first = parts.first(where: { $0.type.mayBeSome })
          else { return [] }
          return [
            (
              first.position,
              "an object with `\(name)`; expected one with \(object.members.map(\.name).joined(separator: ", "))"
            )
          ]
        }
        let wrong = misfits(parts, member.type, areApart: false)
        let chosen = parts.count == 1 && wrong.isEmpty ? alternatives[name] ?? [] : []
        return (wrong + chosen.filter { !$0.type.mayBeGiven(to: member.type) }).map {
          (
            $0.position,
            "an object whose `\(name)` is \($0.type.text(givenTo: member.type)); "
              + "expected \(member.type.expectation)"
          )
        }
      }
      guard wrong.isEmpty, named.isEmpty,
        let missing = object.members.first(where: { $0.isNeeded && fields[$0.name] == nil })
      else { return wrong }
      return [
        (
          position,
          "an object without `\(missing.name)`; expected \(missing.type.expectation) there"
        )
      ]
    default: return []
    }
  }

  /// Returns the first part that does not fit, or all of them if they are apart; the constants among
  /// them if they are kept.
  private func misfits(
    _ parts: [Part], _ type: ValueType, areApart: Bool, areKept: Bool = false
  ) -> [Part] {
    let wrong = parts.filter { !$0.type.mayBeGiven(to: type) && !$0.type.isNever }
    if areApart { return wrong }
    if wrong.count == parts.count, !areKept { return Array(wrong.prefix(1)) }
    let constants = areKept ? wrong.filter { $0.type.isSingle && $0.type.mayBeSome } : []
    return constants.isEmpty && wrong.count == parts.count ? Array(wrong.prefix(1)) : constants
  }
}

extension LuaType {
  /// Whether some value is not nil.
  fileprivate var mayBeSome: Bool { !without(.nothing).isNever }
}

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
    if instruction.opcode != .setList, !instruction.k { forgetTable(in: instruction.c) }
    let table = register(a).place
    guard contents[table] != nil else { return }
    let value = instruction.k ? constant(instruction.c) : type(instruction.c)
    noteKey(of: instruction, table)
    switch instruction.opcode {
    case .setField:
      guard let name = function.name(instruction.b) else { return forgetTable(in: a) }
      contents[table]?.fields[name, default: []].append((position, value))
      if !instruction.k { noteAlternatives(of: value, in: instruction.c, named: name, table) }
    case .setInteger:
      // It may be put in the place of another element.
      contents[table]?.elements.append((position, value))
      contents[table]?.hasFixedElements = false
      contents[table]?.keepsElements = false
    case .setTable:
      let key = type(instruction.b)
      if let name = key.onlyText {
        contents[table]?.fields[String(decoding: name, as: UTF8.self), default: []].append(
          (position, value))
      } else if key.isOnly(.text) {
        contents[table]?.named.append((position, value))
      } else if key.isOnly(.number) {
        contents[table]?.elements.append((position, value))
        contents[table]?.hasFixedElements = false
        if !appends(instruction) { contents[table]?.keepsElements = false }
      } else {
        contents[table]?.isKnown = false
      }
    case .setList:
      if instruction.b == 0 { forgetTable(in: a) }
      for register in a + 1..<a + 1 + instruction.b {
        forgetTable(in: register)
        let type = type(register)
        contents[table]?.elements.append((position, type))
      }
    default: break
    }
  }

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
      return (other, LuaType(constant: .string(text)))
    }
    contents[table]?.alternatives[name] = loads
  }

  /// Whether an instruction puts an element behind the last one of a table, as in `list[#list + 1] = x`.
  private func appends(_ instruction: Instruction) -> Bool {
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
        if let type = arguments.types.last {
          contents[table]?.elements.append((position, type))
          contents[table]?.hasFixedElements = false
        }
        contents[table]?.keys.written.append((position, .integer))
        for value in arguments.values.dropFirst() { lose(value.place) }
        return
      }
      if ["ipairs", "pairs"].contains(name) {
        for value in arguments.values { contents[value.place]?.isReadByKeys = false }
      }
      if ["table.concat", "table.sort", "ipairs", "pairs", "type", "tostring"].contains(name) {
        return
      }
    }
    let appended = noteAppended(arguments, by: function)
    for (index, value) in arguments.values.enumerated() where !appended.contains(index) {
      lose(value.place)
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
        contents[table]?.elements.append((position, arguments.types[parameter]))
        contents[table]?.keys.written.append((position, .integer))
      }
      contents[table]?.hasFixedElements = false
    }
    var tables: Set<Int> = []
    switch function {
    case .captured(let number)?:
      guard let code = analysis.code.functions[number]?.code else { return [] }
      for (index, value) in arguments.values.enumerated() where contents[value.place] != nil {
        guard let parameters = code.parametersAppended(toParameter: index) else { continue }
        append(parameters, to: value.place)
        tables.insert(index)
      }
    case .inner(let number)?:
      let inner = analysis.inner(number)
      guard inner.number == self.number, !isInside else { return [] }
      for (index, upvalue) in inner.function.upvalues.enumerated() where upvalue.isInStack {
        guard let parameters = inner.function.parametersAppended(toUpvalue: index),
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
    contents[table]?.isKnown = false
    contents[table]?.isReadByKeys = false
  }
}
