import Foundation
import Testing

/// `luarules graph --format svg`, with programs that stand in for Graphviz.
@Suite struct GraphvizTests {
  private static let rules = "return { { key = \"a\", value = function(c) return c.b end } }"

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
    let graph = try #require(run.output.hasPrefix("<svg -Tsvg>\n") ? run.output : nil)
    #expect(graph.contains("digraph rules {") && graph.contains("[label=\"a\""))
    #expect(run.errors == "" && run.status == 0)
  }

  @Test func `where Graphviz is not installed, the command says what else there is`() throws {
    let run = try draw(by: nil)
    #expect(run.output == "")
    #expect(run.errors.contains("install Graphviz, or use `--format mermaid`"))
    #expect(run.status == 64)
  }

  @Test func `what Graphviz says of a failure is passed on, with its status`() throws {
    let run = try draw(by: "echo 'no memory' >&2; exit 3")
    #expect(run.output == "" && run.errors == "no memory\n" && run.status == 3)
  }
}
