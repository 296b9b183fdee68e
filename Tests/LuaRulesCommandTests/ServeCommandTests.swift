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

    /// Waits for the address of a service.
    private func address(of run: WatchRun) async throws -> String {
      let line = /serving at (http:.*)/
      try await run.wait { $0.errors.contains(line) }
      return String(try #require(run.errors.firstMatch(of: line)).1)
    }

    /// Asks for the flag `a`; returns the answer and its status.
    private func ask(_ address: String, _ options: String = "") throws -> String {
      let url = "\(address)/ofrep/v1/evaluate/flags/a"
      return try CommandRun(
        shell: "curl -s -w ' %{http_code}' -d '{}' \(options) \(url)",
        in: FileManager.default.temporaryDirectory
      ).output
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `it answers, follows an edit, and ends on a signal`(signal: Int32) async throws {
      let run = try serve("--decision-log", "log", "--log-context", "user")
      let address = try await address(of: run)
      #expect(try ask(address).hasSuffix(" 200"))
      try run.replace("rules/a.lua", by: "return {{ key = 'a', value = 2 }}")
      try await run.wait { _ in (try? ask(address).contains(#""value":2"#)) ?? false }
      #expect(await run.end(by: signal) == 0)
      let log = run.text("log").split(separator: "\n")
      #expect(log.contains { $0.contains(#""key":"a","value":1"#) })
      #expect(log.contains { $0.contains(#""event":"swapped""#) })
    }

    @Test func `bad rules at the start are told, and answered once they are good`() async throws {
      let run = try serve(files: ["rules/a.lua": "return {{ key = }}"])
      let address = try await address(of: run)
      #expect(run.errors.contains("rules/a.lua:1: error:"))
      #expect(try ask(address).hasSuffix(" 500"))
      try run.replace("rules/a.lua", by: "return {{ key = 'a', value = 1 }}")
      try await run.wait { _ in (try? ask(address).hasSuffix(" 200")) ?? false }
      #expect(await run.end() == 0)
    }

    @Test func `a token is needed where there are tokens`() async throws {
      let files = Self.rules.merging(["tokens": "geheim\n"]) { $1 }
      let run = try serve("--token-file", "tokens", files: files)
      let address = try await address(of: run)
      #expect(try ask(address).hasSuffix(" 401"))
      #expect(try ask(address, "-H 'Authorization: Bearer geheim'").hasSuffix(" 200"))
      #expect(await run.end() == 0)
      #expect(!run.errors.contains("geheim"))
    }

    @Test(arguments: [
      (["--token-file", "none"], "none: error: no such file [unreadable]\n", 66),
      (["--token-file", "empty"], "empty: error: there is no token [bad-token]\n", 65),
      (["--schema", "empty"], "empty: error: ", 65),
      (["--decision-log", "rules"], "rules: error: the file cannot be written [unwritable]\n", 74),
      (["--bind", "192.0.2.1"], "warning: there are no tokens", 74),
      (["--log-context", "user"], "Error: --log-context wants --decision-log\n", 64),
      (["--timeout", "0"], "Error: --timeout wants seconds, more than 0", 64),
      (["--max-body", "0"], "Error: --max-body wants a number from 1 on, not 0\n", 64),
      (["--port", "70000"], "Error: --port wants a number from 0 to 65535, not 70000\n", 64),
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
