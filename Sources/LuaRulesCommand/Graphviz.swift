import ArgumentParser
import Foundation

/// The program `dot` of Graphviz, which draws graphs.
enum Graphviz {
  /// Prints the picture of a graph, as SVG.
  ///
  /// - Parameter text: The graph in the language of Graphviz.
  /// - Throws: `ValidationError` if `dot` is not in the path, `ExitCode` if it fails.
  static func printPicture(of text: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "luarules-\(UUID().uuidString).dot")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let dot = Process()
    // A shell tells a program that is missing, by 127, from one that fails.
    dot.executableURL = URL(filePath: "/bin/sh")
    dot.arguments = [
      "-c", "command -v dot >/dev/null || exit 127; exec dot -Tsvg \"$0\"", file.path,
    ]
    try dot.run()
    dot.waitUntilExit()
    switch dot.terminationStatus {
    case 0: return
    case 127:
      throw ValidationError(
        """
        `--format svg` is drawn by Graphviz, whose program `dot` is not in the path: \
        install Graphviz, or use `--format mermaid`
        """)
    case let status: throw ExitCode(status)
    }
  }
}
