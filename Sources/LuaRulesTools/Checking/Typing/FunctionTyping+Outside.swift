import LuaRules

// What members of values outside of the function are: of tables of files and modules, and of globals.

extension FunctionTyping {
  func capturedMember(_ name: String, of table: Int) -> TypeState.Value {
    switch analysis.code.field(name, ofTable: table) {
    case .unknown: return .any
    case .scalar(let value):
      let type = LuaType(value: value)
      let isHidden = analysis.hidesSettings || analysis.hidesSwitches && type.isOnly([.no, .yes])
      return isHidden ? .any : TypeState.Value(type)
    case .function(let number): return TypeState.Value(LuaType(function: .captured(number)))
    case .table(let number): return TypeState.Value(LuaType(table: .captured(number)))
    }
  }

  func global(_ name: String) -> TypeState.Value {
    if globals.contains(name) { return .any }
    switch name {
    case "host": return TypeState.Value(LuaType(table: .host))
    case "null": return TypeState.Value(LuaType(.null))
    case "math", "string", "table", "utf8": return TypeState.Value(LuaType(table: .library(name)))
    default:
      return LibraryFunction.all[name] == nil
        ? .any : TypeState.Value(LuaType(function: .library(name)))
    }
  }

  func libraryMember(_ name: String) -> TypeState.Value {
    switch name {
    case "math.pi", "math.huge": TypeState.Value(LuaType(.float))
    case "math.maxinteger", "math.mininteger": TypeState.Value(.integer)
    case "utf8.charpattern": TypeState.Value(.text)
    default:
      LibraryFunction.all[name] == nil
        ? .any : TypeState.Value(LuaType(function: .library(name)))
    }
  }

  /// Returns a function of a string; tells a name that strings do not have.
  mutating func textMember(
    _ name: String, of base: TypeState.Value, _ words: String?
  ) -> TypeState.Value {
    let function = "string.\(name)"
    if LibraryFunction.all[function] != nil {
      if self.function.code[position].opcode == .getField { textReads[position] = base.place }
      return TypeState.Value(LuaType(function: .library(function)))
    }
    let error = RuleError.undefinedField(function)
    tell(
      TypeFault(
        .unknownMember,
        "\(words.map { "`\($0)`" } ?? "this") is a string, which has no member `\(name)`",
        fix: error.hint, subject: name, replacement: error.spelling?.meant
      ).of(base))
    return .any
  }

  /// Tells a text that is read by a number, as in `title[1]`; returns whether it is one.
  mutating func tellNumberOfText(
    _ key: LuaType, _ type: LuaType, of base: TypeState.Value, _ words: String?
  ) -> Bool {
    guard type.isOnly(.text), key.present.isOnly(.number) else { return false }
    let isOfContext = base.place > 0 && analysis.places[base.place].root == TypePlaces.context
    let index = key.range.only.flatMap { Int64(exactly: $0) }.map { "\($0)" } ?? "i"
    tell(
      TypeFault(
        .unknownMember, "\(words.map { "`\($0)`" } ?? "this") is a string, which has no elements",
        fix: "`\(isOfContext ? "c." : "")\(words ?? "text"):sub(\(index), \(index))` gives one "
          + "character", subject: words?.lastName
      ).of(base))
    return true
  }
}
