import LuaRules

extension RuleTestRun {
  /// The report as one line of JSON.
  public var json: String { json(mutation: nil) }

  /// Returns the report as one line of JSON, with the result of mutation
  /// testing.
  package func json(mutation: RuleMutation?) -> String {
    let counts = counts
    return LuaValue.object([
      "counts": .object([
        "errors": .count(counts.errors), "failed": .count(counts.failed),
        "passed": .count(counts.passed), "skipped": .count(counts.skipped),
      ]),
      "coverage": coverage?.report,
      "files": .list(files.map(Self.report)),
      "mutation": mutation?.report,
    ]).json
  }

  private static func report(_ file: File) -> LuaValue {
    switch file.content {
    case .failure(let error):
      .object([
        "path": .string(file.path), "error": .text(error.description),
        "code": .string(error.code.rawValue), "place": .place(error.location),
      ])
    case .success(let results):
      .object(["path": .string(file.path), "tests": .list(results.map(report))])
    }
  }

  private static func report(_ result: RuleTestResult) -> LuaValue {
    let isSkipped = result.skipped != nil
    return .object([
      "failures": result.failures.isEmpty ? nil : .list(result.failures.map(report)),
      "name": .string(result.name), "place": .place(result.location),
      "reason": result.skipped.flatMap { $0.isEmpty ? nil : .string($0) },
      "seconds": isSkipped ? nil : .number(result.duration.seconds),
      "status": .string(isSkipped ? "skipped" : result.isPassed ? "passed" : "failed"),
    ])
  }

  private static func report(_ failure: RuleTestFailure) -> LuaValue {
    .object([
      "expected": .text(failure.expected),
      "explanation": .list(failure.explanation.map(LuaValue.string)),
      "given": .text(failure.given), "key": .text(failure.key),
      "message": .string(failure.message), "place": .place(failure.location),
    ])
  }
}
