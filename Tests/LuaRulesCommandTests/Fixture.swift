import Foundation
import Testing

/// A folder that shows one use of the command.
///
/// | file | |
/// |---|---|
/// | `arguments.txt` | the arguments, one per line; else `eval rules.lua`, with `--context context.json` if there is one |
/// | `input.txt` | standard input; else empty |
/// | `expected.txt` | standard output; else nothing |
/// | `expected-errors.txt` | standard error; else nothing |
/// | `status` | the exit status; else 0 |
struct Fixture: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String { folder.lastPathComponent }
  var expectedOutput: String { text("expected.txt") ?? "" }
  var expectedErrors: String { text("expected-errors.txt") ?? "" }
  var expectedStatus: Int32 {
    text("status").flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
  }

  var arguments: [String] {
    if let text = text("arguments.txt") {
      return text.split(separator: "\n").map(String.init)
    }
    let hasContext = text("context.json") != nil
    return ["eval", "rules.lua"] + (hasContext ? ["--context", "context.json"] : [])
  }

  func run() throws -> CommandRun {
    try CommandRun(arguments, in: folder, input: text("input.txt") ?? "")
  }

  private func text(_ name: String) -> String? {
    (try? Data(contentsOf: folder.appending(path: name)))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  static let all: [Fixture] = {
    let root = Bundle.module.bundleURL.appending(path: "Fixtures")
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
      .map { Fixture(folder: root.appending(path: $0)) }
  }()
}

struct FixtureTests {
  @Test(arguments: Fixture.all)
  func `the command prints what is expected`(_ fixture: Fixture) throws {
    let run = try fixture.run()
    #expect(run.output == fixture.expectedOutput)
    #expect(run.errors == fixture.expectedErrors)
    #expect(run.status == fixture.expectedStatus)
  }

  @Test func `there are fixtures`() {
    #expect(Fixture.all.count > 20)
  }
}
