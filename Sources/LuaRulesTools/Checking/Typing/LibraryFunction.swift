/// What a library function takes and gives.
struct LibraryFunction: Sendable {
  /// What a parameter accepts.
  enum Parameter: Sendable {
    /// A string, or a number that is made one.
    case text
    /// A number, or a string that is made one.
    case number
    /// A table or a list.
    case table
    case function
    /// Any value, but some.
    case value
    /// Anything, also nothing.
    case anything
    /// What `string.gsub` replaces with.
    case replacement
  }

  let required: [Parameter]
  let optional: [Parameter]
  /// What all further parameters accept; `nil` if they are not looked at.
  let rest: Parameter?
  /// The first result.
  let result: LuaType

  /// Whether a call gives exactly one result.
  let givesOneValue: Bool

  init(
    _ required: [Parameter], _ optional: [Parameter] = [], rest: Parameter? = nil,
    gives result: LuaType, and others: Bool = false
  ) {
    self.rest = rest
    self.required = required
    self.optional = optional
    self.result = result
    givesOneValue = !others && !result.isAny && !result.isNever && !result.isOnly(.nothing)
  }

  /// The functions that look at the fraction of a number, or take it away.
  static let rounding: Set<String> = [
    "math.ceil", "math.floor", "math.fmod", "math.modf", "math.tointeger", "math.type",
  ]

  /// The functions that rule files have, by their names.
  ///
  /// SOURCE: the reference manual of Lua 5.4, §6.
  static let all: [String: LibraryFunction] = {
    let text = LuaType.text
    let number = LuaType.number
    let integer = LuaType.integer
    let float = LuaType(.float)
    let unsigned = LuaType.integer(NumberRange(lower: 0))
    var all: [String: LibraryFunction] = [
      "assert": .init([.value], gives: .any),
      "error": .init([], [.anything], gives: .never),
      "ipairs": .init([.value], gives: .any),
      "next": .init([.table], gives: .any),
      "pairs": .init([.value], gives: .any),
      "print": .init([], gives: .nothing),
      "require": .init([.text], gives: .any),
      "select": .init([.value], gives: .any),
      "tonumber": .init([.value], [.number], gives: number.union(.nothing)),
      "tostring": .init([.value], gives: text),
      "type": .init([.value], gives: kindNames),
      "math.abs": .init([.number], gives: number),
      "math.ceil": .init([.number], gives: number),
      "math.floor": .init([.number], gives: number),
      "math.fmod": .init([.number, .number], gives: number),
      "math.log": .init([.number], [.number], gives: float),
      "math.max": .init([.anything], gives: .any),
      "math.min": .init([.anything], gives: .any),
      "math.modf": .init([.number], gives: number, and: true),
      "math.tointeger": .init([.value], gives: integer.union(.nothing)),
      "math.type": .init([.value], gives: text.union(.nothing)),
      "math.ult": .init([.number, .number], gives: .boolean),
      "string.byte": .init([.text], [.number, .number], gives: .any),
      "string.char": .init([], rest: .number, gives: text),
      "string.find": .init([.text, .text], [.number], gives: integer.union(.nothing), and: true),
      "string.format": .init([.text], gives: text),
      "string.gmatch": .init([.text, .text], [.number], gives: LuaType(function: .some)),
      "string.gsub": .init([.text, .text, .replacement], [.number], gives: text, and: true),
      "string.len": .init([.text], gives: unsigned),
      "string.lower": .init([.text], gives: text),
      "string.match": .init([.text, .text], [.number], gives: .any),
      "string.pack": .init([.text], gives: text),
      "string.packsize": .init([.text], gives: unsigned),
      "string.rep": .init([.text, .number], [.text], gives: text),
      "string.reverse": .init([.text], gives: text),
      "string.sub": .init([.text, .number], [.number], gives: text),
      "string.unpack": .init([.text, .text], [.number], gives: .any),
      "string.upper": .init([.text], gives: text),
      "table.concat": .init([.table], [.text, .number, .number], gives: text),
      "table.insert": .init([.table, .anything], gives: .nothing),
      "table.move": .init([.table, .number, .number, .number], [.table], gives: .table),
      "table.pack": .init([], gives: LuaType(table: .made)),
      "table.remove": .init([.table], [.number], gives: .any),
      "table.sort": .init([.table], [.function], gives: .nothing),
      "table.unpack": .init([.table], [.number, .number], gives: .any),
      "utf8.char": .init([], rest: .number, gives: text),
      "utf8.codepoint": .init([.text], [.number, .number], gives: .any),
      "utf8.codes": .init([.text], gives: .any),
      "utf8.len": .init([.text], [.number, .number], gives: .any),
      "utf8.offset": .init([.text, .number], [.number], gives: .any),
    ]
    for name in ["acos", "asin", "cos", "deg", "exp", "rad", "sin", "sqrt", "tan"] {
      all["math.\(name)"] = .init([.number], gives: float)
    }
    all["math.atan"] = .init([.number], [.number], gives: float)
    return all
  }()

  /// What `type` gives.
  private static let kindNames = kinds(of: .any)

  /// Returns what `type` gives for a value.
  static func kinds(of type: LuaType) -> LuaType {
    let names: [(LuaType.Kinds, [String])] = [
      (.nothing, ["nil"]), (.boolean, ["boolean"]), (.number, ["number"]), (.text, ["string"]),
      (.table, ["table"]), (.function, ["function"]), (.null, ["null"]),
      (.other, ["userdata", "table", "function"]),
    ]
    return names.filter { type.mayBe($0.0) }.flatMap(\.1).reduce(.never) {
      $0.union(LuaType(constant: .string(Array($1.utf8))))
    }
  }
}

extension LibraryFunction.Parameter {
  /// The kinds of values that are accepted.
  var kinds: LuaType.Kinds {
    switch self {
    case .text: [.text, .integer, .float]
    case .number: [.integer, .float, .text]
    case .table: [.table, .other]
    case .function: .function
    case .value, .anything: .all
    case .replacement: [.text, .integer, .float, .function, .table, .other]
    }
  }

  /// The parameter in words.
  var text: String {
    switch self {
    case .text: "a string"
    case .number: "a number"
    case .table: "a list or a table"
    case .function: "a function"
    case .value, .anything: "a value"
    case .replacement: "a string, a function or a table"
    }
  }
}
