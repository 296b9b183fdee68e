import LuaRules
import LuaRulesTools
import Testing

/// Which file `require` means.
struct ModuleFileTests {
  private static let texts = [
    "/rules/lib/m.lua": "return { a = 1 }", "/rules/lib/deep/n.lua": "return { b = 1 }",
    "/rules/sub/lib/m.lua": "return { a = 2 }", "/rules/sub/m2.lua": "return { a = 3 }",
    "/lib/m.lua": "return { a = 4 }", "/other/lib/m.lua": "return { a = 5 }",
  ]

  /// A file that requires a module by a name, and the file that is meant.
  @Test(arguments: [
    ("/rules/a.lua", "m", "/rules/lib/m.lua"), ("/rules/sub/a.lua", "m", "/rules/lib/m.lua"),
    ("/rules/sub/a.lua", "m2", "/rules/sub/m2.lua"), ("/rules/a.lua", "m2", ""),
    ("/rules/a.lua", "sub.m2", "/rules/sub/m2.lua"),
    ("/rules/lib/deep/x.lua", "n", "/rules/lib/deep/n.lua"),
    ("/rules/a.lua", "deep.n", "/rules/lib/deep/n.lua"), ("/other/a.lua", "m", "/other/lib/m.lua"),
    ("/other/a.lua", "deep.n", ""),
  ])
  func `a module is beside the file, or in lib of its rules`(
    path: String, name: String, expected: String
  ) {
    var project = EditedProject()
    for (path, text) in Self.texts { project.files[path] = EditedFile(text, path: path) }
    project.ruleFolders = ["/rules", "/other"]
    let text = "local m = require \"\(name)\"\nreturn {}"
    let file = EditedFile(text, path: path)
    project.files[path] = file
    let found = project.definitions(in: file, at: "local m = require \"".utf8.count)
    #expect(found.map(\.path) == (expected.isEmpty ? [] : [expected]))
  }

  @Test func `where the folders are not known, the nearest lib counts`() {
    var project = EditedProject()
    for (path, text) in Self.texts { project.files[path] = EditedFile(text, path: path) }
    let file = EditedFile("local m = require \"m\"", path: "/rules/sub/a.lua")
    #expect(project.definitions(in: file, at: 20).map(\.path) == ["/rules/sub/lib/m.lua"])
  }
}
