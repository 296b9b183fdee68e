import Foundation
import Testing

struct InitTests {
  @Test func `a new folder answers`() throws {
    let files = try TemporaryFolder()
    let run = try CommandRun(["init", "rules"], in: files.url)
    #expect(
      run.output == """
        rules/luarules.json
        rules/app.schema.json
        rules/todo.lua
        rules/todo.test.lua

        """)
    #expect(run.errors == "")
    #expect(run.status == 0)

    let answer = try CommandRun(["eval", "rules", "--key", "fancyColor"], in: files.url)
    #expect(answer.output == "\"gray\"\n")
    let all = try CommandRun(["eval"], in: files.url.appending(path: "rules"))
    #expect(
      all.output
        == "{\"fancyColor\":\"gray\",\"navigationBarTitle\":\"Buy beer\",\"title\":\"Buy beer\"}\n")
    #expect(all.errors == "")
    #expect(try CommandRun(["list"], in: files.url.appending(path: "rules")).status == 0)
  }

  @Test func `the folder where it runs will do`() throws {
    let files = try TemporaryFolder()
    let run = try CommandRun(["init"], in: files.url)
    #expect(run.output.hasPrefix("luarules.json\n"))
    #expect(try CommandRun(["eval"], in: files.url).status == 0)
  }

  @Test(arguments: ["luarules.json", "todo.lua", "todo.test.lua", "app.schema.json"])
  func `nothing is written where a file is there`(name: String) throws {
    let files = try TemporaryFolder()
    let file = try files.file(name, "mine")
    let run = try CommandRun(["init", "."], in: files.url)
    #expect(run.output == "")
    #expect(
      run.errors
        == "\(name): error: the file is there already [unwritable]\n  hint: nothing was written\n")
    #expect(run.status == 74)
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.url.path)
    #expect(!StarterNames.others(than: name).contains(where: names.contains))
  }

  @Test func `a file is no folder`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("rules", "mine")
    let run = try CommandRun(["init", "rules"], in: files.url)
    #expect(run.errors == "rules: error: the folder cannot be made [unwritable]\n")
    #expect(run.status == 74)
  }

  private enum StarterNames {
    static func others(than name: String) -> [String] {
      ["luarules.json", "todo.lua", "todo.test.lua", "app.schema.json"].filter { $0 != name }
    }
  }
}
