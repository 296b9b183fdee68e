// swift-tools-version: 6.2
import PackageDescription

// Members are seen where their module is imported, as two modules here have keys of one name.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: ".."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPlainLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev", "pkg-config"]), .brew(["lua@5.4", "pkg-config"])]),
    .target(name: "CYardstick", dependencies: ["CPlainLua"]),
    .target(
      name: "TodoRules",
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")],
      swiftSettings: strict),
    .target(
      name: "TaskRules",
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")],
      swiftSettings: strict),
    .target(
      name: "DeskRules",
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")],
      swiftSettings: strict),
    .executableTarget(
      name: "RunBenchmarks",
      dependencies: [
        "CYardstick", "DeskRules", "TodoRules", "TaskRules",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
