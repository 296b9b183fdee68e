import LuaRules

/// What came of the tests of several files.
public struct RuleTestRun: Sendable {
  /// The files, in order.
  public private(set) var files: [File] = []

  /// Which rules the tests reached; `nil` when that was not asked for.
  public private(set) var coverage: RuleCoverage?

  /// A file with tests.
  public struct File: Sendable {
    /// The path.
    public let path: String

    /// What came of its tests, or why it was not loaded.
    public let content: Result<[RuleTestResult], RuleError>
  }

  /// How many tests came to an end, by kind.
  public struct Counts: Hashable, Sendable {
    /// All was as expected.
    public var passed = 0
    /// Something was not.
    public var failed = 0
    /// They were not run.
    public var skipped = 0
    /// Files that were not loaded.
    public var errors = 0

    /// How many tests there are.
    public var tests: Int { passed + failed + skipped }

    /// Whether nothing went wrong.
    public var isGood: Bool { failed == 0 && errors == 0 }
  }

  /// How many tests passed, failed and were not run.
  public var counts: Counts {
    var counts = Counts()
    for file in files {
      guard case .success(let results) = file.content else {
        counts.errors += 1
        continue
      }
      for result in results {
        if result.skipped != nil {
          counts.skipped += 1
        } else if result.isPassed {
          counts.passed += 1
        } else {
          counts.failed += 1
        }
      }
    }
    return counts
  }
}

extension RuleTests {
  /// Runs the tests.
  ///
  /// - Parameters:
  ///   - filter: Texts, one of which the name of a test must contain, in any
  ///     case; none stands for all tests.
  ///   - wantsCoverage: Whether it is noted which rules they reach. Then the
  ///     candidates of a key are tried one after the other, each by Lua.
  /// - Returns: What came of them.
  public func run(matching filter: [String] = [], wantsCoverage: Bool = false) -> RuleTestRun {
    RuleTestRun(self, matching: filter, wantsCoverage: wantsCoverage)
  }
}

extension RuleTestRun {
  init(_ tests: RuleTests, matching filter: [String], wantsCoverage: Bool) {
    var coverage = RuleCoverage()
    files = tests.files.compactMap { file in
      switch file.content {
      case .failure(let error): return File(path: file.path, content: .failure(error))
      case .success(let loaded):
        let cases = loaded.cases(matching: filter)
        guard !cases.isEmpty else { return nil }
        let results: [RuleTestResult]
        do throws(RuleError) {
          results =
            wantsCoverage
            ? try RuleTrials(cases).run(into: &coverage) : cases.map { $0.run() }
        } catch {
          return File(path: file.path, content: .failure(error))
        }
        return File(path: file.path, content: .success(results))
      }
    }
    self.coverage = wantsCoverage ? coverage : nil
  }
}

extension LoadedRuleTests {
  /// The tests whose names contain one of some texts; all of them when there are none.
  func cases(matching filter: [String]) -> [RuleTestCase] {
    let wanted = filter.map { $0.lowercased() }
    return file.tests.filter { test in
      wanted.isEmpty || wanted.contains { test.name.lowercased().contains($0) }
    }.map { RuleTestCase($0, of: self) }
  }
}
