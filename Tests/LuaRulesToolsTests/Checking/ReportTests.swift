import Foundation
import LuaRules
import Testing

@testable import LuaRulesTools

/// The forms in which findings are written.
@Suite struct ReportTests {
  private static func check() throws -> RuleCheck {
    try CheckedText.check(
      "return {\n  { key = 'k', when = function(c) return c.x == null end, value = 1 },\n"
        + "  { key = 'k', value = 1 },\n  { key = 'k', value = 2 },\n}")
  }

  @Test func `JSON tells place, words and replacement`() throws {
    let check = try Self.check()
    #expect(
      check.json == """
        {"errors":0,"findings":[{"code":"null-comparison","column":49,"correction":{"edits":[{"column":49,"endColumn":53,\
        "endLine":2,"line":2,"text":"nil"}],"isSafe":false},"endColumn":53,\
        "file":"r.lua","fix":"compare with `nil`","line":2,\
        "message":"`c.x` is never equal to `null`: a missing value is `nil`","related":[],\
        "replacement":"nil","severity":"warning"},\
        {"code":"unreachable-rule","file":"r.lua",\
        "fix":"give it a higher `priority`, or the other one a condition","line":4,\
        "message":"the rule can never win: one that always holds is asked before it",\
        "related":[{"file":"r.lua","line":3,"message":"this one always holds"}],\
        "severity":"warning"}],"infos":0,"warnings":2}
        """)
  }

  @Test func `text ends with what there is`() throws {
    #expect(try Self.check().text.hasSuffix("\n2 warnings\n"))
    #expect(try CheckedText.check("return {{ key = 'k', value = 1 }}").text == "nothing found\n")
  }

  @Test func `SARIF has what code scanning wants`() throws {
    let data = Data(try Self.check().sarif.utf8)
    let log = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    #expect(driver?["name"] as? String == "luarules")
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(result["level"] as? String == "warning")
      let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"]
      let place = try #require(location as? [String: Any])
      #expect((place["artifactLocation"] as? [String: Any])?["uri"] as? String == "r.lua")
      #expect((place["region"] as? [String: Any])?["startLine"] as? Int != nil)
    }
    #expect((results[1]["relatedLocations"] as? [Any])?.count == 1)
    let fix = try #require((results[0]["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let edit = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect(
      edit["deletedRegion"] as? [String: Int] == [
        "startLine": 2, "startColumn": 49, "endLine": 2, "endColumn": 53,
      ])
    #expect(edit["insertedContent"] as? [String: String] == ["text": "nil"])
    for rule in rules {
      let help = (rule["help"] as? [String: String])?["text"]
      let short = (rule["shortDescription"] as? [String: String])?["text"]
      #expect(help?.hasPrefix(try #require(short)) == true)
    }
  }

  private static func fingerprints(_ text: String) throws -> [String] {
    var fingerprints = FindingFingerprints()
    return try CheckedText.check(text).findings.map { fingerprints.next($0) }
  }

  @Test(arguments: [
    ("ends at 10:30", "ends at 10:45", false),
    ("is tied with a.lua:2", "is tied with a.lua:9", true),
    ("begins in line 3", "begins in line 4", true),
  ])
  func `a fingerprint leaves out the numbers of lines only`(
    message: String, other: String, areSame: Bool
  ) {
    let prints = [message, other].map { message in
      var fingerprints = FindingFingerprints()
      return fingerprints.next(
        RuleFinding(.tie, .warning, message, at: SourceLocation(file: "b.lua", line: 1)))
    }
    #expect((prints[0] == prints[1]) == areSame)
  }

  @Test func `a finding without a line has no region`() throws {
    var check = try CheckedText.check("return {}")
    check.findings = [RuleFinding(.tie, .warning, "m", at: SourceLocation(file: "b.lua"))]
    let place = #""artifactLocation":{"uri":"b.lua","uriBaseId":"%SRCROOT%"}"#
    #expect(check.sarif.contains(#""physicalLocation":{\#(place)}"#))
  }

  @Test func `a fingerprint stays when lines move, and is there once`() throws {
    let rules = ["when = { a = 1 },", "when = { a = 1, b = 1 },"].map {
      "{ key = 'k', \($0) value = function(c) return gray end },"
    }
    let text = "return {\n\(rules.joined(separator: "\n"))\n}"
    let first = try Self.fingerprints(text)
    #expect(first.count > 1)
    #expect(Set(first).count == first.count)
    #expect(try Self.fingerprints("\n\n" + text) == first)
    #expect(try Self.fingerprints(text.replacing("gray", with: "grey")) != first)
  }

  @Test func `GitHub gets a command for each finding, escaped`() throws {
    let check = try CheckedText.check(
      "return {\n  { key = 'k', when = function(c) return c.x == null end, value = 1 },\n}")
    #expect(
      check.githubAnnotations == """
        ::warning file=r.lua,line=2,col=49,endColumn=52,title=null-comparison::`c.x` is never \
        equal to `null`: a missing value is `nil`%0Ahint: compare with `nil`
        1 warning

        """)
    let annotation = GitHubAnnotation(
      kind: .error, location: SourceLocation(file: "./a,b:c%.lua"), title: "100 %: x, y",
      message: "50 %\r\nnext: a, b")
    #expect(
      annotation.line
        == "::error file=a%2Cb%3Ac%25.lua,title=100 %25%3A x%2C y::50 %25%0D%0Anext: a, b")
  }

  @Test func `every code has a sentence of its own`() {
    let summaries = RuleFinding.Code.all.map(\.summary)
    #expect(Set(summaries).count == summaries.count)
    #expect(!summaries.contains("The rules cannot be loaded."))
    #expect(Set(RuleFinding.Code.all).count == RuleFinding.Code.all.count)
  }
}
