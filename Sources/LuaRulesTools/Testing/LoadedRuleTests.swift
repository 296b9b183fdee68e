import LuaRules

/// A file of tests with the rules that it tests.
struct LoadedRuleTests: Sendable {
  let file: RuleTestFile
  let settings: RuleTestSettings
  /// The models with their numbers, by the tables of host functions that apply
  /// to a test.
  private let models: [[String]: TestedModels.Numbered]

  /// Reads a file of tests and loads its rules.
  ///
  /// - Parameters:
  ///   - place: The file.
  ///   - settings: The environment of the rules.
  ///   - loaded: The models of earlier files with the same settings.
  /// - Throws: `RuleError` of the file, or of the rules.
  init(
    _ place: RuleTestFinder.Place, _ settings: RuleTestSettings, _ loaded: inout TestedModels
  ) throws(RuleError) {
    let node: LocatedNode
    do {
      node = try LocatedNode(
        loading: RuleSource(file: place.path, root: place.root), host: settings.host,
        budget: settings.loadingBudget, fileSystem: settings.fileSystem)
    } catch {
      var error = error
      if error.code == .noRules {
        error.hint = "a file of tests ends with them: `return { { \"a name\", … } }`"
      }
      throw error
    }
    var reader = RuleTestReader(path: place.path)
    reader.read(node)
    if var error = reader.errors.first {
      error.others = Array(reader.errors.dropFirst())
      throw error
    }
    let file = reader.file
    self.file = file
    self.settings = settings
    var models: [[String]: TestedModels.Numbered] = [:]
    for hosts in Set(file.tests.map(\.hosts)) {
      models[hosts] = try Self.load(file, hosts, place, settings, &loaded)
    }
    self.models = models
  }

  /// Returns the model that a test evaluates.
  func model(for test: RuleTest) -> RuleModel { models[test.hosts]?.model ?? .empty }

  /// Returns the number of that model.
  func modelNumber(for test: RuleTest) -> Int { models[test.hosts]?.number ?? 0 }

  private static func load(
    _ file: RuleTestFile, _ hosts: [String], _ place: RuleTestFinder.Place,
    _ settings: RuleTestSettings, _ loaded: inout TestedModels
  ) throws(RuleError) -> TestedModels.Numbered {
    let hostStubs = hostStubs(file, hosts, settings)
    func model(_ sources: [RuleSource]) throws(RuleError) -> RuleModel {
      try RuleModel(
        sources: sources, schema: settings.schema, host: settings.host,
        options: RuleOptions(
          budget: settings.budget, loadingBudget: settings.loadingBudget, hostStubs: hostStubs,
          unusedKeys: settings.unusedKeys == .standard ? .warn : settings.unusedKeys,
          fileSystem: settings.fileSystem))
    }
    let isNamed = settings.fileSystem.kind(of: file.rules[0]) != .missing
    guard isNamed || file.rules.count > 1 else {
      throw RuleError(
        .unreadable, "there is no `\(file.rules[0])` to test",
        at: SourceLocation(file: place.path),
        hint: "name what is tested: `rules = { \"todo.lua\" }`, relative to the file of tests")
    }
    try refuseForeign(file, place, settings)
    let roots = file.rules.map { path in
      let isFile = settings.fileSystem.kind(of: path) == .regular
      return isFile && FilePath.isInside(path, root: place.root, in: settings.fileSystem)
        ? place.root : nil
    }
    let fallback = file.fallback + furtherFallback(of: file, settings)
    // Functions of the tests belong to this file alone.
    let identity =
      hosts.isEmpty
      ? TestedModels.Identity(
        rules: file.rules, resolved: file.rules.map(settings.fileSystem.resolved), roots: roots,
        fallback: fallback) : nil
    return try loaded.model(identity) { () throws(RuleError) in
      var result = try model(
        zip(file.rules, roots).map { path, root in
          root.map { RuleSource(file: path, root: $0) } ?? RuleSource(path: path)
        })
      for path in fallback {
        // A fallback that the file names is always read.
        let known = file.fallback.contains(path) ? nil : settings.loadedFallbacks[path]
        if let known {
          result = result.fallback(known)
        } else {
          result = result.fallback(try model([RuleSource(path: path)]))
        }
      }
      return result
    }
  }

  /// Throws for tests that name rules of another author: here they would run without their grant.
  private static func refuseForeign(
    _ file: RuleTestFile, _ place: RuleTestFinder.Place, _ settings: RuleTestSettings
  ) throws(RuleError) {
    for path in file.rules + file.fallback {
      let hasForeign = settings.foreignPaths.contains {
        FilePath.isInside($0, root: path, in: settings.fileSystem)
      }
      guard hasForeign || settings.isForeign(path) else { continue }
      throw RuleError(
        .notGranted, "`\(path)` has rules with a grant or a signature, which are not tested here",
        at: SourceLocation(file: place.path), hint: "test them with `luarules test`")
    }
  }

  /// Returns the fallbacks of the settings that apply to the rules of a file.
  ///
  /// These are the fallbacks after the last one that the file names or tests.
  private static func furtherFallback(
    of file: RuleTestFile, _ settings: RuleTestSettings
  ) -> ArraySlice<String> {
    let named = (file.rules + file.fallback).map(settings.fileSystem.resolved)
    let last = settings.fallback.lastIndex { path in
      named.contains(settings.fileSystem.resolved(path))
        || named.contains { FilePath.isInside($0, root: path, in: settings.fileSystem) }
    }
    return settings.fallback.dropFirst(last.map { $0 + 1 } ?? 0)
  }

  /// Returns a source of the host stubs: those of the settings, overridden by
  /// those of the tests.
  private static func hostStubs(
    _ file: RuleTestFile, _ hosts: [String], _ settings: RuleTestSettings
  ) -> RuleSource? {
    guard !hosts.isEmpty else { return settings.hostStubs.map { RuleSource(path: $0) } }
    var files = ["tests": file.path]
    var lines = ["local tests = require \"tests\""]
    if let path = settings.hostStubs {
      files["hostStubs"] = path
      lines.append("add(require \"hostStubs\")")
    }
    lines += hosts.map { "add(\($0))" }
    let text = """
      local functions = {}
      local function add(given)
        for name, value in pairs(given) do
          functions[name] = type(value) == "function" and value or function() return value end
        end
      end
      \(lines.joined(separator: "\n"))
      return functions
      """
    return RuleSource(wrapping: text, name: "\(file.path) (host)", files: files)
  }
}
