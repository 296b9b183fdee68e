import LuaBridge
import LuaBytecode
import LuaRules

// What members and elements of values are.

extension FunctionTyping {
  /// Reads a member by a constant name.
  mutating func readMember(
    _ constant: Int, of base: TypeState.Value, in register: Int? = nil, named text: String? = nil,
    into target: Int
  ) {
    guard let name = function.name(constant) else { return set(target, LuaType.any) }
    let words = register.flatMap { self.words($0) } ?? text
    set(target, member(name, of: base, in: register, words))
  }

  /// Reads a method, and puts the object behind it.
  mutating func readMethod(_ instruction: Instruction) {
    let base = register(instruction.b)
    let name: String? =
      instruction.k
      ? function.name(instruction.c)
      : type(instruction.c).onlyText.flatMap { String(validating: $0, as: UTF8.self) }
    let value = name.map { member($0, of: base, in: instruction.b, words(instruction.b)) } ?? .any
    if let name,
      function.makesPlainTable(in: instruction.b, before: position)
        || state.tables[base.place]?.lacks(name) == true
    {
      tell(
        TypeFault(
          .wrongCall, "a new table has no method `\(name)`",
          fix: "the functions of lists are in `table`, as in `table.concat(list)`", subject: name))
    }
    // What follows knows that the object has members.
    set(instruction.a + 1, register(instruction.b))
    let isMissing = name.map { state.tables[base.place]?.lacks($0) == true } ?? false
    // The call of a method that a new table does not have changes nothing.
    set(instruction.a, isMissing ? TypeState.Value(LuaType(function: .library(""))) : value)
  }

  /// Returns the value of a member; tells what is wrong with it.
  mutating func member(
    _ name: String, of base: TypeState.Value, in register: Int?, _ words: String?
  ) -> TypeState.Value {
    let whole = state.type(of: base)
    if let fault = indexFault(whole, base, words, reading: name) { tell(fault) }
    var type = whole.without(.nothing)
    if analysis.places[base.place].isEntry, !type.isOnly(LuaType.withoutMembers) {
      if let fault = entryFault(
        type.only(LuaType.withoutMembers), base, words, "which has no member `\(name)`")
      {
        tell(fault)
      }
      type = type.without(LuaType.withoutMembers)
    }
    if let register, !isPrefix(base.place) { narrow(register, to: type) }
    guard !type.isNever else { return .any }
    switch type.kinds {
    case .text: return textMember(name, of: base, words)
    case .table: break
    default: return unknownMember(name, of: base)
    }
    switch type.shape {
    case .context:
      let value = place(.name(name), from: base.place, type: nil)
      if value.place != 0, analysis.keys.isAnsweredInPart(name) || analysis.keys.isNullable(name) {
        analysis.places[value.place].isOptional = true
      }
      if analysis.keys.isDecidedByRules([name]) { answersRead[position] = name }
      if analysis.keys.isCalculated(name) { tests.note(calculated: name, value.type) }
      return value
    case .declared(let declared): return declaredMember(name, of: declared, base, words)
    case .captured(let table):
      let value = capturedMember(name, of: table)
      if value.type.isOnly(.nothing) {
        lackingTables[position] = table
        tellLackingMember(name, of: table, into: function.code[position].a)
      }
      return value
    case .constants(let tables): return constantMember(name, of: tables, words)
    case .globals: return global(name)
    case .library(let library): return libraryMember("\(library).\(name)")
    case .host: return TypeState.Value(LuaType(function: .host(name)))
    case .made: return madeMember(name, of: base, words)
    case nil: return unknownMember(name, of: base)
    }
  }

  /// Whether rules answer for members of a value, which can be read where the value is missing.
  func isPrefix(_ place: TypePlaces.ID) -> Bool {
    guard let path = analysis.places[place].path, !path.isEmpty else { return false }
    return analysis.keys.names.prefixes.contains(ByteName(path.joined(separator: ".")))
  }

  /// Returns a value that is read from another one.
  mutating func place(
    _ step: TypePlaces.Step, from parent: TypePlaces.ID, type: LuaType?, isOptional: Bool = false
  ) -> TypeState.Value {
    guard parent != 0 else { return TypeState.Value(type ?? .any) }
    let place = analysis.place(step, from: parent)
    guard place != 0 else { return TypeState.Value(type ?? .any) }
    let entry = analysis.places[place]
    if entry.declared == nil, isOptional, !entry.isOptional {
      analysis.places[place].isOptional = true
    }
    return TypeState.Value(entry.declared ?? type ?? .any, at: place)
  }

  /// Returns what is wrong with reading a member of a value.
  ///
  /// - Parameters:
  ///   - whole: The type of the value.
  ///   - base: The value.
  ///   - words: The value in words of the source.
  ///   - name: The name of the member; `nil` for one that the current instruction reads by another value.
  /// - Returns: The fault; `nil` if there is none.
  func indexFault(
    _ whole: LuaType, _ base: TypeState.Value, _ words: String?, reading name: String?
  ) -> TypeFault? {
    let type = whole.present
    guard let name else { return indexFault(whole, base, words, by: wordsOfKey) }
    if type.isOnly(LuaType.withoutMembers.union(.nothing)) {
      let isNothing = type.isOnly(.nothing)
      if !isNothing, let words, base.place > 0, !type.mayBe(.function) {
        return TypeFault(
          .unknownMember, "`\(words)` has no member `\(name)`", fix: "it is \(type.text)",
          subject: name
        ).of(base)
      }
      return TypeFault(
        isNothing ? .possibleNil : .unknownMember,
        "\(quoted(words, type)) has no member `\(name)`" + isA(type, words), subject: name
      ).of(base)
    }
    return missing(whole, base, words, "before `.\(name)`")
  }

