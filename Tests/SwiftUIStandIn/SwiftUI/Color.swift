// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Color: Hashable, CustomStringConvertible, Sendable {
  enum Provider: Hashable {
    case system(String)
    case asset(String)
    case components(red: Double, green: Double, blue: Double, opacity: Double)
  }

  let provider: Provider

  init(provider: Provider) { self.provider = provider }

  public enum RGBColorSpace: Sendable {
    case sRGB
    case sRGBLinear
    case displayP3
  }

  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {
    provider = .components(red: red, green: green, blue: blue, opacity: opacity)
  }

  public init(_ name: String) { provider = .asset(name) }

  public struct Resolved: Hashable, Sendable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var opacity: Float
  }

  public func resolve(in environment: EnvironmentValues) -> Resolved {
    guard case .components(let red, let green, let blue, let opacity) = provider else {
      return Resolved(red: 0.5, green: 0.5, blue: 0.5, opacity: 1)
    }
    return Resolved(
      red: Float(red), green: Float(green), blue: Float(blue), opacity: Float(opacity))
  }

  public var description: String { "\(provider)" }
}

extension Color: View {
  public var body: Never { fatalError("a view without a body") }
}

extension Color {
  public static let red = Color(provider: .system("red"))
  public static let orange = Color(provider: .system("orange"))
  public static let yellow = Color(provider: .system("yellow"))
  public static let green = Color(provider: .system("green"))
  public static let mint = Color(provider: .system("mint"))
  public static let teal = Color(provider: .system("teal"))
  public static let cyan = Color(provider: .system("cyan"))
  public static let blue = Color(provider: .system("blue"))
  public static let indigo = Color(provider: .system("indigo"))
  public static let purple = Color(provider: .system("purple"))
  public static let pink = Color(provider: .system("pink"))
  public static let brown = Color(provider: .system("brown"))
  public static let white = Color(provider: .system("white"))
  public static let gray = Color(provider: .system("gray"))
  public static let black = Color(provider: .system("black"))
  public static let clear = Color(provider: .system("clear"))
  public static let primary = Color(provider: .system("primary"))
  public static let secondary = Color(provider: .system("secondary"))
  public static var accentColor: Color { Color(provider: .system("accentColor")) }
}
