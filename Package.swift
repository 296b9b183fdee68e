// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "swift-lua-rules",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "LuaRules", targets: ["LuaRules"]),
    .executable(name: "luarules", targets: ["LuaRulesCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLua54",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .target(
      name: "CLuaSupport",
      dependencies: ["CLua54"],
      cSettings: [.define("NDEBUG", .when(configuration: .release))]),
    .target(name: "LuaBridge", dependencies: ["CLuaSupport"], swiftSettings: strict),
    .target(name: "FileWatch", swiftSettings: strict),
    .target(
      name: "LuaRules",
      dependencies: ["FileWatch", "LuaBridge", .product(name: "Logging", package: "swift-log")],
      swiftSettings: strict),
    .executableTarget(
      name: "LuaRulesCommand",
      dependencies: [
        "LuaRules",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["LuaRules", "LuaRulesCommand"],
      swiftSettings: strict),
    .testTarget(name: "FileWatchTests", dependencies: ["FileWatch"], swiftSettings: strict),
    .testTarget(name: "LuaBridgeTests", dependencies: ["LuaBridge"], swiftSettings: strict),
    .target(
      name: "AttackPrograms", path: "Tests/AttackPrograms", resources: [.copy("Programs")],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesTests",
      dependencies: ["LuaRules", "LuaBridge", "AttackPrograms"],
      resources: [.copy("Conformance"), .copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesCommandTests",
      dependencies: ["LuaRulesCommand", "AttackPrograms"],
      resources: [.copy("Fixtures")],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
