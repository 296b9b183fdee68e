// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fleet",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../..", traits: ["HTTP"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .executableTarget(
      name: "SimulateFleet",
      dependencies: [
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "LuaRulesHTTP", package: "swift-lua-rules"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")])
  ],
  swiftLanguageModes: [.v6]
)
