import LuaRules

/// The results of the tests of several files.
public struct RuleTestRun: Sendable {
  /// The files, in order.
  public private(set) var files: [File] = []

  /// The coverage of the tests; `nil` if it was not requested.
  public private(set) var coverage: RuleCoverage?

  /// A file with tests.
  public struct File: Sendable {
    /// The path.
    public let path: String

    /// The results of its tests, or the error that stopped loading.
    public let content: Result<[RuleTestResult], RuleError>
  }

  /// The number of tests for each result.
  public struct Counts: Hashable, Sendable {
    /// Tests without unexpected results.
    public var passed = 0
    /// Tests with unexpected results.
    public var failed = 0
    /// Tests that were not run.
    public var skipped = 0
    /// Files that were not loaded.
    public var errors = 0

    /// The number of tests.
    public var tests: Int { passed + failed + skipped }

    /// Whether there are no failures and no errors.
    public var isGood: Bool { failed == 0 && errors == 0 }
  }

  /// The number of tests for each result.
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
  ///   - filter: Texts, one of which the name of a test must contain, ignoring
  ///     case; empty for all tests.
  ///   - wantsCoverage: Whether coverage is recorded. Then the candidates of a
  ///     key are evaluated one after the other, each in Lua.
  /// - Returns: The results.
  public func run(matching filter: [String] = [], wantsCoverage: Bool = false) -> RuleTestRun {
    RuleTestRun(self, matching: filter, wantsCoverage: wantsCoverage)
  }
}

extension RuleTestRun {
  init(files: [File]) {
    self.files = files
  }

  init(_ tests: RuleTests, matching filter: [String], wantsCoverage: Bool) {
    var coverage = RuleCoverage()
    var trials = RuleTrials()
    files = tests.files.compactMap { file in
      switch file.content {
      case .failure(let error): return File(path: file.path, content: .failure(error))
      case .success(let loaded):
        let cases = loaded.cases(matching: filter)
        guard !cases.isEmpty else { return nil }
        let results: [RuleTestResult]
        do throws(RuleError) {
          results = try cases.map { test throws(RuleError) in
            wantsCoverage ? try trials.run(test, into: &coverage) : test.run()
          }
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
  /// Returns the tests whose names contain at least one of some texts; all
  /// tests if there are no texts.
  func cases(matching filter: [String]) -> [RuleTestCase] {
    let wanted = filter.map { $0.lowercased() }
    return file.tests.filter { test in
      wanted.isEmpty || wanted.contains { test.name.lowercased().contains($0) }
    }.map { RuleTestCase($0, of: self) }
  }
}
