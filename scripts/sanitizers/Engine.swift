// swift-tools-version: 6.2
import PackageDescription

// The engine, and those of its tests in which threads meet: what `scripts/test-sanitizers --core thread` builds.
// That script adds a `Mutex.swift` to each target that uses a mutex. A target that names its sources must list it,
// or ThreadSanitizer reports a race for whatever the mutex protects.

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "swift-lua-rules",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.16.0")],
  targets: [
    .systemLibrary(name: "CLua54", pkgConfig: "lua5.4"),
    .target(name: "CLuaSupport", dependencies: ["CLua54"]),
    .target(name: "LuaBridge", dependencies: ["CLuaSupport"], swiftSettings: strict),
    .target(name: "LuaBytecode", dependencies: ["LuaBridge"], swiftSettings: strict),
    .target(name: "LuaSyntax", swiftSettings: strict),
    .target(name: "FileWatch", swiftSettings: strict),
    .target(
      name: "LuaRules",
      dependencies: [
        "FileWatch", "LuaBridge", "LuaBytecode", "LuaSyntax",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(name: "FileWatchTests", dependencies: ["FileWatch"], swiftSettings: strict),
    .testTarget(
      name: "LuaBridgeTests",
      dependencies: ["LuaBridge"],
      sources: [
        "Mutex.swift", "State/PublishedCopiesTests.swift", "Values/NameNumbersTests.swift",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LuaRulesTests",
      dependencies: ["LuaRules", "LuaBytecode", "LuaBridge"],
      sources: [
        "Asking", "Live", "Mutex.swift", "Support",
        "Evaluating/AtomicSlotTests.swift", "Evaluating/ManyThreadsTests.swift",
        "Evaluating/ReserveTests.swift", "Evaluating/SharedMemoryTests.swift",
        "Evaluating/StatePoolTests.swift", "Evaluating/SuspensionTests.swift",
        "Observing/LiveObserverTests.swift", "Observing/ObserverLog.swift",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
