/// A guide to the code of this package, which names files and the functions in them.
struct SourceGuide: Sendable {
  /// The guides to the code.
  static let all = [architecture, contributing]
  static let architecture = SourceGuide("architecture")
  static let contributing = SourceGuide("contributing")

  /// The path of the guide.
  let file: String
  /// The lines outside of code blocks, each with the code in it.
  let lines: [(text: String, code: [String])]

  private init(_ name: String) {
    file = Guide.file(name)
    var isBlock = false
    lines = Repository.text(of: file).split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isBlock.toggle() }
      return isBlock ? nil : (String(line), line.matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }

  // MARK: Files

  /// Where paths of the guides may begin, the folders of the engine included.
  private static let roots = ["", "Sources/", "Sources/LuaRules/"]

  /// The path that some code is, or begins with.
  private static func path(_ code: String) -> String? {
    let word = String(code.prefix { $0 != " " })
    return word.wholeMatch(of: /[\w.+\-]+(\/[\w.+\-]+)+/) == nil ? nil : word
  }

  /// Whether a path of a guide leads to a file or a folder.
  static func exists(_ path: String) -> Bool {
    roots.contains { Repository.exists($0 + path) }
  }

  /// The text of the file at a path of a guide; empty if there is none.
  static func text(of path: String) -> String {
    roots.map { Repository.text(of: $0 + path) }.first { !$0.isEmpty } ?? ""
  }

  /// The paths that the guide names.
  var paths: [String] { lines.flatMap { $0.code }.compactMap(Self.path) }

  // MARK: Functions

  /// A function that a line names behind a file.
  struct Mention: Sendable, CustomStringConvertible {
    let file: String
    let function: String
    var description: String { "\(function) in \(file)" }
  }

  /// The functions that the guide names behind files.
  var mentions: [Mention] {
    lines.flatMap { line in
      var file: String?
      return line.code.compactMap { code -> Mention? in
        if let path = Self.path(code) {
          file = path
          return nil
        }
        let isFunction = code.wholeMatch(of: /\w+\([\w:]*\)|lrs_\w+/) != nil
        return isFunction ? file.map { Mention(file: $0, function: code) } : nil
      }
    }
  }
}
