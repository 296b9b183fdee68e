import Foundation
import LuaRules
import LuaRulesTools
import Testing

// The Swift of testing-rules.md; see ReadmeCode.swift.

private let rules = Repository.root.appending(path: "examples/todo/rules")
private let functions: HostFunctions = [
  "TaskFinishedView": .function { (_: RuleContext) in "finished" },
  "TaskNewView": .function { (_: RuleContext) in "new" },
  "TaskWorkView": .function { (_: RuleContext) in "work" },
]

extension RuleSchema {
  fileprivate static let tested = RuleSchema(\.color)
}

@Suite struct TestingRulesCode {
  @Test(arguments: try RuleTests(contentsOf: rules, schema: .tested, host: functions).cases)
  func `a rule test passes`(test: RuleTestCase) {
    for failure in test.run().failures {
      Issue.record(
        failure,
        sourceLocation: Testing.SourceLocation(
          fileID: "rules/\(failure.location.file)", filePath: failure.location.file,
          line: failure.location.line ?? 1, column: 1))
    }
  }

  @Test func `a host prepares contexts`() throws {
    let tests = try RuleTests(contentsOf: rules, host: functions) { context in
      context["sum"] = 100
    }
    #expect(tests.cases.count > 1)
  }
}
