// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../swift-lua-rules"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ])
  ]
)
