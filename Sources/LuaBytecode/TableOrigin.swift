/// A place in a file that may have made a table: a table constructor, or the
/// call of a function that contains one.
package struct TableOrigin: Sendable {
  /// A call, and the function that contains it.
  package struct Call: Sendable {
    package let call: WrittenCall
    package let caller: WalkedFunction
  }

  /// The function with the table constructor.
  package let function: WalkedFunction
  /// The number of the table in the function.
  package let table: Int32
  /// The call whose arguments are the values of the function's parameters;
  /// `nil` for any call.
  package let call: Call?
  /// Whether the file makes this table exactly once.
  package let runsOnce: Bool

  /// The position in the main function, if the file makes the table once.
  package var position: Int32 { call?.call.position ?? function.file.written[table].position }

  /// The site of the table; `nil` for a call.
  package var site: TableSite? { call == nil ? TableSite(table, of: function.file) : nil }

  /// The line of the table's first field, or of the call.
  package var line: Int {
    if let call { return Int(call.call.line) }
    return TableSite(table, of: function.file).line
  }

  /// Whether the table is likely to become an element of a list, as an argument
  /// or as an element.
  package func isGiven(toList list: Int32?) -> Bool {
    call != nil || function.givenTables.contains(table) || isElement(ofList: list)
  }

  /// Whether the table becomes an element of a list of the main function.
  package func isElement(ofList list: Int32?) -> Bool {
    guard let list, function.isMain else { return false }
    return function.lists[table] == list
  }

  /// A table constructor.
  package struct Constructor: Hashable {
    let function: ObjectIdentifier
    let table: Int32
  }

  /// The table constructor, which calls of a function have in common.
  package var constructor: Constructor {
    Constructor(function: ObjectIdentifier(function), table: table)
  }

  /// A value that a constructor stores, as far as it is known.
  package enum Value {
    case unknown
    case absent
    case constant(CompiledFunction.Constant)
    case closure(line: Int)
    case table(Int32, of: WalkedFunction)

    /// Whether the value is certainly not `nil`.
    package var isPresent: Bool {
      switch self {
      case .unknown, .absent: false
      case .constant, .closure, .table: true
      }
    }
  }

  /// Returns what is known of a value in a function.
  package func value(_ value: WrittenValue, in function: WalkedFunction) -> Value {
    switch value.kind {
    case .unknown, .length, .tableLibrary, .tableInsert: return .unknown
    case .table(let number): return .table(number, of: function)
    case .closure(let index):
      guard function.functionLines.indices.contains(Int(index)) else { return .unknown }
      return .closure(line: function.functionLines[Int(index)])
    case .integer(let number): return .constant(.integer(Int64(number)))
    case .boolean(let isTrue): return .constant(.boolean(isTrue))
    case .string(let index), .constant(let index):
      guard let constant = function.file.constants[at: index] else { return .unknown }
      return constant == .nil ? .absent : .constant(constant)
    case .parameter(let index):
      guard let call, function === self.function else { return .unknown }
      let arguments = call.call.arguments
      if Int(index) < arguments.count {
        return self.value(arguments[Int(index)], in: call.caller)
      }
      return call.call.isOpen ? .unknown : .absent
    }
  }

  /// Returns what is known of the field of a table with an index.
  package func value(ofField index: Int32, in function: WalkedFunction) -> Value {
    if function.uncertainFields.contains(index) { return .unknown }
    return value(function.file.written.fields[Int(index)].entry.value, in: function)
  }

  /// What is known of the field `key`.
  package var key: Value {
    if let index = function.field("key", of: table) { return value(ofField: index, in: function) }
    return function.openTables.contains(table) ? .unknown : .absent
  }

  /// Whether its field `key` is a constant.
  package var hasKnownKey: Bool { if case .constant = key { true } else { false } }
}
