// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "direct-to-web",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "DirectToWeb", targets: ["DirectToWeb"]),
    .executable(name: "direct-to-web", targets: ["DirectToWebCommand"]),
  ],
  dependencies: [
    .package(name: "swift-lua-rules", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", "4.0.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.25.0"),
  ],
  targets: [
    .target(
      name: "DirectToWeb",
      dependencies: [
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "LuaRulesTools", package: "swift-lua-rules"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      resources: [
        .embedInCode("Rules/default.lua"), .embedInCode("Rules/de.lua"),
        .embedInCode("Look/Templates"),
        .embedInCode("Look/Assets"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "DirectToWebCommand",
      dependencies: [
        "DirectToWeb",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DirectToWebTests",
      dependencies: [
        "DirectToWeb", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "LuaRulesTools", package: "swift-lua-rules"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ],
      resources: [.copy("Databases")],
      swiftSettings: strict),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "DirectToWeb", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "LuaRules", package: "swift-lua-rules"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
