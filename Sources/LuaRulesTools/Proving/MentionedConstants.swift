import LuaBridge
import LuaBytecode
import LuaRules

/// The constants that functions mention beside the names of members, also as names in tables that they read.
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
        let entries = function.captured.flatMap { Self.names(in: $0, model.code) }
        if !entries.isEmpty {
          for name in function.code.texts where names.contains(name) {
            texts[name, default: []].append(upTo: Self.mostConstants, entries)
          }
        }
      }
    }
  }

  /// Returns the integers that a function mentions, without those in functions inside it.
  static func integers(in function: CompiledFunction) -> [Int64] {
    function.constants.compactMap(\.integer) + function.code.compactMap(\.immediate)
  }

  /// Returns the names in a table of a file, and in those that it has as entries, as a module may.
  private static func names(in value: CapturedValue, _ code: InspectedCode) -> [String] {
    guard case .table(let number) = value, let table = code.tables[number] else { return [] }
    let inner = table.entries.flatMap { entry -> [String] in
      guard case .table(let number) = entry.value, let table = code.tables[number] else {
        return []
      }
      return table.names
    }
    return Array((table.names + inner).filter { $0.utf8.count <= mostBytes }.prefix(mostConstants))
  }

  private mutating func add(_ function: CompiledFunction, _ names: Set<String>, depth: Int) {
    if depth < Self.mostDepth {
      for inner in function.functions { add(inner, names, depth: depth + 1) }
    }
    var mentioned: [String] = []
    var texts: [String] = []
    for text in function.texts where text.utf8.count <= Self.mostBytes {
      if names.contains(text) { mentioned.append(text) } else { texts.append(text) }
    }
    guard !mentioned.isEmpty else { return }
    let numbers = Self.integers(in: function)
    for name in mentioned {
      self.texts[name, default: []].append(upTo: Self.mostConstants, texts)
      self.numbers[name, default: []].append(upTo: Self.mostConstants, numbers)
    }
  }
}

extension CompiledFunction {
  /// The texts that the function mentions.
  fileprivate var texts: [String] {
    constants.compactMap { constant in
      guard case .string(let bytes) = constant else { return nil }
      return String(validating: bytes, as: UTF8.self)
    }
  }
}

extension InspectedCode.Table {
  /// The texts under which the table has scalars.
  fileprivate var names: [String] {
    entries.compactMap { entry in
      guard case .string(let name) = entry.key, case .scalar = entry.value else { return nil }
      return name
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
