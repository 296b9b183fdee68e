import LuaRules
import LuaRulesTools

/// Files that are texts, by path.
struct TextFiles: RuleFileSystem {
  let texts: [String: String]

  init(_ texts: [String: String]) {
    self.texts = texts
  }

  func kind(of path: String) -> RuleFileKind {
    let path = Self.withoutSlash(path)
    if texts[path] != nil { return .regular }
    return texts.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .missing
  }

  func names(inFolder path: String) throws -> [String] {
    let path = Self.withoutSlash(path)
    let inner = texts.keys.filter { $0.hasPrefix(path + "/") }
    return Array(Set(inner.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) }))
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let text = texts[path] else { throw RuleFileError("no such file") }
    return Array(text.utf8)
  }

  private static func withoutSlash(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  func resolved(_ path: String) -> String { path }
}

extension RuleTests {
  /// Loads the tests among some files; by default those in the folder `rules`.
  init(
    _ texts: [String: String], paths: [String] = ["rules"], schema: RuleSchema = RuleSchema(),
    host: HostFunctions = [:],
    prepare: (@Sendable (inout RuleContext) throws -> Void)? = nil
  ) throws(RuleError) {
    var settings = RuleTestSettings(schema: schema, host: host)
    settings.fileSystem = TextFiles(texts)
    settings.prepare = prepare
    try self.init(paths: paths, settings: settings)
  }

  /// What a test of this Lua says that is not as expected.
  static func failures(
    _ tests: String, rules: String, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    prepare: (@Sendable (inout RuleContext) throws -> Void)? = nil
  ) throws -> [String] {
    let loaded = try RuleTests(
      ["rules/a.lua": rules, "rules/a.test.lua": tests], schema: schema, host: host,
      prepare: prepare)
    return loaded.cases.flatMap { $0.run().failures.map(\.description) }
  }
}
