// swift-tools-version: 6.2
import PackageDescription

// One package for the small examples, so that they share one build; a program of your own looks
// like `todo`.
let examples = ["Flags", "Policy", "Pricing", "Theme", "Workflow"]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-lua-rules", path: "..")],
  targets: examples.map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "LuaRules", package: "swift-lua-rules")],
      path: "\(name.lowercased())/Sources")
  },
  swiftLanguageModes: [.v6]
)
