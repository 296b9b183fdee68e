#if Service && HTTP
  import Foundation
  import Testing

  /// `luarules serve` with rules from the address of another server.
  struct ServeAddressTests {
    /// Makes a bundle whose flag `a` has a value, in a folder that may have a key.
    private static func bundle(
      _ value: Int, in folder: TemporaryFolder, _ arguments: [String] = []
    ) throws -> [UInt8] {
      _ = try folder.file("rules/a.lua", "return {{ key = 'a', value = \(value) }}")
      let run = try CommandRun(["bundle", "rules", "-o", "shop.rules"] + arguments, in: folder.url)
      try #require(run.status == 0, "\(run.errors)")
      return Array(try Data(contentsOf: folder.url.appending(path: "shop.rules")))
    }

    private static func bundle(_ value: Int) throws -> [UInt8] {
      try bundle(value, in: TemporaryFolder())
    }

    private func serve(
      _ arguments: String..., files: [String: String] = [:], environment: [String: String] = [:]
    ) throws -> WatchRun {
      try WatchRun(
        arguments + ["--port", "0", "--interval", "0.05"], of: ["serve"], files: files,
        environment: environment)
    }

    @Test func `it is ready once there is a bundle, and follows newer ones`() async throws {
      let store = RuleStore()
      try await store.run { url in
        let run = try serve(url)
        let served = try await ServedAddress(of: run)
        #expect(try !served.isReady)
        #expect(try served.ask().hasSuffix(" 500"))
        try await run.wait { $0.errors.contains("the server answered with the status 404") }
        store.bundle = try Self.bundle(1)
        try await served.wait(for: 1, of: run)
        #expect(try served.isReady)
        let metrics = try served.metrics()
        #expect(metrics.contains("luarules_fetch_failures 0\n"))
        #expect(metrics.contains("luarules_bundle_age_seconds "))
        for value in 2...3 {
          store.bundle = try Self.bundle(value)
          try await served.wait(for: value, of: run)
        }
        store.bundle = Array("luarules-bundle 1".utf8)
        try await run.wait { $0.errors.contains("[bad-bundle]") }
        #expect(try served.isReady && served.ask().contains(#""value":3,"#))
        #expect(!run.errors.contains("unchanged"))
        #expect(await run.end() == 0)
      }
    }

    @Test func `the last good bundle answers if the server is gone`() async throws {
      let folder = try TemporaryFolder()
      let cache = folder.url.appending(path: "last/fetched").path
      var address = ""
      try await RuleStore(Self.bundle(1)).run { url in
        address = url
        let run = try serve(url, "--cache", cache)
        try await ServedAddress(of: run).wait(for: 1, of: run)
        #expect(await run.end() == 0)
      }
      let run = try serve(address, "--cache", cache)
      let served = try await ServedAddress(of: run)
      #expect(try served.isReady && served.ask().contains(#""value":1,"#))
      #expect(await run.end() == 0)
    }

    @Test func `after a restart with a bad bundle the last accepted one answers`() async throws {
      let folder = try TemporaryFolder()
      let cache = folder.url.appending(path: "last").path
      let gate = ["--gate", "tests"]
      let store = RuleStore(try Self.bundle(1))
      let broken = try TemporaryFolder()
      _ = try broken.file("rules/a.test.lua", "return {{ 'a', expect = { a = 1 } }}")
      try await store.run { url in
        func serve() throws -> WatchRun {
          try WatchRun(
            [url, "--cache", cache, "--port", "0", "--interval", "0.05"] + gate, of: ["serve"],
            files: [:])
        }
        let run = try serve()
        try await ServedAddress(of: run).wait(for: 1, of: run)
        #expect(await run.end() == 0)
        // Its test expects another value, so the gate refuses it.
        store.bundle = try Self.bundle(2, in: broken)
        let again = try serve()
        let served = try await ServedAddress(of: again)
        try await again.wait { $0.errors.contains("1 test, 1 failed") }
        #expect(try served.isReady && served.ask().contains(#""value":1,"#))
        #expect(await again.end() == 0)
      }
    }

    @Test(arguments: ["file", "environment"])
    func `the token is sent, and not printed`(place: String) async throws {
      try await RuleStore(Self.bundle(1), token: "geheim").run { url in
        let run =
          place == "file"
          ? try serve(url, "--fetch-token-file", "token", files: ["token": "geheim\n"])
          : try serve(url, environment: ["LUARULES_FETCH_TOKEN": "geheim"])
        try await ServedAddress(of: run).wait(for: 1, of: run)
        #expect(await run.end() == 0)
        #expect(!run.errors.contains("geheim"))
        let guess = try serve(url, environment: ["LUARULES_FETCH_TOKEN": "guess"])
        #expect(try await !ServedAddress(of: guess).isReady)
        #expect(guess.errors.contains("the server answered with the status 401"))
        #expect(await guess.end() == 0)
      }
    }

    @Test func `it answers by the rules of a fallback, too`() async throws {
      let files = ["base/b.lua": "return {{ key = 'a', priority = 'low', value = 7 }}"]
      try await RuleStore(Self.bundle(1)).run { url in
        let run = try serve("base", "--fallback", url, files: files)
        try await ServedAddress(of: run).wait(for: 7, of: run)
        let other = try serve(url, "--fallback", "base", files: files)
        try await ServedAddress(of: other).wait(for: 1, of: other)
      }
    }

    @Test func `a gate tests rules with a fallback at an address`() async throws {
      let files = [
        "base/b.lua": "return {{ key = 'b', value = function(c) return c.a end }}",
        "base/b.test.lua": "return {{ 'b', expect = { b = 1 } }}",
      ]
      try await RuleStore(Self.bundle(1)).run { url in
        let secret = url.replacing("//", with: "//ann:geheim@") + "?key=geheim"
        let run = try serve("base", "--fallback", secret, "--gate", "tests", files: files)
        try await ServedAddress(of: run).wait(for: 1, of: run)
        try run.replace(
          "base/b.lua", by: "return {{ key = 'a', value = 2 }, { key = 'b', value = 1 }}")
        try await ServedAddress(of: run).wait(for: 2, of: run)
        try run.replace("base/b.lua", by: "return {{ key = 'b', value = 3 }}")
        try await run.wait { $0.errors.contains("base/b.test.lua:1: `b` is 3; expected 1") }
        #expect(!run.errors.contains("geheim"))
        #expect(await run.end() == 0)
      }
    }

    #if Signing
      /// A folder with a new key, and the line of a file that trusts in it.
      private static func keys() throws -> (folder: TemporaryFolder, line: String) {
        let folder = try TemporaryFolder()
        let key = try CommandRun(["new-key", "private.key"], in: folder.url).output
        return (folder, "shop a \(key)")
      }

      private static func signed(_ value: Int, in folder: TemporaryFolder) throws -> [UInt8] {
        let key = ["--name", "shop", "--key-id", "a", "--key-file", "private.key"]
        return try bundle(value, in: folder, key + ["--revision", "\(value)"])
      }

      @Test func `only a bundle that is signed as it has to be answers`() async throws {
        let (folder, line) = try Self.keys()
        let store = RuleStore(try Self.bundle(1))
        try await store.run { url in
          let run = try serve(url, "--trust", "keys", files: ["keys": "\n\(line)"])
          let served = try await ServedAddress(of: run)
          #expect(try !served.isReady)
          #expect(run.errors.contains("[untrusted]"))
          store.bundle = try Self.signed(3, in: folder)
          try await served.wait(for: 3, of: run)
          store.bundle = try Self.signed(2, in: folder)
          try await run.wait { $0.errors.contains("revision 2 is older than revision 3") }
          #expect(try served.ask().contains(#""value":3,"#))
          #expect(await run.end() == 0)
        }
      }

      @Test(arguments: [
        (["--trust", "keys"], false), (["--trust", "shop.rules=keys"], false),
        (["--fallback", "signed.rules", "--trust", "signed.rules=keys"], true),
        (["--fallback", "signed.rules", "--trust", "keys"], false), ([], true),
      ])
      func `a local bundle has to be signed, too`(
        arguments: [String], isReady: Bool
      ) async throws {
        let (folder, line) = try Self.keys()
        let files = [
          "shop.rules": String(decoding: try Self.bundle(1), as: UTF8.self),
          "signed.rules": String(decoding: try Self.signed(2, in: folder), as: UTF8.self),
          "keys": line,
        ]
        let run = try WatchRun(
          ["shop.rules", "--port", "0"] + arguments, of: ["serve"], files: files)
        #expect(try await ServedAddress(of: run).isReady == isReady)
        #expect(run.errors.contains("[untrusted]") == !isReady)
        #expect(await run.end() == 0)
      }
    #endif

    @Test(arguments: [
      (
        ["https://a.example/x", "--fallback", "https://b.example/y"],
        "Error: serve takes at most one address, not 2\n", 64
      ),
      (
        ["rules", "https://a.example/x"],
        "Error: no other rules can be named beside an address; name them with --fallback\n", 64
      ),
      (["rules", "--cache", "x"], "Error: --cache needs rules from an address\n", 64),
      (["https://a.example/x", "--interval", "0"], "Error: --interval takes seconds, more", 64),
      (["https:///x"], "error: the address is not one of HTTP [unreadable]\n", 66),
      (["rules", "--redirect-host", "a"], "Error: --redirect-host needs rules from an", 64),
      (
        ["http://a.example/x", "--fetch-token-file", "token"],
        "token: error: the token would be sent without encryption [unreadable]\n", 65
      ),
      (
        ["https://a.example/x", "--fetch-token-file", "empty"],
        "empty: error: there is no token [unreadable]\n", 65
      ),
      (
        ["https://a.example/x", "--fetch-token-file", "two"],
        "two: error: the token has characters that no header can have [unreadable]\n", 65
      ),
    ])
    func `an address that cannot be served ends the command`(
      _ arguments: [String], message: String, status: Int32
    ) throws {
      try check(arguments, message: message, status: status)
    }

    #if Signing
      @Test(arguments: [
        ("empty", "empty: error: there is no key [untrusted]\n", 65),
        (
          "two",
          "two:1: error: a line has three words: the name of the set, the id of a key, and its "
            + "public half [untrusted]\n", 65
        ),
        (
          "short",
          "short:2: error: the text of the key `a` is not 32 bytes in base64 [untrusted]\n",
          65
        ),
        ("none", "none: error: no such file [unreadable]\n", 66),
      ])
      func `a file without keys ends the command`(
        file: String, message: String, status: Int32
      ) throws {
        try check(["rules", "--trust", file], message: message, status: status)
        try check(
          ["rules", "--trust", file, "--trust", file],
          message: "Error: --trust for all rules is given more than once", status: 64)
      }
    #endif

    private func check(_ arguments: [String], message: String, status: Int32) throws {
      let folder = try TemporaryFolder()
      for (name, text) in [
        "rules/a.lua": "return {{ key = 'a', value = 1 }}", "empty": "\n", "token": "geheim\n",
        "two": "one two\n", "short": "\nshop a AAAA\n",
      ] {
        _ = try folder.file(name, text)
      }
      let run = try CommandRun(["serve"] + arguments + ["--port", "0"], in: folder.url)
      #expect(run.errors.hasPrefix(message), "\(run.errors)")
      #expect(run.status == status)
      #expect(!run.errors.contains("geheim"))
    }
  }
#endif
