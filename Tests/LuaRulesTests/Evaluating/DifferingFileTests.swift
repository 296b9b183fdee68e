import Testing

@testable import LuaRules

/// A file that gives other rules when it is run again for a further state.
///
/// Nothing that rule files can call differs from run to run, so the test changes what the model knows of
/// the first run.
struct DifferingFileTests {
  private static let files = [
    (
      "host.lua",
      "return { { key = 'first', value = function(c) for i = 1, 2 do end return 1 end } }"
    ),
    (
      "own.lua",
      """
      return {
        { key = "other", value = function(c) for i = 1, 2 do end return 2 end },
        { key = "constant", value = 3 },
        { key = "tested", when = function(c) for i = 1, 2 do end return true end, value = 4 },
      }
      """
    ),
    (
      "last.lua",
      "return { { key = 'last', value = function(c) for i = 1, 2 do end return 5 end } }"
    ),
  ]

  /// A context over a second state of the model, in which the files at some positions differ.
  private func context(differing: [Int]) throws -> RuleContext {
    let core = try #require(
      RuleModel(sources: Self.files.map { RuleSource(text: $0.1, name: $0.0) }).current.first)
    var fingerprints = core.fingerprints
    for index in differing { fingerprints[index] = Fingerprint(.scalar(.integer(42))) }
    let files = LoadedFiles(state: try core.takeState(), names: core.files, results: [])
    let model = ModelCore(
      request: core.request, files: files, recording: core.recording, rules: core.rules,
      fingerprints: fingerprints, functions: core.functions)
    let second = try ModelLoader.join(model)
    let varied = ModelCore(varying: model, candidates: model.candidates, log: nil, state: second)
    return RuleContext(RuleModel(links: [.fixed(varied)]))
  }

  private func outcomes(_ context: RuleContext) -> [String] {
    ["first", "other", "constant", "tested", "last"].map { outcome($0, in: context) }
  }

  @Test func `files that are the same answer as before`() throws {
    #expect(try outcomes(context(differing: [])) == ["1", "2", "3", "4", "5"])
  }

  @Test func `a file that differs fails, and no other`() throws {
    let failure = "own.lua:1: error: the rule file gave other rules when it was run again [runtime]"
    #expect(
      try outcomes(context(differing: [1])) == ["1", failure, "3", failure, "5"])
  }

  @Test func `when many files differ there is no further state`() throws {
    let texts = (1...6).map {
      RuleSource(text: "return { { key = 'k\($0)', value = 1 } }", name: "\($0).lua")
    }
    let core = try #require(RuleModel(sources: texts).current.first)
    let files = LoadedFiles(state: try core.takeState(), names: core.files, results: [])
    let model = ModelCore(
      request: core.request, files: files, recording: core.recording, rules: core.rules,
      fingerprints: core.fingerprints.map { _ in Fingerprint(.scalar(.integer(42))) },
      functions: core.functions)
    let error = #expect(throws: RuleError.self) { try ModelLoader.join(model) }
    #expect(
      error?.description
        == "1.lua: error: the rule files gave other rules when they were run again [runtime]")
  }
}
