import Foundation
import LuaRules

/// The program `dot` of Graphviz, which draws graphs.
enum Graphviz {
  /// Returns the picture of a graph, as SVG.
  ///
  /// - Parameter text: The graph in the language of Graphviz.
  /// - Returns: The text of an `.svg` file.
  /// - Throws: ``Failure`` if `dot` is not in the path, or fails.
  static func picture(of text: String) throws(Failure) -> String {
    guard let program else {
      throw Failure(
        RuleError(
          .unreadable, "a picture is drawn by Graphviz, whose program `dot` is not in the path",
          hint: "install Graphviz, or use `--format mermaid`"),
        .noInput)
    }
    do {
      return try run(program, text)
    } catch {
      throw Failure(RuleError(.unwritable, "Graphviz failed: \(error)"), .noOutput)
    }
  }

  /// The file of the program; `nil` if no folder in the path has it.
  private static var program: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: "dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private static func run(_ program: URL, _ text: String) throws -> String {
    // A file, not a pipe: a program that ends early would end this one, too.
    let file = FileManager.default.temporaryDirectory
      .appending(path: "luarules-\(UUID().uuidString).dot")
    defer { try? FileManager.default.removeItem(at: file) }
    guard
      FileManager.default.createFile(
        atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Problem(description: "the file \(file.path) cannot be written") }
    let dot = Process()
    let output = Pipe()
    dot.executableURL = program
    dot.arguments = ["-Tsvg", file.path]
    dot.standardOutput = output
    try dot.run()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    dot.waitUntilExit()
    switch (dot.terminationReason, dot.terminationStatus) {
    case (.exit, 0): return String(decoding: picture, as: UTF8.self)
    case (.uncaughtSignal, let signal): throw Problem(description: "signal \(signal) ended it")
    case (_, let status): throw Problem(description: "its exit status is \(status)")
    }
  }
}
