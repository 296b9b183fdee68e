import Foundation
import Testing

/// `luarules graph --format svg`, with programs that stand in for Graphviz.
@Suite struct GraphvizTests {
  private static let rules =
    "return { { key = \"a\", name = \"&#27;[2J\", value = function(c) return c.b end } }"

  /// Runs the command with a `dot` that is this shell script; without any if there is none.
  private func draw(by dot: String?) throws -> CommandRun {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.lua", Self.rules)
    if let dot {
      let file = try folder.file("bin/dot", "#!/bin/sh\n\(dot)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    // `cat` is all that the scripts need.
    return try CommandRun(
      shell: """
        mkdir -p bin tools && ln -s "$(command -v cat)" tools/cat
        PATH="$PWD/bin:$PWD/tools" "$0" graph a.lua --format svg
        """, in: folder.url)
  }

  @Test func `Graphviz gets the graph, and its picture is printed`() throws {
    let run = try draw(by: "echo \"<svg $1>\"; cat \"$2\"")
    #expect(run.output.hasPrefix("<svg -Tsvg>\ndigraph rules {\n"))
    #expect(run.output.contains("[label=\"a\""))
    // Graphviz would make an escape character of `&#27;`.
    #expect(run.output.contains("\"&amp;#27;[2J (a.lua:1)\"") && !run.output.contains("\"&#27;"))
    #expect(run.errors == "" && run.status == 0)
  }

  @Test func `where Graphviz is not installed, the command says what else there is`() throws {
    let run = try draw(by: nil)
    #expect(
      run.errors == """
        error: a picture is drawn by Graphviz, whose program `dot` is not in the path [unreadable]
          hint: install Graphviz, or use `--format mermaid`

        """)
    #expect(run.output == "" && run.status == 66)
  }

  @Test(arguments: [
    ("echo 'no memory' >&2; exit 1", "no memory\nerror: Graphviz failed: its exit status is 1"),
    ("exit 127", "error: Graphviz failed: its exit status is 127"),
    ("echo '<svg'; kill -9 $$", "error: Graphviz failed: signal 9 ended it"),
  ])
  func `a failure of Graphviz is told, and nothing is printed`(
    script: String, message: String
  ) throws {
    let run = try draw(by: script)
    #expect(run.errors == "\(message) [unwritable]\n")
    #expect(run.output == "" && run.status == 74)
  }
}
