import LuaBridge
import LuaBytecode
import LuaRules

/// A set of values that a Lua expression may have: the lattice of the type analysis.
///
/// A type never leaves out a value that is possible; it may contain values that are not.
struct LuaType: Hashable, Sendable {
  /// The kinds of values.
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let nothing = Kinds(rawValue: 1)
    static let no = Kinds(rawValue: 2)
    static let yes = Kinds(rawValue: 4)
    static let integer = Kinds(rawValue: 8)
    static let float = Kinds(rawValue: 16)
    static let text = Kinds(rawValue: 32)
    /// Lists, objects and tables.
    static let table = Kinds(rawValue: 64)
    static let function = Kinds(rawValue: 128)
    /// The global `null`.
    static let null = Kinds(rawValue: 256)
    /// Objects of the program.
    static let other = Kinds(rawValue: 512)

    static let boolean: Kinds = [.no, .yes]
    static let number: Kinds = [.integer, .float]
    static let falsy: Kinds = [.nothing, .no]
    static let all = Kinds(rawValue: 1023)
    /// The kinds that are no numbers or truths of one another.
    static let families: [Kinds] = [
      .nothing, .boolean, .number, .text, .table, .function, .null, .other,
    ]
  }

  var kinds: Kinds
  /// The range of the numbers.
  var range = NumberRange.all
  /// The texts, if they are listed.
  var texts: Set<[UInt8]>?
  /// What is known of texts that are not listed.
  var form: TextForm?
  /// What is known of the table; `nil` for any.
  var shape: TableShape?
  /// What is known of the function; `nil` for any.
  var function: FunctionShape?

  init(_ kinds: Kinds) { self.kinds = kinds }

  /// How many texts are listed.
  static let mostTexts = 64

  /// Any value.
  static let any = LuaType(.all)
  /// No value: what is never reached.
  static let never = LuaType([])
  static let nothing = LuaType(.nothing)
  static let boolean = LuaType(.boolean)
  static let number = LuaType(.number)
  static let integer = LuaType(.integer)
  static let text = LuaType(.text)
  static let table = LuaType(.table)

  /// A table with a known shape.
  init(table shape: TableShape) {
    kinds = .table
    self.shape = shape
  }

  /// A known function.
  init(function: FunctionShape) {
    kinds = .function
    self.function = function
  }

  /// One constant.
  init(constant: CompiledFunction.Constant) {
    switch constant {
    case .nil: self = .nothing
    case .boolean(let flag): self = LuaType(flag ? .yes : .no)
    case .integer(let number): self = LuaType(integer: number)
    case .float(let number):
      self = LuaType(.float)
      if !number.isNaN { range = NumberRange(lower: number, upper: number) }
    case .string(let bytes):
      self = .text
      texts = [bytes]
    }
  }

  /// One integer.
  init(integer: Int64) {
    self = .integer
    range = NumberRange(
      lower: Double(integer).nextDown(if: integer), upper: Double(integer).nextUp(if: integer))
  }

  /// An integer of a range.
  static func integer(_ range: NumberRange) -> LuaType {
    var type = LuaType.integer
    type.range = range
    return type
  }

  // MARK: Questions

  var isNever: Bool { kinds.isEmpty }
  var isAny: Bool { kinds == .all }

  /// Whether all values are of these kinds, and there is one.
  func isOnly(_ kinds: Kinds) -> Bool { !isNever && kinds.isSuperset(of: self.kinds) }

  /// Whether some value is of these kinds.
  func mayBe(_ kinds: Kinds) -> Bool { !self.kinds.isDisjoint(with: kinds) }

  /// The type without nil, unless it is only nil: most uses of nil fail too, so what is said of the
  /// other values holds.
  var present: LuaType { isOnly(.nothing) ? self : without(.nothing) }

  /// Values of the same kinds, of which nothing else is known.
  var kindsOnly: LuaType { LuaType(mayBe(.number) ? kinds.union(.number) : kinds) }

  /// The truth that all values have as a condition.
  var truth: Bool? {
    if isNever { return nil }
    if isOnly(.falsy) { return false }
    return mayBe(.falsy) ? nil : true
  }

  /// The only text that the values are; `nil` if they are several, or others.
  var onlyText: [UInt8]? { isOnly(.text) && texts?.count == 1 ? texts?.first : nil }

  /// Whether there is exactly one value.
  var isSingle: Bool {
    switch kinds {
    case .nothing, .no, .yes, .null: true
    case .integer, .float: range.only != nil
    case .text: texts?.count == 1
    default: false
    }
  }
}

extension Double {
  /// The next lower number, if the integer cannot be represented exactly.
  fileprivate func nextDown(if integer: Int64) -> Double {
    Int64(exactly: self) == integer ? self : nextDown
  }

  fileprivate func nextUp(if integer: Int64) -> Double {
    Int64(exactly: self) == integer ? self : nextUp
  }
}

/// What is known of a table.
indirect enum TableShape: Hashable, Sendable {
  /// The context, whose members are keys.
  case context
  /// A value of a declared type.
  case declared(DeclaredPlace)
  /// A table that was made while loading, by its number.
  case captured(Int)
  /// One of several tables that were made while loading.
  case constants(Set<Int>)
  case library(String)
  case host
  /// The globals.
  case globals
  /// A table that the function itself makes.
  case made
}

/// A declared type, with the path under which its bounds are declared.
struct DeclaredPlace: Hashable, Sendable {
  let type: ValueType
  let path: String
}

/// What is known of a function.
enum FunctionShape: Hashable, Sendable {
  /// A function of a library, such as `string.find`, or a global, such as `ipairs`.
  case library(String)
  /// A function of a rule file or module, by its number.
  case captured(Int)
  /// A method of an object.
  case method(FunctionType)
  case host(String)
  /// A function that a function makes, by its number in the analysis.
  case inner(Int)
  /// Some function.
  case some
}
