/// What a library function takes and gives.
struct LibraryFunction: Sendable {
  /// What a parameter accepts.
  enum Parameter: Sendable {
    /// A string, or a number that is made one.
    case text
    /// A number, or a string that is made one.
    case number
    /// A number without a fraction in a range, or a string that is made one.
    case integer(in: NumberRange = .all)
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
      "assert": .init([.value], rest: .anything, gives: .any),
      "error": .init([], [.anything, .anything], gives: .never),
      "ipairs": .init([.value], gives: .any),
      "next": .init([.table], [.anything], gives: .any),
      "pairs": .init([.value], gives: .any),
      "print": .init([], rest: .anything, gives: .nothing),
      "require": .init([.text], gives: .any),
      "select": .init([.value], rest: .anything, gives: .any),
      "tonumber": .init(
        [.value], [.integer(in: NumberRange(lower: 2, upper: 36))], gives: number.union(.nothing)),
      "tostring": .init([.value], gives: text),
      "type": .init([.value], gives: kindNames),
      "math.abs": .init([.number], gives: number),
      "math.ceil": .init([.number], gives: number),
      "math.floor": .init([.number], gives: number),
      "math.fmod": .init([.number, .number], gives: number),
      "math.log": .init([.number], [.number], gives: float),
      "math.max": .init([.anything], rest: .anything, gives: .any),
      "math.min": .init([.anything], rest: .anything, gives: .any),
      "math.modf": .init([.number], gives: number, and: true),
      "math.tointeger": .init([.value], gives: integer.union(.nothing)),
      "math.type": .init([.value], gives: text.union(.nothing)),
      "math.ult": .init([.integer(), .integer()], gives: .boolean),
      "string.byte": .init([.text], [.integer(), .integer()], gives: .any),
      "string.char": .init([], rest: .integer(in: NumberRange(lower: 0, upper: 255)), gives: text),
      "string.find": .init(
        [.text, .text], [.integer(), .anything], gives: integer.union(.nothing), and: true),
      "string.format": .init([.text], rest: .anything, gives: text),
      "string.gmatch": .init([.text, .text], [.integer()], gives: LuaType(function: .some)),
      "string.gsub": .init([.text, .text, .replacement], [.integer()], gives: text, and: true),
      "string.len": .init([.text], gives: unsigned),
      "string.lower": .init([.text], gives: text),
      "string.match": .init([.text, .text], [.integer()], gives: .any),
      "string.pack": .init([.text], rest: .anything, gives: text),
      "string.packsize": .init([.text], gives: unsigned),
      "string.rep": .init([.text, .integer()], [.text], gives: text),
      "string.reverse": .init([.text], gives: text),
      "string.sub": .init([.text, .integer()], [.integer()], gives: text),
      "string.unpack": .init([.text, .text], [.integer()], gives: .any),
      "string.upper": .init([.text], gives: text),
      "table.concat": .init([.table], [.text, .integer(), .integer()], gives: text),
      "table.insert": .init([.table, .anything], [.anything], gives: .nothing),
      "table.move": .init([.table, .integer(), .integer(), .integer()], [.table], gives: .table),
      "table.pack": .init([], rest: .anything, gives: LuaType(table: .made)),
      "table.remove": .init([.table], [.integer()], gives: .any),
      "table.sort": .init([.table], [.function], gives: .nothing),
      "table.unpack": .init([.table], [.integer(), .integer()], gives: .any),
      "utf8.char": .init(
        [], rest: .integer(in: NumberRange(lower: 0, upper: 0x7FFF_FFFF)), gives: text),
      "utf8.codepoint": .init([.text], [.integer(), .integer(), .anything], gives: .any),
      "utf8.codes": .init([.text], [.anything], gives: .any),
      "utf8.len": .init([.text], [.integer(), .integer(), .anything], gives: .any),
      "utf8.offset": .init([.text, .integer()], [.integer()], gives: .any),
    ]
    for name in ["acos", "asin", "cos", "deg", "exp", "rad", "sin", "sqrt", "tan"] {
      all["math.\(name)"] = .init([.number], gives: float)
    }
    all["math.atan"] = .init([.number], [.number], gives: float)
    return all
  }()

  /// Whether it is called with more arguments than it looks at.
  func ignoresSome(of count: Int) -> Bool {
    rest == nil && count > required.count + optional.count
  }

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
    case .number, .integer: [.integer, .float, .text]
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
    case .integer(let range):
      range == .all
        ? "a number without a fraction"
        : "a number from \(Int(range.lower)) to \(Int(range.upper))"
    case .table: "a list or a table"
    case .function: "a function"
    case .value, .anything: "a value"
    case .replacement: "a string, a function or a table"
    }
  }
}

extension LibraryFunction {
  /// Returns the type of the second result of a function, where that is always the same.
  static func secondResult(of name: String) -> LuaType? {
    switch name {
    case "string.gsub": .integer(NumberRange(lower: 0))
    case "string.find": LuaType.integer(NumberRange(lower: 0)).union(.nothing)
    case "math.modf": LuaType(.number)
    default: nil
    }
  }
}
