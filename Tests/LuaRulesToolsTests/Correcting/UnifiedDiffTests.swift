import Testing

@testable import LuaRulesTools

@Suite struct UnifiedDiffTests {
  private static func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8)).text(from: "a", to: "b")
  }

  private static let cases: [(old: String, new: String, diff: String)] = [
    ("a\n", "a\n", ""), ("", "", ""),
    ("a\nb\nc\n", "a\nx\nc\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
    ("", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n"),
    ("a\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n"),
    ("a", "a\n", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny\n",
      "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n"
    ),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n",
      "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n"
    ),
  ]

  @Test(arguments: cases)
  func `a diff has the changed lines and those around them`(
    old: String, new: String, diff: String
  ) {
    #expect(Self.diff(old, new) == diff)
  }
}