  /// Returns what is wrong with reading what is under a key.
  private func indexFault(
    _ whole: LuaType, _ base: TypeState.Value, _ words: String?, by key: String
  ) -> TypeFault? {
    let type = whole.present
    guard type.isOnly(LuaType.withoutMembers.union(.nothing)) else {
      return missing(whole, base, words, "before `[\(key)]`")
    }
    return TypeFault(
      type.isOnly(.nothing) ? .possibleNil : .unknownMember,
      "\(quoted(words, type)) has nothing under `[\(key)]`" + isA(type, words),
      subject: words?.lastName
    ).of(base)
  }

  /// The key by which the current instruction reads, in words of the source.
  private var wordsOfKey: String {
    let instruction = function.code[position]
    if instruction.opcode == .getInteger { return "\(instruction.c)" }
    if let number = type(instruction.c).range.only.flatMap({ Int64(exactly: $0) }) {
      return "\(number)"
    }
    return words(instruction.c) ?? "…"
  }

  // MARK: Declared values

  private mutating func declaredMember(
    _ name: String, of declared: DeclaredPlace, _ base: TypeState.Value, _ words: String?
  ) -> TypeState.Value {
    let isBound = base.place > 0 && analysis.places[base.place].root == TypePlaces.context
    let known = base.place != 0 ? place(.name(name), from: base.place, type: nil) : .any
    // A path key has a type of its own.
    if known.place != 0, analysis.places[known.place].declared != nil { return known }
    switch declared.type.present {
    case .list(let element):
      if function.code[position].opcode == .getMethod {
        tell(
          TypeFault(
            .unknownMember, "\(quoted(words, nil)) is a list, which has no method `\(name)`",
            fix: "the functions of lists are in `table`, as in `table.concat(list)`", subject: name
          ).of(LibraryFunction.all["table.\(name)"] == nil ? base : .any))
        return TypeState.Value(LuaType(function: .library("")))
      }
      // A function may get lists and what `table.pack` gives.
      guard name != "n" || !stopsAtFaults else { return .any }
      let meant = ["count", "length", "size", "len"].contains(name)
      let fails = stopsAtFaults && failsWithNil(function.code[position].a)
      tell(
        TypeFault(
          .unknownMember, fails ? .error : .warning,
          "\(quoted(words, nil)) is a list, which has no member `\(name)`: it is always nil",
          fix: meant
            ? "the length is `#\(isBound ? "c." : "")\(words ?? "list")`"
            : element.memberNames.contains(name)
              ? "its elements have it: `\(isBound ? "c." : "")\(words ?? "list")[1].\(name)`" : nil,
          subject: name, isFatal: fails
        ).of(base))
      return .any
    case .dictionary(let entry):
      return place(
        .name(name), from: base.place,
        type: analysis.keys.values(of: DeclaredPlace(type: entry, path: "\(declared.path)[]"))
          .union(.nothing), isOptional: entry != .any)
    case .object(let object):
      guard let member = object[name] else {
        guard !object.isOpen, !object.mayShowMore else {
          return openMember(name, of: object, base, words)
        }
        // A value from elsewhere may be one of which rules answer members.
        if !analysis.places.isDeclared(base.place),
          analysis.keys.mayAnswer(member: name, of: declared.path)
        {
          return .any
        }
        let meant = RuleError.likelyName(for: name, among: declared.type.memberNames)
        tell(
          TypeFault(
            .unknownMember, "\(quoted(words, nil)) has no member `\(name)`",
            fix: meant.map { "did you mean `\($0)`?" } ?? declared.type.memberList, subject: name,
            replacement: meant
          ).of(base))
        return .any
      }
      let (type, isOptional) = analysis.keys.type(of: member, in: object, at: declared)
      let value = place(.name(name), from: base.place, type: type, isOptional: isOptional)
      if value.place != 0, isOptional, member.isRequired {
        analysis.places[value.place].isNullable = true
      }
      return value
    default: return .any
    }
  }

  /// Whether the next instruction fails if a register that was just set holds nil.
  func failsWithNil(_ register: Int) -> Bool {
    guard function.code.indices.contains(position + 1) else { return false }
    let next = function.code[position + 1]
    switch next.opcode {
    case .length, .getField, .getMethod, .getTable, .getInteger: return next.b == register
    case .call:
      return next.a + 1 == register
        && ["ipairs", "pairs"].contains { readsGlobal($0, at: position - 1) }
    default: return false
    }
  }

  private mutating func openMember(
    _ name: String, of object: ObjectType, _ base: TypeState.Value, _ words: String?
  ) -> TypeState.Value {
    if let meant = DeclaredNames.likelyMember(name, among: object.members.map(\.name)) {
      tell(
        TypeFault(
          .unknownMember, .warning, "no member `\(name)` is declared of \(quoted(words, nil))",
          fix: "did you mean `\(meant)`?", subject: name, replacement: meant, isFatal: false
        ).of(base))
    }
    return .any
  }

  /// Returns what a value is, as the end of a message; nothing if its words say that.
  func isA(_ type: LuaType, _ words: String?) -> String {
    words == nil ? "" : ": it is \(type.text)"
  }

  /// Returns words of the source in quotes, or else what the value is.
  func quoted(_ words: String?, _ type: LuaType?) -> String {
    words.map { "`\($0)`" } ?? (type.map { $0.text } ?? "the value")
  }
}

extension LuaType {
  /// The kinds of values, but for nil, of which no member can be read.
  fileprivate static let withoutMembers: Kinds = [.no, .yes, .integer, .float, .function, .null]
}
