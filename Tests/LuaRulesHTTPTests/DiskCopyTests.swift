#if HTTP
  import Foundation
  import LuaRules
  @_spi(Simulation) import LuaRulesHTTP
  import Testing

  /// What is on the disk for a start without network.
  struct DiskCopyTests {
    private let server = FakeServer()

    @Test func `a tag is sent only to the address that gave it`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        options.cacheFile = folder.appending(path: "shop.rules")
        let other = "https://rules.example/shop.rules?channel=beta"
        server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
        _ = try await server.source(options)
        server.action = .serve(try bundle("two", revision: 2).bytes, tag: "\"1\"")
        let source = try await server.source(at: other, options)
        #expect(source.status?.revision == 2)
        _ = try await server.source(at: other, options)
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"1\""])
        let line = try String(
          contentsOf: folder.appending(path: "shop.rules.etag"), encoding: .utf8)
        #expect(!line.contains("beta"))
      }
    }

    @Test func `the same bundle from another address is stored with its tag`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        options.cacheFile = folder.appending(path: "shop.rules")
        server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
        let addresses = ["https://a.example/", "https://b.example/", "https://b.example/"]
        for address in addresses { _ = try await server.source(at: address, options) }
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"1\""])
      }
    }

    @Test func `a bundle that cannot be stored is told once, and stored later`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        let file = folder.appending(path: "later/shop.rules")
        options.cacheFile = file
        server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
        let source = try await server.source(options)
        let events = source.events
        await source.fetch()
        let two = try bundle("two", revision: 2)
        server.action = .serve(two.bytes, tag: "\"2\"")
        await source.fetch()
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A server that cannot be reached is no reason to write.
        server.action = .refuse
        await source.fetch()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        server.action = .serve(two.bytes, tag: "\"2\"")
        await source.fetch()
        #expect(try [UInt8](Data(contentsOf: file)) == two.bytes)
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        let three = try bundle("three")
        server.action = .serve(three.bytes, tag: "\"3\"")
        await source.fetch()
        source.stop()
        var told: [String] = []
        for await event in events { told.append(event.description) }
        #expect(told.count == 6)
        #expect(told[0] == "the bundle is unchanged")
        #expect(told[1] == "fetched revision 2, digest \(two.digest)")
        #expect(told[2].hasPrefix("fetching failed (1)"))
        #expect(told[3] == "the bundle is unchanged")
        #expect(told[4] == "fetched a bundle, digest \(three.digest)")
        #expect(
          told[5] == "the bundle is not on the disk: \(file.path): error: the bundle cannot be "
            + "stored [unwritable]")
      }
    }

    @Test func `while the server stalls, the bundle of the disk is there at once`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        options.cacheFile = folder.appending(path: "shop.rules")
        server.action = .serve(try bundle("one").bytes, tag: "\"1\"")
        _ = try await server.source(options)
        server.action = .stall
        let url = try #require(URL(string: FakeServer.address))
        let source = try HTTPRuleSource(asking: url, options: options, transport: server)
        #expect(try source.sources().count == 1 && source.status?.age == nil)
        source.stop()
      }
    }

    @Test func `without a bundle anywhere it asks until there is one`() async throws {
      let clock = FakeClock()
      let url = try #require(URL(string: FakeServer.address))
      let source = try HTTPRuleSource(
        asking: url, options: HTTPRuleOptions(), transport: server,
        clock: FetchClock(wait: clock.wait))
      try #require(await eventually { clock.isWaiting })
      let error = #expect(throws: RuleError.self) { try source.sources() }
      #expect(error?.message.hasPrefix("the bundle cannot be fetched") == true)
      #expect(source.status == nil)
      var liveOptions = LiveRuleOptions()
      liveOptions.logger.logLevel = .critical
      let live = try LiveRuleModel(source, initialModel: .empty, live: liveOptions)
      #expect(clock.delays[0] <= .seconds(1))
      server.action = .serve(try bundle("one", revision: 1).bytes, tag: "\"1\"")
      clock.end()
      #expect(await eventually { live.generation == 1 })
      #expect(source.status?.revision == 1 && source.status?.failures == 0)
      source.stop()
    }

    @Test func `a damaged file is told by its own name`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        let file = folder.appending(path: "shop.rules")
        options.cacheFile = file
        try Data("luarules-bundle 1".utf8).write(to: file)
        let error = try await #require(throws: RuleError.self) { try await server.source(options) }
        #expect(error.others.map(\.location?.file) == [file.relativePath])
      }
    }

    @Test func `what is not on the disk stands in the status`() async throws {
      try await withFolder { folder in
        var options = HTTPRuleOptions()
        let file = folder.appending(path: "later/shop.rules")
        options.cacheFile = file
        let bytes = try bundle("one").bytes
        server.action = .serve(bytes, tag: "\"1\"")
        let source = try await server.source(options)
        #expect(source.status?.storeFailure?.code == .unwritable)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        await source.fetch()
        #expect(source.status?.storeFailure == nil)
        // The same bundle with another tag is not written again.
        let written = try FileManager.default.attributesOfItem(atPath: file.path)
        server.action = .serve(bytes, tag: "\"2\"")
        await source.fetch()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.systemFileNumber] as? Int == written[.systemFileNumber] as? Int)
        let line = try String(contentsOf: file.appendingPathExtension("etag"), encoding: .utf8)
        #expect(line.hasSuffix("\"2\""))
        source.stop()
      }
    }
  }
#endif
