import Testing

/// What `luarules repl` prints of secrets while no rules are loaded.
struct ReplSecretTests {
  private static let schema = """
    {"properties":{"token":{"type":"string","writeOnly":true},
    "user":{"type":"object","properties":{"pin":{"type":"integer","writeOnly":true}}}}}
    """
  private static let input = """
    set token = "hunter2"
    set user = {"pin": 4711}
    set user = {pin: 4711}
    set
    explain token
    explain user
    explain user.pin
    tokne
    """

  private func run(_ arguments: [String], _ text: String? = nil) throws -> CommandRun {
    let files = try TemporaryFolder()
    _ = try files.file("app.json", text ?? Self.schema)
    _ = try files.file("broken.lua", "return { {")
    _ = try files.file("good.lua", "return {}")
    return try withExtendedLifetime(files) {
      try CommandRun(
        ["repl"] + arguments + ["--schema", "app.json"], in: files.url, input: Self.input)
    }
  }

  @Test(arguments: [["broken.lua"], [], ["missing.lua"], ["good.lua"], ["good.lua", "broken.lua"]])
  func `secrets are masked, whatever became of the rules`(arguments: [String]) throws {
    let run = try run(arguments)
    for secret in ["hunter2", "4711"] {
      #expect(!run.output.contains(secret), "\(run.output)")
      #expect(!run.errors.contains(secret), "\(run.errors)")
    }
    #expect(run.output.contains("token = \"•••\"\nuser = {\"pin\":\"•••\"}"))
    #expect(run.status == 0)
  }

  @Test func `without the schema nobody would know what is secret`() throws {
    let run = try run(["broken.lua"], "{ no schema")
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
  }
}
