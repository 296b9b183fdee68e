import LuaBridge
import Testing

@testable import LuaRules

/// One line of a table of cases: what goes in, what is expected to come out.
struct TextCase: CustomTestStringConvertible, Sendable {
  let input: String
  let expected: String

  init(_ input: String, _ expected: String) {
    self.input = input
    self.expected = expected
  }

  var testDescription: String { "\(input.prefix(60)) → \(expected.prefix(60))" }
}

extension LuaValue {
  /// Every detail of a value, with the difference between 3 and 3.0.
  var dump: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "float \(value)"
    case .string(let value): "\"\(value)\""
    case .bytes(let value): "bytes \(value)"
    case .table(let table):
      "{"
        + (table.elements.map(\.dump) + table.fields.map { "\($0.name)=\($0.value.dump)" })
        .joined(separator: ", ") + "}"
    case .object(let handle): "object \(handle.index)"
    case .function: "function"
    }
  }
}

extension ConversionError {
  /// All that the error says, on one line.
  var dump: String {
    "\(kind) \(path.joined(separator: "."))|\(given)|\(expected)"
      + (allowed.isEmpty ? "" : "|\(allowed.joined(separator: " "))")
  }
}

/// What a throwing conversion gives, or the error's text.
func outcome(_ body: () throws -> LuaValue) -> String {
  do {
    return try body().dump
  } catch let error as ConversionError {
    return error.dump
  } catch {
    return "\(error)"
  }
}

/// A small seeded generator (SplitMix64), the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
