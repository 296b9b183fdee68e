import Foundation

/// A copy of the example's rules, to be edited while they are served.
final class RuleFolder: Sendable {
  let url: URL
  private let page: Data

  init(copyOf original: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "rules")
    try FileManager.default.copyItem(at: URL(filePath: original), to: url)
    page = try Data(contentsOf: url.appending(path: "page.lua"))
  }

  deinit {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  /// Edits the release in place, or writes it beside and renames it over.
  func write(_ release: Release, inPlace: Bool) throws {
    let text = """
      return { name = "\(release.name)", color = "\(release.color)" }

      """
    try Data(text.utf8).write(
      to: url.appending(path: "lib/release.lua"), options: inPlace ? [] : .atomic)
  }

  /// Replaces a text in a file.
  func edit(_ name: String, _ text: String, to other: String) throws {
    let file = url.appending(path: name)
    let old = try String(contentsOf: file, encoding: .utf8)
    try check(old.contains(text), "\(name) has no \(text)")
    try Data(old.replacingOccurrences(of: text, with: other).utf8).write(to: file, options: .atomic)
  }

  /// Leaves the page's rules half written.
  func breakPage() throws {
    try page.prefix(page.count / 2).write(to: url.appending(path: "page.lua"))
  }

  /// Makes the page's rules what they were.
  func mendPage() throws {
    try page.write(to: url.appending(path: "page.lua"), options: .atomic)
  }
}

/// A release: its color belongs to its number.
struct Release: Equatable {
  let number: Int

  var name: String { "r\(number)" }
  var color: String { ["teal", "navy", "crimson", "olive"][number % 4] }

  init(_ number: Int) {
    self.number = number
  }
}
