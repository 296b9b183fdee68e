import Foundation
import LuaRules
import Testing

/// One folder of `Conformance/`: rules, a schema, and questions with answers.
private struct Conformance: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let folder: URL
  let cases: [Case]

  struct Case: Sendable {
    let name: String
    let context: String
    let key: String
    let expected: String
  }

  var testDescription: String { name }

  static let all: [Conformance] = {
    guard let root = Bundle.module.url(forResource: "Conformance", withExtension: nil),
      let names = try? FileManager.default.contentsOfDirectory(atPath: root.path)
    else { return [] }
    return names.sorted().compactMap { try? Conformance(root.appending(path: $0)) }
  }()

  private init(_ folder: URL) throws {
    self.folder = folder
    name = folder.lastPathComponent
    schema = try String(contentsOf: folder.appending(path: "schema.json"), encoding: .utf8)
    let data = try Data(contentsOf: folder.appending(path: "cases.json"))
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    cases = list.map { entry in
      Case(
        name: entry["name"] as? String ?? "", context: Self.json(entry["context"] ?? [:]),
        key: entry["key"] as? String ?? "", expected: Self.json(entry["expect"] ?? NSNull()))
    }
  }

  private static func json(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  func model(
    schema text: String? = nil, host: HostFunctions = [:], plan: EvaluationMode = .standard
  ) throws -> RuleModel {
    try RuleModel(
      contentsOf: folder.appending(path: "rules.lua"), schema: RuleSchema(json: text ?? schema),
      host: host, options: RuleOptions(plan: plan))
  }

  func answers(in model: RuleModel) throws -> [String] {
    try cases.map { question in
      var context = RuleContext(model)
      try context.setValues(json: question.context)
      return outcome(question.key, in: context)
    }
  }
}

@Suite(.serialized) struct ConformanceTests {
  @Test func `there are cases`() {
    #expect(Conformance.all.count >= 13)
    #expect(Conformance.all.allSatisfy { !$0.cases.isEmpty })
  }

  @Test(arguments: Conformance.all)
  fileprivate func `every case has its answer`(conformance: Conformance) throws {
    #expect(try conformance.answers(in: conformance.model()) == conformance.cases.map(\.expected))
  }

  @Test(arguments: Conformance.all)
  fileprivate func `plans and Lua give the same answers`(conformance: Conformance) throws {
    #expect(
      try conformance.answers(in: conformance.model(plan: .native))
        == conformance.answers(in: conformance.model(plan: .lua)))
  }

  @Test(arguments: Conformance.all)
  fileprivate func `a schema that was read and written again says the same`(
    conformance: Conformance
  ) throws {
    let again = try RuleSchema(json: conformance.schema).json()
    #expect(
      try conformance.answers(in: conformance.model(schema: again))
        == conformance.cases.map(\.expected))
  }

  /// Each of eight evaluations waits in a host function until all have a state of their own.
  @Test(arguments: Conformance.all)
  fileprivate func `eight states at once give equal answers`(
    conformance: Conformance
  ) async throws {
    let barrier = Barrier(8)
    let host = HostFunctions().adding("meet") { barrier.wait() }
    let text = try String(
      contentsOf: conformance.folder.appending(path: "rules.lua"), encoding: .utf8)
    let meeting = "return { { key = '_meet', value = function(c) return host.meet() end },"
    for (question, expected) in zip(conformance.cases, conformance.cases.map(\.expected)) {
      let rules = try RuleModel(
        sources: [
          RuleSource(text: text),
          RuleSource(
            text: meeting + " { key = '_both', value = function(c) return c._meet and "
              + "{ c['\(question.key)'] } end } }"),
        ], schema: RuleSchema(json: conformance.schema), host: host)
      var context = RuleContext(rules)
      try context.setValues(json: question.context)
      let asked = context
      let answers = await onOwnThreads(8) { _ in
        // The keyed question after the meeting, in the same state.
        let both = outcome("_both", in: asked)
        return both.hasPrefix("[") ? String(both.dropFirst().dropLast()) : both
      }
      #expect(answers == Array(repeating: expected == "null" ? "" : expected, count: 8))
    }
  }
}
