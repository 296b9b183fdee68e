import Foundation
import LuaRules

/// A folder of rules in memory, of which a bundle is made.
///
/// It lists its names in an order of its own.
struct BundledFolder: RuleFileSystem {
  /// The contents, by path.
  var files: [String: [UInt8]]
  /// Whether names are listed backwards.
  var isReversed = false

  static let texts = [
    "rules/todo.lua": #"return {{ key = "title", value = require("names").title }}"#,
    "rules/todo.test.lua": #"return {{ "one", expect = { title = "one" } }}"#,
    "rules/lib/names.lua": #"return { title = require("more.words") }"#,
    "rules/lib/more/words.lua": #"return "one""#,
    "rules/more/late.lua": #"return {{ key = "late", value = 2 }}"#,
    "rules/more/_draft.lua": "return {}",
    "rules/README.md": "# Rules",
    "rules/.hidden.lua": "not Lua",
    "rules/luarules.json": "{}",
    "app.schema.json": #"{ "properties": { "title": {}, "late": {} } }"#,
  ]

  init(_ texts: [String: String] = texts) {
    files = texts.mapValues { Array($0.utf8) }
  }

  init(bytes files: [String: [UInt8]]) {
    self.files = files
  }

  func bundle(
    _ folder: String = "rules", schema: String? = nil, set: String? = nil, revision: Int64? = nil,
    includesTests: Bool = true
  ) throws(RuleError) -> RuleBundle {
    try RuleBundle(
      folder: folder, schema: schema, set: set, revision: revision, includesTests: includesTests,
      in: self)
  }

  func kind(of path: String) -> RuleFileKind {
    let path = resolved(path)
    if files[path] != nil { return .regular }
    return files.keys.contains { $0.hasPrefix(path == "." ? "" : path + "/") } ? .folder : .missing
  }

  func names(inFolder path: String) throws -> [String] {
    let path = resolved(path)
    let start = path == "." ? "" : path + "/"
    let names = Set(
      files.keys.filter { $0.hasPrefix(start) }
        .map { String($0.dropFirst(start.count).prefix { $0 != "/" }) }
    ).sorted()
    return isReversed ? names.reversed() : names
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let bytes = files[resolved(path)] else { throw RuleFileError("no such file") }
    return bytes
  }

  /// Returns the path without `.`, `..` and slashes that mean nothing.
  func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts.removeLast() } else { parts.append(part) }
    }
    let whole = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    return whole.isEmpty ? "." : whole
  }
}

/// Bundles whose manifest somebody else wrote.
enum ForgedBundle {
  /// Puts a bundle together, with the right digest.
  static func bytes(_ manifest: String, _ content: String = "") -> [UInt8] {
    let covered = "luarules-bundle 1\n\(manifest)\n"
    return Array("\(covered)\(SHA256Digest(of: covered.utf8).digits)\n\(content)".utf8)
  }

  /// A manifest of files, which all have the same content.
  static func manifest(
    folder: String = "rules", _ paths: [String], content: String = "return {}"
  ) -> String {
    let files = paths.map { entry($0, content) }.joined(separator: ",")
    return #"{"folder":\#(JSON.quoted(folder)),"files":[\#(files)]}"#
  }

  static func entry(_ path: String, _ content: String) -> String {
    let digits = SHA256Digest(of: content.utf8).digits
    return
      #"{"path":\#(JSON.quoted(path)),"size":\#(content.utf8.count),"sha256":"\#(digits)"}"#
  }
}

/// The whole text of the error that a body throws; `nil` for none.
func errorText(_ body: () throws(RuleError) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.description
  }
}
