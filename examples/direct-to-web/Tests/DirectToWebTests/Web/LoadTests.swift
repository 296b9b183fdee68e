import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// Rules that change, and programs that end, while pages are asked for.
@Suite struct LoadTests {
  private static func source(_ number: Int) -> String {
    """
    return {
      { key = "title", value = "generation \(number).", priority = 500 },
      { key = "displayNameForProperty", value = "generation \(number)." },
      { key = "displayString", value = "generation \(number)." },
    }
    """
  }

  @Test func `no page mixes rules of two generations while they are swapped`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, minutes INTEGER);
      INSERT INTO film VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);
      """)
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("a.lua"))
    func write(_ number: Int) throws {
      try Data(Self.source(number).utf8).write(to: file, options: .atomic)
    }
    try write(0)
    let live = try LiveRuleModel(contentsOf: URL(fileURLWithPath: folder.path), schema: .pages)
    let fixture = try await SiteFixture(database.path, live: live)
    let swaps = Task {
      for number in 1...1000 {
        try write(number)
        try await live.reload()
      }
    }
    let isOver = Box<Bool>()
    try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var seen: Set<String> = []
          repeat {
            let answer = try await fixture.get("/table/film")
            #expect(answer.status == 200)
            let numbers = Set(answer.main.matches(of: /generation (\d+)\./).map { String($0.1) })
            #expect(numbers.count == 1)
            #expect(answer.main.matches(of: /generation \d+\./).count >= 9)
            seen.formUnion(numbers)
            try await Task.sleep(for: .milliseconds(10))
          } while (try? isOver.get()) == nil
          return seen
        }
      }
      group.addTask {
        let result = await swaps.result
        isOver.set(.success(true))
        try result.get()
        return []
      }
      var seen: Set<String> = []
      for try await some in group { seen.formUnion(some) }
      #expect(seen.count > 20)
    }
    #expect(try await fixture.get("/table/film").main.contains("generation 1000."))
  }

  /// The program beside this one; nil where it was not built.
  private static let program: URL? = {
    let folder = Bundle.module.bundleURL.deletingLastPathComponent()
    let url = folder.appendingPathComponent("direct-to-web")
    return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
  }()

  @Test(.enabled(if: program != nil))
  func `the program ends within seconds while a page listens for events`() async throws {
    let database = try TemporaryDatabase("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
    let process = Process()
    process.executableURL = Self.program
    process.arguments = [database.path, "--port", "0", "--open", "--no-history"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(line.firstMatch(of: /:(\d+)\//)).1
    // A client that only listens.
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    client.arguments = [
      "python3", "-c",
      """
      import socket
      s = socket.create_connection(("127.0.0.1", \(port)))
      s.sendall(b"GET /events HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
      text = b""
      while b"event: rules" not in text:
        part = s.recv(4096)
        if not part: raise SystemExit(text.decode())
        text += part
      print("listening", flush=True)
      while s.recv(4096): pass
      """,
    ]
    let heard = Pipe()
    client.standardOutput = heard
    try client.run()
    defer { if client.isRunning { client.terminate() } }
    let said = String(decoding: heard.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.contains("listening"))
    let end = ContinuousClock.now + .seconds(20)
    process.terminate()
    while process.isRunning, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(!process.isRunning)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
