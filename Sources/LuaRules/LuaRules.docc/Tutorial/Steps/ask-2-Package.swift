// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../swift-lua-rules")
  ],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")])
  ]
)
