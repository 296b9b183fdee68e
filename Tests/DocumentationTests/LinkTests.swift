import Foundation
import Testing

/// The links between the README and the guides, as GitHub follows them.
@Suite struct LinkTests {
  struct Link: Sendable, CustomStringConvertible {
    let file: String
    let target: String
    var description: String { "\(file): \(target)" }
  }

  private static let links = (["README.md"] + Guide.files).flatMap { file in
    let text = Repository.text(of: file)
    let inline = text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    let defined = text.matches(of: /(?m)^\[[^\]]+\]: (\S+)$/).map { String($0.1) }
    return (inline + defined).filter { !$0.hasPrefix("http") }.map { Link(file: file, target: $0) }
  }

  /// What GitHub calls a heading in an address.
  private static func anchor(_ heading: Substring) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacing(" ", with: "-")
  }

  @Test(arguments: links)
  func `a link leads to a page and a heading`(link: Link) {
    let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = link.file.split(separator: "/").dropLast().joined(separator: "/")
    let page =
      parts[0].isEmpty ? link.file : folder.isEmpty ? String(parts[0]) : "\(folder)/\(parts[0])"
    #expect(Repository.exists(page))
    guard parts.count == 2 else { return }
    let headings = Repository.text(of: page).split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /##+ (.*)/)?.1 }
    #expect(headings.map(Self.anchor).contains(String(parts[1])))
  }

  @Test func `the README leads to every guide that is not reached from another`() {
    let reached = Self.links.map { $0.target.split(separator: "#").first.map(String.init) ?? "" }
    for file in Guide.files {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      #expect(reached.contains { $0.hasSuffix(name) }, "\(file)")
    }
  }
}
