import LuaRules

/// A color, which rules write as `"#cc3366"`.
struct HexColor: Hashable, Sendable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8
}

extension HexColor: LuaConvertible, CustomStringConvertible {
  var description: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  var luaRepresentation: LuaRepresentation { .value(.string(description)) }

  init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let text) = luaValue, text.wholeMatch(of: /#[0-9a-fA-F]{6}/) != nil,
      let number = UInt32(text.dropFirst(), radix: 16)
    else {
      throw ConversionError(
        .wrongValue, given: luaValue.literal, expected: "a color such as \"#cc3366\"")
    }
    red = UInt8(truncatingIfNeeded: number >> 16)
    green = UInt8(truncatingIfNeeded: number >> 8)
    blue = UInt8(truncatingIfNeeded: number)
  }
}

extension HexColor: ValueTypeProviding {
  static var valueType: ValueType { .string }
}

enum Material: String, Sendable { case solid, glass }
enum Density: String, Sendable { case regular, compact }

/// Where the program runs.
struct Platform: Sendable, RuleObject {
  enum Name: String, Sendable { case watch, phone, mac, tv }

  let name: Name
  /// The semantic version of its system.
  let version: String

  static let ruleMembers: RuleMembers<Platform> = [
    .init("name", \.name), .init("version", \.version),
  ]
}
