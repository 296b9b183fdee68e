import LuaBridge
import LuaBytecode
import LuaRules

// Elements that are read by calculated keys, and those that loops give.

extension FunctionTyping {
  /// Reads an element by a calculated key.
  mutating func readIndex(
    _ key: LuaType, of base: TypeState.Value, in register: Int, into target: Int
  ) {
    if let bytes = key.onlyText, let text = String(validating: bytes, as: UTF8.self) {
      // A name that only the case tells is looked up among all entries.
      if analysis.typeInCase != nil, let tables = state.type(of: base).constantTables,
        tables.allSatisfy({ analysis.code.tables[$0] != nil })
      {
        return set(target, constantEntry(key, of: tables, words(register)))
      }
      return set(target, member(text, of: base, in: register, words(register)))
    }
    let whole = state.type(of: base)
    let words = self.words(register)
    noteLookup(key, of: base.place)
    if function.code[position].opcode == .getTable {
      noteHandedOn(self.register(function.code[position].c))
    }
    if !key.isOnly([.nothing, .no, .yes, .integer, .float]), !hasNoNames(base, whole) {
      nameReads.insert(position)
    }
    if let fault = indexFault(whole, base, words, reading: nil) { tell(fault) }
    if !isPrefix(base.place) { narrow(register, to: whole.without(.nothing)) }
    if tellNumberOfText(key, whole.without(.nothing), of: base, words) {
      return set(target, LuaType.any)
    }
    // No table has anything under nil.
    if key.isOnly(.nothing), whole.isOnly([.table, .nothing]) {
      return readNothing(of: words ?? nameOutside(of: register), into: target)
    }
    if let words { tellFirstOfMade(key, of: base, words) }
    if let element = madeElement(key, of: base, words) {
      return set(target, asElement(element, of: base, words))
    }
    if let entry = madeEntry(key, of: base, words) { return set(target, entry) }
    if let tables = whole.without(.nothing).constantTables {
      tellWrongKey(key, of: tables, words ?? nameOutside(of: register))
      return set(target, constantEntry(key, of: tables, words ?? nameOutside(of: register)))
    }
    guard case .declared(let declared)? = whole.without(.nothing).only(.table).shape,
      whole.without(.nothing).isOnly(.table)
    else { return set(target, LuaType.any) }
    switch declared.type.present {
    case .list(let element):
      let place = DeclaredPlace(type: element, path: "\(declared.path)[]")
      let type = analysis.keys.values(of: place).union(.nothing)
      tellOutside(key, of: base.place, declared, words)
      tellNameOfList(key, of: base, words)
      if key.isOnly(.number), let number = key.range.only, let index = Int64(exactly: number) {
        set(
          target,
          self.place(
            .index(index), from: base.place, type: type,
            isOptional: analysis.keys.mayLack(element: index, of: declared)))
      } else {
        let value = rooted(type, at: position, named: words.map { "\($0)[…]" })
        analysis.places[value.place].isElement = true
        analysis.places[value.place].list = base.place
        analysis.places[value.place].isOptional =
          isLength(function.code[position].c, of: base.place)
          && analysis.keys.mayLack(element: 1, of: declared)
        if let origin = originOutside(key, of: base.place) {
          analysis.places[value.place].origin = origin
          analysis.places[value.place].isMissingAtFirst = isReadInFirstRound
        }
        set(target, value)
      }
    case .dictionary(let entry):
      set(
        target,
        analysis.keys.values(of: DeclaredPlace(type: entry, path: "\(declared.path)[]"))
          .union(.nothing))
    case .object(let object) where key.isOnly(.number) && !object.isOpen && !object.mayShowMore:
      tell(
        TypeFault(
          .unknownMember, "\(quoted(words, nil)) is an object, which has no elements",
          fix: declared.type.memberList, subject: words?.lastName
        ).of(base))
      set(target, LuaType.any)
    default: set(target, LuaType.any)
    }
  }

