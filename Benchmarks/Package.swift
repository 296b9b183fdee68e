// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-lua-rules", path: "..")],
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
    .executableTarget(
      name: "RunBenchmarks", dependencies: ["CYardstick", "TodoRules"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
