// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "todo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-lua-rules", path: "../..")],
  targets: [
    .executableTarget(
      name: "Todo",
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")])
  ],
  swiftLanguageModes: [.v6]
)
