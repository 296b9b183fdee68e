import Foundation
import Testing

struct AnnotateTests {
  @Test func `annotations in the rule folder are replaced, and are no rules`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("a.lua", "return { { key = 'first', value = 1 } }")
    let arguments = ["annotate", ".", "--output", "annotations.lua"]
    #expect(try CommandRun(arguments, in: files.url).output == "")
    _ = try files.file("b.lua", "return { { key = 'second', value = 1 } }")
    let run = try CommandRun(arguments, in: files.url)
    #expect(run.errors == "")
    #expect(run.status == 0)
    let file = files.url.appending(path: "annotations.lua")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("---@field first any\n---@field second any\n"))
    #expect(try CommandRun(["eval", "."], in: files.url).output == "{\"first\":1,\"second\":1}\n")
  }

  @Test func `no other file is replaced`() throws {
    let files = try TemporaryFolder()
    let file = try files.file("a.lua", "return { { key = 'first', value = 1 } }")
    let run = try CommandRun(["annotate", ".", "--output", "a.lua"], in: files.url)
    #expect(
      run.errors
        == "a.lua: error: the file is there already, and does not begin with `---@meta` [unwritable]\n"
    )
    #expect(run.status == 74)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("return"))
  }

  @Test func `a folder that is not there is told`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("a.lua", "return {}")
    let run = try CommandRun(["annotate", ".", "--output", "no/a.lua"], in: files.url)
    #expect(run.errors == "no/a.lua: error: the file cannot be written [unwritable]\n")
    #expect(run.status == 74)
  }
}
