#if Service
  import Foundation
  import Testing

  /// `luarules serve`: from its options to its end.
  struct ServeCommandTests {
    private static let rules = ["rules/a.lua": "return {{ key = 'a', value = 1 }}"]

    /// Starts the command on a free port.
    private func serve(_ arguments: String..., files: [String: String] = rules) throws -> WatchRun {
      try WatchRun(["rules", "--port", "0"] + arguments, of: ["serve"], files: files)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `it answers, follows an edit, and ends on a signal`(signal: Int32) async throws {
      let run = try serve("--decision-log", "log", "--log-context", "user")
      let served = try await ServedAddress(of: run)
      #expect(try served.ask().hasSuffix(" 200"))
      try run.replace("rules/a.lua", by: "return {{ key = 'a', value = 2 }}")
      try await served.wait(for: 2, of: run)
      #expect(await run.end(by: signal) == 0)
      let log = run.text("log").split(separator: "\n")
      #expect(log.contains { $0.contains(#""key":"a","value":1"#) })
      #expect(log.contains { $0.contains(#""event":"swapped""#) })
    }

    @Test func `a client hears of an edit, and the end of the command ends its stream`()
      async throws
    {
      let run = try serve()
      let served = try await ServedAddress(of: run)
      let listener = try served.listen(to: run.path("events"))
      try await run.wait { $0.text("events").contains("id: ") }
      try run.replace("rules/a.lua", by: "return {{ key = 'a', value = 2 }}")
      try await run.wait { $0.text("events").contains(#"{"type":"refetchEvaluation","#) }
      #expect(try served.ask().contains(#""value":2"#))
      #expect(await run.end(by: SIGTERM) == 0)
      while listener.isRunning { try await Task.sleep(for: .milliseconds(5)) }
      // Another status would mean that the answer has no end.
      #expect(listener.terminationStatus == 0)
    }

    @Test func `files and lines can be left out`() async throws {
      let run = try serve("--hide-sources", "--max-streams", "0")
      let served = try await ServedAddress(of: run)
      let answer = try served.ask()
      #expect(answer.contains(#""variant":"rule""#) && !answer.contains("a.lua"), "\(answer)")
      #expect(await run.end() == 0)
    }

    @Test func `bad rules at the start are told, and answered once they are good`() async throws {
      let run = try serve(files: ["rules/a.lua": "return {{ key = }}"])
      let served = try await ServedAddress(of: run)
      #expect(run.errors.contains("rules/a.lua:1: error:"))
      #expect(try served.ask().hasSuffix(" 500"))
      try run.replace("rules/a.lua", by: "return {{ key = 'a', value = 1 }}")
      try await run.wait { _ in (try? served.ask().hasSuffix(" 200")) ?? false }
      #expect(await run.end() == 0)
    }

    @Test func `a token is needed where there are tokens`() async throws {
      let files = Self.rules.merging(["tokens": "geheim\n"]) { $1 }
      let run = try serve("--token-file", "tokens", files: files)
      let served = try await ServedAddress(of: run)
      #expect(try served.ask().hasSuffix(" 401"))
      #expect(try served.ask("-H 'Authorization: Bearer geheim'").hasSuffix(" 200"))
      #expect(await run.end() == 0)
      #expect(!run.errors.contains("geheim"))
    }

    @Test func `a rule is not suspended, however often it uses up its budget`() async throws {
      let files = [
        "rules/a.lua":
          "return {{ key = 'a', value = function(c) while c.spend do end return 1 end }}",
        "schema.json": #"{"properties":{"spend":{"type":"boolean"}}}"#,
      ]
      let run = try serve(
        "--schema", "schema.json", "--budget", "instructions=10000", "--no-plan", files: files)
      let served = try await ServedAddress(of: run)
      for _ in 1...5 {
        let answer = try served.ask(body: #"{"context":{"spend":true}}"#)
        #expect(answer.contains("[budget]") && answer.hasSuffix(" 400"), "\(answer)")
      }
      #expect(try served.ask().hasSuffix(" 200"))
      #expect(await run.end() == 0)
    }

    @Test(arguments: [
      (["--token-file", "none"], "none: error: no such file [unreadable]\n", 66),
      (["--token-file", "empty"], "empty: error: there is no token [bad-token]\n", 65),
      (["--schema", "empty"], "empty: error: ", 65),
      (["--decision-log", "rules"], "rules: error: the file cannot be written [unwritable]\n", 74),
      (["--bind", "192.0.2.1"], "warning: there are no tokens", 74),
      (["--log-context", "user"], "Error: --log-context needs --decision-log\n", 64),
      (["--timeout", "0"], "Error: --timeout takes seconds, more than 0", 64),
      (["--max-body", "0"], "Error: --max-body takes a number from 1 on, not 0\n", 64),
      (
        ["--max-streams", "4096"], "Error: --max-streams takes a number from 0 to 4095, because", 64
      ),
      (["--stream-url", "flags"], "Error: --stream-url takes an address of HTTP, not flags\n", 64),
      (["--port", "70000"], "Error: --port takes a number from 0 to 65535, not 70000\n", 64),
    ])
    func `what cannot be served ends the command`(
      _ arguments: [String], message: String, status: Int32
    ) throws {
      let folder = try TemporaryFolder()
      _ = try folder.file("rules/a.lua", "return {{ key = 'a', value = 1 }}")
      _ = try folder.file("empty")
      let run = try CommandRun(["serve", "rules", "--port", "0"] + arguments, in: folder.url)
      #expect(run.errors.hasPrefix(message), "\(run.errors)")
      #expect(run.status == status)
    }
  }
#endif
