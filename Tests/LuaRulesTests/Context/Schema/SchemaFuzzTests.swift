import LuaBridge
import Testing

@testable import LuaRules

@Suite struct SchemaFuzzTests {
  @Test func `what a rule gives comes back as a context`() throws {
    var generator = SeededGenerator(state: 11)
    var accepted = 0
    for _ in 0..<5000 {
      let type = RandomType.make(depth: 0, using: &generator)
      guard let given = Self.value(of: type, using: &generator) else { continue }
      let checked: LuaValue
      do { checked = try type.check(given) } catch { continue }
      accepted += 1
      let text = try JSON.write(checked, as: type)
      let context = try type.coerce(JSON.read(text))
      let again = try type.check(context)
      #expect(again.isSame(as: checked), "\(text) as \(type)")
      #expect(try JSON.write(again, as: type) == text)
    }
    #expect(accepted > 2000)
  }

  @Test func `any value meets any type without a trap`() {
    var generator = SeededGenerator(state: 12)
    for _ in 0..<5000 {
      let type = RandomType.make(depth: 0, using: &generator)
      let other = RandomType.make(depth: 0, using: &generator)
      guard let value = Self.value(of: other, using: &generator) else { continue }
      _ = try? type.check(value)
      _ = try? type.coerce(value)
      _ = try? JSON.write(value, as: type)
    }
  }

  @Test func `random schemas never trap, and what is read is stable`() throws {
    var generator = SeededGenerator(state: 13)
    var accepted = 0
    for _ in 0..<500 {
      let text = Self.schema(depth: 0, using: &generator)
      guard let document = try? SchemaDocument(json: text) else { continue }
      accepted += 1
      let exported = document.json()
      #expect(try SchemaDocument(json: exported).json() == exported, "\(text)")
    }
    #expect(accepted > 100)
  }

  // MARK: - Random values and schemas

  /// A value that mostly fits a type; `nil` where there is none.
  private static func value(
    of type: ValueType, using generator: inout SeededGenerator
  ) -> LuaValue? {
    switch type {
    case .any:
      return [.integer(3), .number(3), .string("ü"), .null].randomElement(using: &generator)
    case .optional(let wrapped):
      return Bool.random(using: &generator) ? .null : value(of: wrapped, using: &generator)
    case .boolean: return .boolean(.random(using: &generator))
    case .integer:
      return [.integer(-1), .integer(7), .number(7), .integer(.max)].randomElement(
        using: &generator)
    case .number: return .number(Double.random(in: -1e9...1e9, using: &generator))
    case .string: return .string("a\"\n\u{1}")
    case .enumeration(let scalars): return scalars.randomElement(using: &generator)?.value
    case .list(let element):
      let values = (0..<2).compactMap { _ in value(of: element, using: &generator) }
      return .table(LuaTable(elements: values))
    case .dictionary(let entry):
      return .table(
        LuaTable(fields: value(of: entry, using: &generator).map { [(name: "x", value: $0)] } ?? [])
      )
    case .object(let object):
      var fields: [(name: String, value: LuaValue)] = []
      for member in object.members {
        // What is left out would come back as the default.
        let value = value(of: member.type, using: &generator) ?? member.defaultValue
        if let value { fields.append((member.name, value)) }
      }
      return .table(LuaTable(fields: fields))
    case .variant(let variant):
      guard let member = variant.object.members.randomElement(using: &generator),
        let value = value(of: member.type, using: &generator)
      else { return variant.plainCases.randomElement(using: &generator).map(LuaValue.string) }
      return .table(LuaTable(object: [(member.name, value)]))
    case .date:
      return .integer(Int64.random(in: -62_167_219_200...253_402_300_799, using: &generator))
    case .duration: return .number(Double.random(in: -1e6...1e6, using: &generator))
    case .uuid: return .string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    case .url: return .string("https://example.org")
    case .data: return Bool.random(using: &generator) ? .bytes([0xFF, 1]) : .string("ü")
    case .decimal:
      return [.integer(1), .string("0.10"), .number(1e-7)].randomElement(using: &generator)
    case .opaque, .function: return nil
    }
  }

  private static func schema(depth: Int, using generator: inout SeededGenerator) -> String {
    let scalars = [
      "1", "0", "\"a\"", "null", "true", "[]", "{}", "-1.5", "\"string\"", "\"object\"",
    ]
    if depth > 0, Int.random(in: 0...9, using: &generator) == 0 {
      return scalars.randomElement(using: &generator) ?? "1"
    }
    let types = ["string", "integer", "number", "boolean", "object", "array", "null"]
    let formats = ["date-time", "uuid", "byte", "decimal", "uri", "duration", "x"]
    var members: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let type = "\"\(types.randomElement(using: &generator) ?? "")\""
      let nested = depth < 4 ? schema(depth: depth + 1, using: &generator) : "{}"
      switch Int.random(in: 0...11, using: &generator) {
      case 0: members["type"] = depth == 0 ? "\"object\"" : type
      case 1: members["type"] = depth == 0 ? "\"object\"" : "[\(type), \"null\"]"
      case 2, 3: members["properties"] = "{\"a\": \(nested), \"b\": {\"$ref\": \"#\"}}"
      case 4: members["items"] = nested
      case 5: members["additionalProperties"] = nested
      case 6: members["default"] = scalars.randomElement(using: &generator)
      case 7:
        members["enum"] =
          "[\(scalars.shuffled(using: &generator).prefix(2).joined(separator: ","))]"
      case 8: members["anyOf"] = "[\(nested), {\"type\": \"null\"}]"
      case 9: members["format"] = "\"\(formats.randomElement(using: &generator) ?? "")\""
      case 10: members["minimum"] = scalars.randomElement(using: &generator)
      default: members["required"] = "[\"a\"]"
      }
    }
    let sorted = members.sorted { $0.key < $1.key }
    return "{\(sorted.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
  }
}
