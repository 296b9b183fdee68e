#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  /// Rules write a color as a name, `#rrggbb` or `#rrggbbaa`.
  ///
  /// A name is that of a SwiftUI color, such as `"red"`,
  /// `"primary"` or `"accentColor"`; such colors adapt to the appearance of the screen.
  extension Color: LuaConvertible {
    /// The text as written in a rule; a color without such a text is passed on as an object.
    public var luaRepresentation: LuaRepresentation {
      if let name = NamedColor.all.first(where: { $0.color == self })?.name {
        return .value(.string(name))
      }
      let digits = HexColor(of: self)
      return digits.color == self ? .value(.string(digits.text)) : .opaque(self)
    }

    /// Creates the color from its name, or from its red, green, blue and opacity.
    ///
    /// - Throws: `ConversionError` that lists the names.
    public init(luaValue: LuaValue) throws(ConversionError) {
      guard case .string(let text) = luaValue else {
        throw ConversionError(
          .wrongType, given: luaValue.literal, expected: NamedColor.expectation,
          allowed: NamedColor.names)
      }
      if let named = NamedColor.all.first(where: { $0.name == text }) {
        self = named.color
      } else if let digits = HexColor(text) {
        self = digits.color
      } else {
        throw ConversionError(
          .wrongValue, given: luaValue.literal, expected: NamedColor.expectation,
          allowed: NamedColor.names)
      }
    }
  }

  /// A color with a SwiftUI name.
  private struct NamedColor {
    let name: String
    let color: Color

    init(_ name: String, _ color: Color) {
      self.name = name
      self.color = color
    }

    static let all = [
      NamedColor("red", .red), NamedColor("orange", .orange), NamedColor("yellow", .yellow),
      NamedColor("green", .green), NamedColor("mint", .mint), NamedColor("teal", .teal),
      NamedColor("cyan", .cyan), NamedColor("blue", .blue), NamedColor("indigo", .indigo),
      NamedColor("purple", .purple), NamedColor("pink", .pink), NamedColor("brown", .brown),
      NamedColor("white", .white), NamedColor("gray", .gray), NamedColor("black", .black),
      NamedColor("clear", .clear), NamedColor("primary", .primary),
      NamedColor("secondary", .secondary), NamedColor("accentColor", .accentColor),
    ]

    static let names = all.map(\.name)

    static let expectation =
      "a color: #rrggbb, #rrggbbaa or one of \(names.joined(separator: ", "))"
  }

  /// Red, green, blue and opacity in sRGB, with eight bits each.
  private struct HexColor {
    private let channels: [UInt8]

    /// Parses `#rrggbb` or `#rrggbbaa`, in upper or lower case.
    init?(_ text: String) {
      let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1,
        digits.count == 6 || digits.count == 8
      else { return nil }
      let bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
      channels = bytes.count == 3 ? bytes + [.max] : bytes
    }

    /// Rounds a color, resolved in an empty environment.
    init(of color: Color) {
      let exact = color.resolve(in: EnvironmentValues())
      channels = [exact.red, exact.green, exact.blue, exact.opacity].map {
        UInt8(max(0, min(255, ($0 * 255).rounded())))
      }
    }

    var color: Color {
      let parts = channels.map { Double($0) / 255 }
      return Color(.sRGB, red: parts[0], green: parts[1], blue: parts[2], opacity: parts[3])
    }

    var text: String {
      let written = channels.last == .max ? channels.prefix(3) : channels[...]
      return "#"
        + written.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
#endif
