// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "live",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Live",
      dependencies: [
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "LuaRulesTools", package: "swift-lua-rules"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    .executableTarget(name: "LiveCheck"),
  ],
  swiftLanguageModes: [.v6]
)
