import LuaBridge
import LuaRules

extension DecisionOperation {
  var name: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .modulo: "modulo"
    case .floorDivide: "floorDivide"
    case .negate: "negate"
    case .and: "and"
    case .or: "or"
    case .xor: "xor"
    case .shiftLeft: "shiftLeft"
    case .shiftRight: "shiftRight"
    case .complement: "complement"
    case .length: "length"
    case .concatenate: "concatenate"
    case .not: "not"
    case .lookUp: "lookUp"
    }
  }

  /// The kind of a result that is no error.
  var result: DecisionVariable.Calculation.Result {
    switch self {
    case .add, .subtract, .multiply, .divide, .modulo, .floorDivide, .negate: .number
    case .and, .or, .xor, .shiftLeft, .shiftRight, .complement, .length: .integer
    case .concatenate: .text
    case .not, .lookUp: .any
    }
  }
}

extension NativeValue {
  /// The value as a text that is the same for identical values only; `nil` if it is no scalar.
  var exactLiteral: String? {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .float(let number): "float \(number.bitPattern)"
    case .string(let text): "text \(Array(text.utf8))"
    case .bytes(let bytes): "text \(bytes)"
    case .view, .undecided: nil
    }
  }
}
