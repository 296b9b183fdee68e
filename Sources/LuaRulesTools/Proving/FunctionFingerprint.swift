import LuaBridge
import LuaBytecode
import LuaRules

/// What a function does, as far as it decides whether another one certainly does the same.
///
/// Names of local variables and lines do not belong to it.
struct FunctionFingerprint: Hashable {
  private var numbers: [UInt32] = []
  private var words: [String] = []

  /// How many functions inside one another are looked at.
  private static let mostDepth = 20

  /// Creates the fingerprint of a function of a model; `nil` if it captures what is not known.
  init?(of number: Int, in model: InspectedModel, _ texts: CapturedTexts) {
    guard add(number, model, texts, depth: 0) else { return nil }
  }

  private mutating func add(
    _ number: Int, _ model: InspectedModel, _ texts: CapturedTexts, depth: Int
  ) -> Bool {
    guard depth < Self.mostDepth, let function = model.code.functions[number],
      function.globals.isEmpty
    else { return false }
    add(function.code)
    for (upvalue, value) in zip(function.code.upvalues, function.captured)
    where upvalue.name != "_ENV" {
      switch value {
      case .scalar(let value): words.append("scalar \(value.exactText)")
      case .function(let inner):
        words.append("function")
        if inner == number {
          words.append("itself")
        } else if !add(inner, model, texts, depth: depth + 1) {
          return false
        }
      case .table, .unknown:
        guard let text = texts.origin(of: upvalue.name, in: function.file) else { return false }
        words += text
      }
    }
    return true
  }

  private mutating func add(_ code: CompiledFunction) {
    words.append("\(code.parameterCount) \(code.isVariadic)")
    numbers.append(UInt32(clamping: code.code.count))
    numbers += code.code.map(\.bits)
    for constant in code.constants {
      switch constant {
      case .nil: words.append("nil")
      case .boolean(let flag): words.append("\(flag)")
      case .integer(let number): words.append("\(number)")
      case .float(let number): words.append("float \(number.bitPattern)")
      case .string(let bytes): words.append("text \(bytes)")
      }
    }
    for upvalue in code.upvalues {
      words.append(upvalue.name == "_ENV" ? "_ENV" : "\(upvalue.isInStack) \(upvalue.index)")
    }
    words.append("\(code.functions.count)")
    for function in code.functions { add(function) }
  }
}

extension LuaValue {
  /// A text that is the same for identical scalars only.
  var exactText: String {
    switch self {
    case .number(let number): "float \(number.bitPattern)"
    case .string(let text): "text \(Array(text.utf8))"
    case .bytes(let bytes): "text \(bytes)"
    default: literal
    }
  }
}
