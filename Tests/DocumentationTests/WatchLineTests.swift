import Foundation
import Testing

/// The lines of `luarules watch` in the README, from a copy of the example that is edited.
@Suite struct WatchLineTests {
  @Test func `an edit makes the line that is shown`() async throws {
    let block = try #require(
      MarkdownBlock.all(in: "README.md", of: "text").first { $0.firstLine.hasPrefix("$ ") })
    let expected = Self.news(block.text.split(separator: "\n").dropFirst())
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["rules", "contexts", "host.lua"] {
      try FileManager.default.copyItem(
        at: Repository.root.appending(path: "examples/todo/\(name)"),
        to: folder.appending(path: name))
    }
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    let shell = Shell.process(
      "exec " + block.firstLine.dropFirst("$ ".count), in: folder,
      printingTo: try FileHandle(forWritingTo: output))
    try shell.run()
    defer {
      shell.terminate()
      shell.waitUntilExit()
    }
    try await Self.wait { try Self.lines(of: output) == Array(expected.prefix(1)) }
    let rules = folder.appending(path: "rules/todo.lua")
    let text = try String(contentsOf: rules, encoding: .utf8)
    try Data(text.replacing("\"gray\"", with: "\"purple\"").utf8)
      .write(to: rules, options: .atomic)
    try await Self.wait { try Self.lines(of: output) == expected }
  }

  private static func lines(of output: URL) throws -> [String] {
    news(try String(contentsOf: output, encoding: .utf8).split(separator: "\n"))
  }

  /// The lines without their times.
  private static func news(_ lines: some Sequence<Substring>) -> [String] {
    lines.map { String($0.drop { $0 != " " }) }
  }

  private static func wait(until condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !condition() {
      try #require(ContinuousClock.now < end, "not within a minute")
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
