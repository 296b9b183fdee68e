import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// Templates that are written while pages are open.
@Suite struct TemplateReloadTests {
  /// A site whose templates are watched, and the text of its page of films.
  private struct Watched {
    let folder: TemporaryFolder
    let database: TemporaryDatabase
    let fixture: SiteFixture

    init() async throws {
      folder = try TemporaryFolder()
      database = try TemporaryDatabase(
        "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES (1, 'a');")
      try Data(
        #"return { { key = "component", when = { propertyKey = "title" }, value = "Own" } }"#.utf8
      ).write(to: URL(fileURLWithPath: folder.path("a.lua")))
      var options = Site.Options()
      options.rulesFolder = URL(fileURLWithPath: folder.path)
      options.watchInterval = .milliseconds(10)
      let live = try LiveRuleModel(
        contentsOf: URL(fileURLWithPath: folder.path), schema: .pages)
      try FileManager.default.createDirectory(
        atPath: folder.path("templates"), withIntermediateDirectories: true)
      fixture = try await SiteFixture(database.path, live: live, site: options)
    }

    func write(_ text: String?, _ name: String = "Own") throws {
      let url = URL(fileURLWithPath: folder.path("templates/\(name).mustache"))
      guard let text else { return try FileManager.default.removeItem(at: url) }
      try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// The page after the site tells of the next change.
    func page(after generation: String) async throws -> String {
      let end = ContinuousClock.now + .seconds(300)
      while fixture.site.generationText == generation, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(fixture.site.generationText != generation)
      return try await fixture.get("/table/film").body
    }
  }

  @Test func `a template that is saved changes pages, and a refused one is told with its line`()
    async throws
  {
    let watched = try await Watched()
    let site = watched.fixture.site
    let watch = Task { await site.watchTemplates() }
    defer { watch.cancel() }
    #expect(try await watched.fixture.get("/table/film").body.contains("no template `Own`"))

    var generation = site.generationText
    try watched.write("<em>{{text}}</em>")
    var html = try await watched.page(after: generation)
    #expect(html.contains("<em>a</em>") && !html.contains("no template"))

    generation = site.generationText
    try watched.write("<b>\n{{{text}}}</b>")
    html = try await watched.page(after: generation)
    #expect(html.contains("<em>a</em>"))
    #expect(html.contains("The templates on disk cannot be used"))
    #expect(html.contains("<code>Own.mustache:2</code>"))

    generation = site.generationText
    try watched.write("<b>\n{{& text}}</b>")
    html = try await watched.page(after: generation)
    #expect(html.contains("<em>a</em>") && html.contains("{{&amp;"))

    generation = site.generationText
    try watched.write("<b>{{text}}</b>")
    html = try await watched.page(after: generation)
    #expect(html.contains("<b>a</b>") && !html.contains("class=\"banner\""))

    generation = site.generationText
    try watched.write(nil)
    #expect(try await watched.page(after: generation).contains("no template `Own`"))
  }

  @Test func `rules and templates that cannot be used are told both`() async throws {
    let watched = try await Watched()
    let site = watched.fixture.site
    let watch = Task { await site.watchTemplates() }
    defer { watch.cancel() }
    try Data("return { {".utf8).write(to: URL(fileURLWithPath: watched.folder.path("a.lua")))
    await #expect(throws: RuleError.self) { try await site.rules?.reload() }
    let generation = site.generationText
    try watched.write("{{>Nothing}}")
    let html = try await watched.page(after: generation)
    #expect(html.matches(of: /class="banner"/).count == 2)
    #expect(html.contains("Own.mustache:1") && html.contains("a.lua:1"))
  }

  @Test func `nothing is read again where no file changes`() async throws {
    let watched = try await Watched()
    let site = watched.fixture.site
    let watch = Task { await site.watchTemplates() }
    defer { watch.cancel() }
    let generation = site.generationText
    try watched.write("<i>{{text}}</i>")
    _ = try await watched.page(after: generation)
    let next = site.generationText
    try await Task.sleep(for: .milliseconds(200))
    #expect(site.generationText == next)
  }
}
