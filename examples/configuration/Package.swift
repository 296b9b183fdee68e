// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "configuration",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../..", traits: ["Configuration"]),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "ConfiguredService",
      dependencies: [
        .product(name: "LuaRulesConfiguration", package: "swift-lua-rules"),
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
