import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LuaRules

@testable import DirectToWeb

/// A site over a database, asked without a network.
struct SiteFixture {
  struct Answer: Sendable {
    var status: Int
    var body: String
    var headers: HTTPFields

    var location: String? { headers[.location] }

    /// The part of the page that is its own.
    var main: String { body.components(separatedBy: "<main").last ?? "" }

    /// Where its links, and forms that ask, lead.
    var links: [String] {
      (body.matches(of: /href="([^"]*)"/).map(\.1)
        + body.matches(of: /<form[^>]* method="get"[^>]* action="([^"]*)"/).map(\.1)).map {
          $0.replacingOccurrences(of: "&amp;", with: "&")
            .replacingOccurrences(of: "&#39;", with: "'")
        }
    }
  }

  let site: Site
  let application: any ApplicationProtocol

  init(_ path: String, rules: String? = nil, options: DatabaseFile.Options = .init()) async throws {
    let live = try rules.map {
      try LiveRuleModel(sources: [RuleSource(text: $0, name: "test.lua")], schema: .pages)
    }
    try await self.init(path, live: live, options: options)
  }

  init(
    _ path: String, live: LiveRuleModel?, options: DatabaseFile.Options = .init(),
    site siteOptions: Site.Options = .init()
  ) async throws {
    var siteOptions = siteOptions
    siteOptions.hostNames = nil
    site = try await Site(
      try DatabaseFile(path: path, options: options), rules: live, options: siteOptions)
    let router = Router(context: SiteContext.self)
    SiteRouter(site: site).add(to: router)
    application = Application(responder: HeadResponder(router.buildResponder()))
  }

  func get(_ path: String) async throws -> Answer { try await ask(.get, path) }

  func post(_ path: String, _ form: [(String, String)]) async throws -> Answer {
    try await ask(
      .post, path, String(Addresses.query(form).dropFirst()),
      [.contentType: "application/x-www-form-urlencoded"])
  }

  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", _ headers: HTTPFields = [:]
  ) async throws -> Answer {
    try await application.test(.router) { client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: ByteBuffer(string: body)
      ) { response in
        Answer(
          status: response.status.code, body: String(buffer: response.body),
          headers: response.headers)
      }
    }
  }
}
