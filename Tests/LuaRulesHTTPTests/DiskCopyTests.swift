#if HTTP
  import Foundation
  import LuaRules
  import LuaRulesHTTP
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
  }
#endif
