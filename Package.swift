// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "swift-lua-rules",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LuaRules", targets: ["LuaRules"]),
    .library(name: "LuaRulesTools", targets: ["LuaRulesTools"]),
    // For test targets: it imports Swift Testing.
    .library(name: "LuaRulesTesting", targets: ["LuaRulesTesting"]),
    .library(name: "LuaRulesSwiftUI", targets: ["LuaRulesSwiftUI"]),
    // Empty without the trait `Signing`.
    .library(name: "LuaRulesSigning", targets: ["LuaRulesSigning"]),
    // Empty without the trait `HTTP`.
    .library(name: "LuaRulesHTTP", targets: ["LuaRulesHTTP"]),
    // Empty without the trait `Service`.
    .library(name: "LuaRulesService", targets: ["LuaRulesService"]),
    // Empty without the trait `Macros`.
    .library(name: "LuaRulesMacros", targets: ["LuaRulesMacros"]),
    // Empty without the trait `Configuration`.
    .library(name: "LuaRulesConfiguration", targets: ["LuaRulesConfiguration"]),
    .executable(name: "luarules", targets: ["LuaRulesCommand"]),
  ],
  traits: [
    .trait(name: "Metrics", description: "Observes answers with swift-metrics."),
    .trait(
      name: "ServiceLifecycle",
      description: "Makes a live model a service of swift-service-lifecycle."),
    .trait(
      name: "Signing",
      description: "Fills the product LuaRulesSigning, and adds signing to the command."),
    .trait(name: "HTTP", description: "Fills the product LuaRulesHTTP."),
    .trait(
      name: "Service",
      description: "Fills the product LuaRulesService, and adds `serve` to the command."),
    .trait(name: "Macros", description: "Fills the product LuaRulesMacros."),
    .trait(name: "Configuration", description: "Fills the product LuaRulesConfiguration."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // For `luarules import`.
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    // Fetched only by who switches the trait on that needs it.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"700.0.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CLua54",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev", "pkg-config"]), .brew(["lua@5.4", "pkg-config"])]),
    .target(
      name: "CLuaSupport",
      dependencies: ["CLua54"],
      cSettings: [.define("NDEBUG", .when(configuration: .release))]),
    .target(name: "LuaBridge", dependencies: ["CLuaSupport"], swiftSettings: strict),
    .target(name: "LuaBytecode", dependencies: ["LuaBridge"], swiftSettings: strict),
    .target(name: "LuaSyntax", swiftSettings: strict),
    .target(name: "FileWatch", swiftSettings: strict),
    .target(
      name: "LuaRules",
      dependencies: [
        "FileWatch", "LuaBridge", "LuaBytecode", "LuaSyntax",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: strict),
    .target(name: "LuaRulesSwiftUI", dependencies: ["LuaRules"], swiftSettings: strict),
    .target(
      name: "LuaRulesTools",
      dependencies: ["LuaRules", "LuaSyntax", .product(name: "Logging", package: "swift-log")],
      swiftSettings: strict),
    .target(
      name: "LuaRulesTesting", dependencies: ["LuaRules", "LuaRulesTools"], swiftSettings: strict),
    .target(
      name: "LuaRulesSigning",
      dependencies: [
        "LuaRules",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
      ],
      swiftSettings: strict),
    .target(
      name: "LuaRulesConfiguration",
      dependencies: [
        "LuaRules",
        .product(
          name: "Configuration", package: "swift-configuration",
          condition: .when(traits: ["Configuration"])),
      ],
      swiftSettings: strict),
    .target(
      name: "LuaRulesHTTP",
      dependencies: [
        "LuaRules",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client",
          condition: .when(traits: ["HTTP"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: strict),
    .target(
      name: "LuaRulesService",
      dependencies: [
        "LuaRules",
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Service"])),
        .product(
          name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Service"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Service"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Service"])),
        .product(
          name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Service"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["Service"])),
      ],
      swiftSettings: strict),
    // A library, so that tests of it are built like all others: SwiftPM builds what depends on a
    // macro, and all tests with it, a second time, as tools.
    .target(
      name: "LuaRulesMacrosExpansion",
      dependencies: [
        .product(
          name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"]))
      ],
      swiftSettings: strict),
    .macro(
      name: "LuaRulesMacrosPlugin",
      dependencies: [
        .target(name: "LuaRulesMacrosExpansion", condition: .when(traits: ["Macros"])),
        .product(
          name: "SwiftCompilerPlugin", package: "swift-syntax",
          condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: strict),
    .target(
      name: "LuaRulesMacros",
      dependencies: [
        "LuaRules",
        .target(name: "LuaRulesMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: strict),
    .target(
      name: "DecisionImport",
      dependencies: [.product(name: "SwiftCSV", package: "SwiftCSV")], swiftSettings: strict),
    .executableTarget(
      name: "LuaRulesCommand",
      dependencies: [
        "DecisionImport", "LuaRules", "LuaRulesTools",
        .target(name: "LuaRulesSigning", condition: .when(traits: ["Signing"])),
        .target(name: "LuaRulesService", condition: .when(traits: ["Service"])),
        .target(name: "LuaRulesHTTP", condition: .when(traits: ["HTTP"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "LuaRules", "LuaRulesTools", "LuaRulesTesting", "LuaRulesCommand", "LuaRulesSigning",
        "LuaRulesHTTP", "LuaRulesService", "LuaRulesMacros", "LuaRulesConfiguration",
        .product(
          name: "Configuration", package: "swift-configuration",
          condition: .when(traits: ["Configuration"])),
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Service"])),
      ],
      swiftSettings: strict),
    .testTarget(name: "FileWatchTests", dependencies: ["FileWatch"], swiftSettings: strict),
    .testTarget(name: "LuaBridgeTests", dependencies: ["LuaBridge"], swiftSettings: strict),
    .testTarget(name: "LuaSyntaxTests", dependencies: ["LuaSyntax"], swiftSettings: strict),
    .target(
      name: "AttackPrograms", path: "Tests/AttackPrograms", resources: [.copy("Programs")],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesTests",
      dependencies: ["LuaRules", "LuaBytecode", "LuaBridge", "AttackPrograms"],
      resources: [.copy("Conformance"), .copy("Fixtures")],
      swiftSettings: strict),
    // The parts of the engine that need a trait.
    .testTarget(
      name: "LuaRulesTraitTests",
      dependencies: [
        "LuaRules",
        .product(
          name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
        .product(
          name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesToolsTests",
      dependencies: ["LuaRulesTools", "LuaRules", "LuaSyntax", "LuaBytecode", "LuaBridge"],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesTestingTests",
      dependencies: ["LuaRulesTesting", "LuaRulesTools", "LuaRules"],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesSigningTests",
      dependencies: [
        "LuaRulesSigning", "LuaRules",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesConfigurationTests",
      dependencies: [
        "LuaRulesConfiguration", "LuaRules",
        .product(
          name: "ConfigurationTesting", package: "swift-configuration",
          condition: .when(traits: ["Configuration"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesHTTPTests",
      dependencies: [
        "LuaRulesHTTP", "LuaRules",
        .product(
          name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesServiceTests",
      dependencies: [
        "LuaRulesService", "LuaRules",
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Service"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Service"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesMacrosTests",
      dependencies: [
        "LuaRulesMacros", "LuaRules",
        .target(name: "LuaRulesMacrosExpansion", condition: .when(traits: ["Macros"])),
        .product(
          name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax",
          condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesCommandTests",
      dependencies: [
        "DecisionImport", "LuaRulesCommand", "AttackPrograms",
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Service"])),
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Continuous integration names the test targets that a build needs. The others are left out, and a release build does
// not optimize those that are named, because that takes longer than running them.
if let chosen = Context.environment["LUARULES_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !chosen.contains(Substring($0.name)) }
  for target in package.targets where target.type == .test {
    target.swiftSettings = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
}
