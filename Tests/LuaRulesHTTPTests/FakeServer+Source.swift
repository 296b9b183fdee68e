#if HTTP
  import Foundation
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Testing

  extension FakeServer {
    static let address = "https://rules.example/shop.rules"

    /// A source that asks this server, and waits for an hour unless told otherwise.
    func source(
      at address: String = address, _ options: HTTPRuleOptions = HTTPRuleOptions(),
      wait: @escaping @Sendable (Duration) async throws -> Void = { _ in
        try await Task.sleep(for: .seconds(3600))
      },
      now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    ) async throws -> HTTPRuleSource {
      try await HTTPRuleSource(
        try #require(URL(string: address)), options: options, transport: self,
        clock: FetchClock(wait: wait, now: now))
    }
  }

  /// A folder of its own for the body, which is removed afterwards.
  func withFolder(_ body: (URL) async throws -> Void) async throws {
    let parent = ProcessInfo.processInfo.environment["HTTP_TEST_FOLDER"].map { URL(filePath: $0) }
    let folder = (parent ?? FileManager.default.temporaryDirectory)
      .appending(path: "http-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
#endif
