import Foundation
import Testing

extension MarkdownBlock {
  /// Runs the lines in a shell whose path has the command, and expects that all succeed.
  ///
  /// - Returns: What they print.
  func run(in folder: URL) throws -> String {
    let (output, status) = try Shell.run("set -e\n" + text, in: folder)
    #expect(status == 0, "\(self)")
    return output
  }
}
