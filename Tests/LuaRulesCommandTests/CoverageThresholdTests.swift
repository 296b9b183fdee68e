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
    #expect(run.errors.hasPrefix("1 of 2 rules won in a test, 50 %; "))
    #expect(run.errors.hasSuffix(" % is required\n  a.lua:3: rule for `k`: never reached\n"))
  }

  @Test func `rules that a function made are told with their conditions`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "a.lua",
      """
      local function limit(plan, n) return { key = "k", when = { plan = plan }, value = n } end
      return { limit("free", 1), limit("pro", 2), limit("staff", 3) }
      """)
    _ = try files.file(
      "a.test.lua", "return { { 'pro', context = { plan = 'pro' }, expect = { k = 2 } } }")
    let run = try CommandRun(["test", ".", "--coverage-threshold", "90"], in: files.url)
    #expect(
      run.errors.hasSuffix(
        """
          a.lua:2: rule for `k` with `plan = "free"`: its condition never held
          a.lua:2: rule for `k` with `plan = "staff"`: never reached

        """), "\(run.errors)")
  }

  @Test func `a code host shows the rules that no test reaches`() throws {
    let files = try TemporaryFolder()
    _ = try files.file(
      "a.lua", "return { { key = 'k', value = 'low' },\n{ key = 'j', value = 1 } }")
    _ = try files.file("a.test.lua", "return { { 'low', expect = { k = 'low' } } }")
    let run = try CommandRun(
      ["test", ".", "--coverage-threshold", "90", "--format", "github"], in: files.url)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output.contains(
        "\n::error file=a.lua,line=2,title=coverage::1 of 2 rules won in a test, 50 %25; 90 %25 is required"
          + "%0A  a.lua:2: rule for `j`: never reached\n"))
  }
}
