import LuaRules

struct PlatformKey: DynamicEnvironmentKey {
  static let defaultValue = Platform(name: .phone, version: "26.0.0")
}
struct AccentKey: DynamicEnvironmentKey {
  static let defaultValue = HexColor(red: 0, green: 0, blue: 0)
}
struct MaterialKey: DynamicEnvironmentKey { static let defaultValue = Material.solid }
struct DensityKey: DynamicEnvironmentKey { static let defaultValue = Density.regular }
struct FontSizeKey: DynamicEnvironmentKey { static let defaultValue = 16 }
struct TextSizeKey: DynamicEnvironmentKey { static let defaultValue = 16 }
struct RowHeightKey: DynamicEnvironmentKey { static let defaultValue = 40 }

extension DynamicEnvironmentPaths {
  var platform: Platform {
    get { self[dynamic: PlatformKey.self] }
    set { self[dynamic: PlatformKey.self] = newValue }
  }
  var accent: HexColor { self[dynamic: AccentKey.self] }
  var material: Material { self[dynamic: MaterialKey.self] }
  var density: Density { self[dynamic: DensityKey.self] }
  /// The size that is wanted.
  var fontSize: Int { self[dynamic: FontSizeKey.self] }
  /// The size that is used.
  var textSize: Int { self[dynamic: TextSizeKey.self] }
  var rowHeight: Int { self[dynamic: RowHeightKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(
    \.platform, \.accent, \.material, \.density, \.fontSize, \.textSize, \.rowHeight)
}

extension Grant {
  /// What users may do: say what they like, by platform.
  static let user = Grant(
    assign: [\.accent, \.fontSize, \.density], read: [\.platform], functions: [])
}
