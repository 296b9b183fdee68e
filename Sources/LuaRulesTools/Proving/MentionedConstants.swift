import LuaBridge
import LuaBytecode
import LuaRules

/// The constants that functions mention beside the names of members.
///
/// Contexts made at random have them as values of these members, because functions probably compare or
/// calculate with them.
struct MentionedConstants {
  private(set) var texts: [String: [String]] = [:]
  private(set) var numbers: [String: [Int64]] = [:]

  /// How many constants of a kind are kept for a name.
  private static let mostConstants = 12
  /// How long a text may be.
  private static let mostBytes = 40

  /// How deep functions inside others are looked at.
  private static let mostDepth = 4

  init(_ models: [InspectedModel], names: Set<String>) {
    for model in models {
      for number in model.code.functions.keys.sorted() {
        guard let function = model.code.functions[number] else { continue }
        add(function.code, names, depth: 0)
      }
    }
  }

  /// Returns the integers that a function mentions, without those in functions inside it.
  static func integers(in function: CompiledFunction) -> [Int64] {
    function.constants.compactMap(\.integer) + function.code.compactMap(\.immediate)
  }

  private mutating func add(_ function: CompiledFunction, _ names: Set<String>, depth: Int) {
    if depth < Self.mostDepth {
      for inner in function.functions { add(inner, names, depth: depth + 1) }
    }
    var mentioned: [String] = []
    var texts: [String] = []
    for constant in function.constants {
      switch constant {
      case .string(let bytes):
        guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self)
        else { continue }
        if names.contains(text) { mentioned.append(text) } else { texts.append(text) }
      case .nil, .boolean, .integer, .float: break
      }
    }
    guard !mentioned.isEmpty else { return }
    let numbers = Self.integers(in: function)
    for name in mentioned {
      self.texts[name, default: []].append(upTo: Self.mostConstants, texts)
      self.numbers[name, default: []].append(upTo: Self.mostConstants, numbers)
    }
  }
}

extension CompiledFunction.Constant {
  /// The integer that the constant is equal to.
  fileprivate var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .float(let number): Int64(exactly: number)
    case .nil, .boolean, .string: nil
    }
  }
}

extension Array where Element: Equatable {
  /// Appends elements that the array does not have, as long as it has fewer than `count`.
  fileprivate mutating func append(upTo count: Int, _ elements: [Element]) {
    for element in elements where self.count < count && !contains(element) { append(element) }
  }
}

extension Instruction {
  /// The small number that the instruction calculates or compares with.
  fileprivate var immediate: Int64? {
    switch opcode {
    case .addImmediate: Int64(abs(signedC))
    case .equalImmediate, .lessImmediate, .lessOrEqualImmediate, .greaterImmediate,
      .greaterOrEqualImmediate:
      Int64(signedB)
    case .loadInteger: Int64(signedBx)
    default: nil
    }
  }
}
