import Foundation
import Testing

/// `luarules test --coverage-threshold`.
struct CoverageThresholdTests {
  private static let thresholds: [(arguments: [String], project: String, fails: Bool)] = [
    (["--coverage-threshold", "50"], "{}", false), (["--coverage-threshold", "51"], "{}", true),
    ([], #"{ "coverageThreshold": 60 }"#, true), ([], #"{ "coverageThreshold": 12.5 }"#, false),
    (["--coverage-threshold", "20"], #"{ "coverageThreshold": 60 }"#, false),
    (["--filter", "high"], #"{ "coverageThreshold": 60 }"#, false),
    (["--coverage-threshold", "100", "--format", "junit"], "{}", true),
  ]

  @Test(arguments: thresholds)
  func `too few rules that win in a test are a failure`(
    arguments: [String], project: String, fails: Bool
  ) throws {
    let files = try TemporaryFolder()
    _ = try files.file("luarules.json", project)
    _ = try files.file(
      "a.lua",
      "return {\n{ key = 'k', when = { a = 1 }, value = 'high' },\n{ key = 'k', value = 'low' },\n}"
    )
    _ = try files.file(
      "a.test.lua", "return { { 'high', context = { a = 1 }, expect = { k = 'high' } } }")
    let run = try CommandRun(["test", "."] + arguments, in: files.url)
    #expect(run.status == (fails ? 1 : 0), "\(run.output)")
    #expect(!run.output.contains("rules won"))
    guard fails else {
      #expect(run.errors == "")
      return
    }
    #expect(run.errors.hasPrefix("1 of 2 rules won in a test, 50 %; wanted are "))
    #expect(run.errors.hasSuffix(" %\n  a.lua:3: rule for `k`: never reached\n"))
  }
}
