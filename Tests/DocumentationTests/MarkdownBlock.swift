import Foundation

/// A fenced block of a Markdown file.
struct MarkdownBlock: Sendable, CustomStringConvertible {
  let file: String
  /// The line of the opening fence, from 1.
  let line: Int
  let language: String
  let text: String

  var description: String { "\(file):\(line)" }

  var firstLine: Substring { text.prefix { $0 != "\n" } }

  /// Whether the block shows code of this package, whose file it names; see `ContributingTests`.
  var isQuotation: Bool { firstLine.hasPrefix("// in ") }

  /// Whether it is a `Package.swift`.
  var isManifest: Bool { firstLine.hasPrefix("// swift-tools-version") }

  /// The blocks of a file of this package, in their order.
  static func all(in file: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var open: (line: Int, language: String, text: String)?
    let text = Repository.text(of: file)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(
            MarkdownBlock(file: file, line: block.line, language: block.language, text: block.text))
          open = nil
        } else {
          open = (index + 1, String(line.dropFirst(3)), "")
        }
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  static func all(in file: String, of language: String) -> [MarkdownBlock] {
    all(in: file).filter { $0.language == language }
  }
}

/// The files of this package.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The paths of the files right in a folder.
  static func files(in folder: String, ending suffix: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The text of a file; empty when there is none, which every test notices.
  static func text(of file: String) -> String {
    (try? String(contentsOf: root.appending(path: file), encoding: .utf8)) ?? ""
  }
}
