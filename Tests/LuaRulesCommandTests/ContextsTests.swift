import Foundation
import Testing

/// Many contexts in one run.
struct ContextsTests {
  private static let rules = """
    return {
      { key = "color", when = { todo = { priority = "high" } }, value = "red" },
      { key = "color", value = "black" },
      { key = "title", value = function(c) return c.todo.title .. "!" end },
    }
    """

  private static func contexts(_ numbers: Range<Int>) -> String {
    numbers.map { "{\"todo\":{\"title\":\"t\($0)\",\"priority\":\"high\"}}\n" }.joined()
  }

  @Test func `10,000 contexts are answered in order`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("rules.lua", Self.rules)
    let run = try CommandRun(
      ["eval", "rules.lua", "--contexts", "-"], in: files.url, input: Self.contexts(0..<10_000))
    let expected = (0..<10_000).map { "{\"color\":\"red\",\"title\":\"t\($0)!\"}\n" }
    #expect(run.output == expected.joined())
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(run.duration < .seconds(30))
  }

  @Test func `an answer comes before the next context is there`() throws {
    let session = try Session(Self.rules)
    defer { session.end() }
    for number in 0..<3 {
      try session.write(Self.contexts(number..<number + 1))
      #expect(session.hasAnswered(number + 1))
    }
  }

  @Test(arguments: ["", "trap '' PIPE; "])
  func `a reader that goes away ends the command quietly`(before: String) throws {
    let files = try TemporaryFolder()
    _ = try files.file("rules.lua", Self.rules)
    let run = try CommandRun(
      shell: "\(before)\"$0\" eval rules.lua --contexts - --key title --raw | head -n 1",
      in: files.url, input: Self.contexts(0..<10_000))
    #expect(run.output == "t0!\n")
    #expect(run.errors == "")
  }

  #if os(Linux)
    @Test func `memory stays flat over many contexts`() throws {
      let session = try Session(Self.rules)
      defer { session.end() }
      try session.write(Self.contexts(0..<2000))
      #expect(session.hasAnswered(2000))
      let before = try #require(session.residentKilobytes)
      try session.write(Self.contexts(2000..<20_000))
      #expect(session.hasAnswered(20_000))
      let after = try #require(session.residentKilobytes)
      #expect(after - before < 4096)
    }
  #endif
}

/// A run that is given contexts one after the other.
private final class Session {
  private let files: TemporaryFolder
  private let process = Process()
  private let input = Pipe()
  private let outputFile: URL

  init(_ rules: String) throws {
    files = try TemporaryFolder()
    _ = try files.file("rules.lua", rules)
    outputFile = try files.file("output")
    process.executableURL = CommandRun.executable
    process.arguments = ["eval", "rules.lua", "--contexts", "-"]
    process.currentDirectoryURL = files.url
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    try process.run()
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits until so many lines were printed.
  func hasAnswered(_ count: Int) -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let output = (try? Data(contentsOf: outputFile)) ?? Data()
      if output.count(where: { $0 == UInt8(ascii: "\n") }) == count { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  var residentKilobytes: Int? {
    let status = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/status")
    let lines = String(decoding: status ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("VmRSS:") }.flatMap { Int($0.filter(\.isNumber)) }
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