  /// Tells the element 0 of a list that functions make, where none of them sets one.
  private mutating func tellFirstOfMade(
    _ key: LuaType, of base: TypeState.Value, _ words: String
  ) {
    guard isTelling, !stopsAtFaults, key.isOnly(.integer), key.range.only == 0,
      function.code[position].opcode == .getInteger,
      let contents = state.tables[base.place], !contents.elements.isNever, !contents.elements.isAny,
      contents.fields.isEmpty, !analysis.fillsFromZero
    else { return }
    tell(
      TypeFault(
        .unknownMember, .warning, "`\(words)` has no element 0: lists begin with 1",
        subject: words.lastName, isFatal: false))
  }

  /// Tells a list that is read by a text, or by an object.
  private mutating func tellNameOfList(
    _ key: LuaType, of base: TypeState.Value, _ words: String?
  ) {
    guard isTelling, !stopsAtFaults, function.code[position].opcode == .getTable,
      key.present.isOnly([.text, .table]), !key.present.isNever, let words
    else { return }
    let name = self.words(function.code[position].c)
    tell(
      TypeFault(
        .unknownMember, .warning,
        "`\(words)` is a list, which has nothing under \(quoted(name, key.present)): "
          + "that is \(key.present.text)",
        fix: "its elements have numbers; to look for a value, go through them",
        subject: name?.lastName,
        isFatal: false
      ).of(register(function.code[position].c)))
  }

  /// Whether a register holds the length of a list, as in `list[#list]`.
  private func isLength(_ register: Int, of list: TypePlaces.ID) -> Bool {
    guard list != 0, function.code[position].opcode == .getTable else { return false }
    let place = self.register(register).place
    return place != 0 && place == analysis.places.known(.length, from: list)
  }

  /// Returns an element of a table that the function makes as one of a list, if it has a declared type.
  private mutating func asElement(
    _ element: TypeState.Value, of base: TypeState.Value, _ words: String?
  ) -> TypeState.Value {
    guard element.place == 0, element.type.isOnly([.table, .nothing]),
      case .declared? = element.type.shape
    else { return element }
    let value = rooted(element.type, at: position, named: words.map { "\($0)[…]" })
    analysis.places[value.place].isElement = true
    analysis.places[value.place].isChosen = true
    analysis.places[value.place].list = base.place
    return value
  }

  /// Stores nil, which is in no table under nil: the index is to blame, such as an argument that is missing.
  private mutating func readNothing(of words: String?, into target: Int) {
    let value = rooted(.nothing, at: position, named: words.map { "\($0)[nil]" })
    if function.code[position].opcode == .getTable {
      analysis.places[value.place].list = self.register(function.code[position].c).place
    }
    set(target, value)
  }

  /// Whether a value is a list, or a table of the file: no object with members of the context.
  private func hasNoNames(_ value: TypeState.Value, _ type: LuaType) -> Bool {
    if state.tables[value.place] != nil || type.constantTables != nil { return true }
    guard type.isOnly([.table, .nothing]), case .declared(let declared)? = type.shape,
      case .list = declared.type.present
    else { return false }
    return true
  }

  /// Returns the elements that a loop over a value gives.
  func elements(of type: LuaType, withKeys: Bool) -> (key: LuaType, value: LuaType) {
    if let tables = type.constantTables, let entries = constantElements(of: tables, withKeys) {
      return entries
    }
    guard type.isOnly(.table), case .declared(let declared)? = type.shape else {
      return (withKeys ? .any : .integer(NumberRange(lower: 1)), .any)
    }
    let keys = analysis.keys
    switch declared.type.present {
    case .list(let element):
      let place = DeclaredPlace(type: element, path: "\(declared.path)[]")
      return (.integer(NumberRange(lower: 1)), keys.values(of: place).without(.nothing))
    case .dictionary(let entry) where withKeys:
      return (.any, keys.values(of: DeclaredPlace(type: entry, path: "\(declared.path)[]")))
    case .object where withKeys: return (.text, .any)
    default: return (withKeys ? .any : .integer(NumberRange(lower: 1)), .any)
    }
  }
}
