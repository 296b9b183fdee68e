import Foundation

/// A headless Chromium: one session of ``WebDriver``.
struct Browser: Sendable {
  private struct Session: Decodable { let sessionId: String }

  /// A line of the browser's console.
  struct LogEntry: Decodable { let level, message: String }

  private let driver: WebDriver
  private let path: String

  /// Starts a browser, and ends it also when the body throws.
  static func run(_ body: (Browser) async throws -> Void) async throws {
    guard let path = WebDriver.path else { return }
    let driver = try WebDriver(path: path)
    defer { driver.end() }
    let options: [String: any Sendable] = [
      "args": [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900",
      ]
    ]
    let capabilities: [String: any Sendable] = [
      "alwaysMatch": [
        "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
      ] as [String: any Sendable]
    ]
    let session: Session = try await driver.send(
      .post, "/session", ["capabilities": capabilities])
    let browser = Browser(driver: driver, path: "/session/\(session.sessionId)")
    let result: Result<Void, any Error>
    do { result = .success(try await body(browser)) } catch { result = .failure(error) }
    // A task that was cancelled sends nothing more, and the browser has to end all the same.
    _ = try? await Task.detached { try await driver.send(.delete, browser.path, as: Ignored.self) }
      .value
    try result.get()
  }

  func send<Value: Decodable>(
    _ method: WebDriver.Method, _ command: String, _ body: [String: any Sendable] = [:],
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await driver.send(method, path + command, body)
  }

  private func act(_ command: String, _ body: [String: any Sendable] = [:]) async throws {
    _ = try await send(.post, command, body, as: Ignored.self)
  }

  // MARK: - Pages

  /// Opens an address, and waits until it is loaded.
  func open(_ address: String) async throws { try await act("/url", ["url": address]) }

  func back() async throws { try await act("/back") }

  func reload() async throws { try await act("/refresh") }

  var address: String { get async throws { try await send(.get, "/url") } }

  /// Runs the body of a function in the page, and returns what it returns.
  func execute<Value: Decodable>(_ script: String, as type: Value.Type = Value.self) async throws
    -> Value
  {
    try await send(.post, "/execute/sync", ["script": script, "args": [String]()])
  }

  /// Runs the body of a function in the page that calls its last argument with the answer.
  func executeAsync<Value: Decodable>(_ script: String, as type: Value.Type = Value.self)
    async throws -> Value
  {
    try await send(.post, "/execute/async", ["script": script, "args": [String]()])
  }

  /// Runs statements in the page.
  func run(_ script: String) async throws { let _: Ignored = try await execute(script) }

  // MARK: - Elements

  /// Finds the first element; waits up to ten seconds for it.
  func find(_ css: String) async throws -> Element { try await find("css selector", css) }

  func link(_ text: String) async throws -> Element { try await find("link text", text) }

  func button(_ text: String) async throws -> Element {
    try await find("xpath", "//button[normalize-space()='\(text)']")
  }

  /// Finds the field with a label.
  func field(_ label: String) async throws -> Element {
    try await find("xpath", "//*[@id=//label[normalize-space(text()[1])='\(label)']/@for]")
  }

  fileprivate func find(_ strategy: String, _ value: String) async throws -> Element {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      do {
        let reference: [String: String] = try await send(
          .post, "/element", ["using": strategy, "value": value])
        return Element(browser: self, reference: reference, words: (strategy, value))
      } catch let failure as WebDriver.Failure where failure.code == "no such element" {
        guard ContinuousClock.now < end else {
          throw WebDriver.Failure(
            description: "no `\(value)` on \(try await address): \(try await text.prefix(300))")
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// The number of elements that are there now.
  func count(_ css: String) async throws -> Int {
    try await send(.post, "/elements", ["using": "css selector", "value": css], as: [Ignored].self)
      .count
  }

  /// What is seen of the page.
  var text: String { get async throws { try await find("body").text } }

  var heading: String { get async throws { try await find("h1").text } }

  // MARK: - Keys

  var active: Element {
    get async throws {
      Element(browser: self, reference: try await send(.get, "/element/active"), words: nil)
    }
  }

  /// Types where the focus is.
  func type(_ keys: String) async throws {
    let actions = keys.flatMap { key in
      ["keyDown", "keyUp"].map { ["type": $0, "value": String(key)] }
    }
    let source: [String: any Sendable] = ["type": "key", "id": "keyboard", "actions": actions]
    try await act("/actions", ["actions": [source]])
  }

  // MARK: - Windows

  var window: String { get async throws { try await send(.get, "/window") } }

  /// Opens a tab without showing it, and returns its name.
  func newTab() async throws -> String {
    try await send(.post, "/window/new", ["type": "tab"], as: [String: String].self)["handle"]
      ?? ""
  }

  func show(_ window: String) async throws { try await act("/window", ["handle": window]) }

  /// Sets the size of the page itself, in CSS pixels.
  func resize(width: Int, height: Int) async throws {
    try await chromium(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Chooses light or dark, without the transitions that would show something between.
  func setDark(_ isDark: Bool) async throws {
    let features = [
      ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
      ["name": "prefers-reduced-motion", "value": "reduce"],
    ]
    try await chromium("Emulation.setEmulatedMedia", ["features": features])
  }

  func setScripts(_ isOn: Bool) async throws {
    try await chromium("Emulation.setScriptExecutionDisabled", ["value": !isOn])
  }

  private func chromium(_ command: String, _ parameters: [String: any Sendable]) async throws {
    try await act("/goog/cdp/execute", ["cmd": command, "params": parameters])
  }

  /// What is seen, as PNG.
  var screenshot: Data {
    get async throws {
      let text: String = try await send(.get, "/screenshot")
      return Data(base64Encoded: text) ?? Data()
    }
  }

  /// What the console says since the last time, violations of the policy of contents included.
  var log: [String] {
    get async throws {
      let entries: [LogEntry] = try await send(.post, "/se/log", ["type": "browser"])
      return entries.map { "\($0.level) \($0.message)" }
    }
  }

  // MARK: - Waiting

  /// Asks again and again until something holds.
  ///
  /// Elements of a page that was replaced meanwhile count as "not yet".
  ///
  /// - Throws: ``WebDriver/Failure`` after ten seconds.
  func wait(_ what: String, until holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      do {
        if try await holds() { return }
      } catch let failure as WebDriver.Failure
        where failure.isPassing || failure.code == "no such element"
      {}
      try await Task.sleep(for: .milliseconds(50))
    }
    throw WebDriver.Failure(
      description: "waited for \(what) on \(try await address): \(try await text.prefix(600))")
  }

  /// Waits until the heading is the text.
  func wait(heading: String) async throws {
    try await wait("the heading `\(heading)`") { try await self.heading == heading }
  }
}

/// An element of a page.
///
/// Where the page was replaced meanwhile it is searched again, in the same words.
struct Element: Sendable {
  let browser: Browser
  let reference: [String: String]
  /// How it was found; nil for what had the focus.
  let words: (strategy: String, value: String)?

  private func ask<Value: Decodable>(
    _ method: WebDriver.Method, _ command: String, _ body: [String: any Sendable] = [:]
  ) async throws -> Value {
    do {
      return try await browser.send(
        method, "/element/\(reference.values.first ?? "")\(command)", body)
    } catch let failure as WebDriver.Failure where failure.isPassing {
      let newer =
        if let words { try await browser.find(words.strategy, words.value) } else {
          try await browser.active
        }
      return try await newer.ask(method, command, body)
    }
  }

  private func act(_ command: String, _ body: [String: any Sendable] = [:]) async throws {
    let _: Ignored = try await ask(.post, command, body)
  }

  func click() async throws { try await act("/click") }

  func clear() async throws { try await act("/clear") }

  func send(_ text: String) async throws { try await act("/value", ["text": text]) }

  /// Puts a text in the place of what a field holds.
  func fill(_ text: String) async throws {
    try await clear()
    try await send(text)
  }

  var text: String { get async throws { try await ask(.get, "/text") } }

  /// The name that tools for reading aloud say.
  var label: String { get async throws { try await ask(.get, "/computedlabel") } }

  func attribute(_ name: String) async throws -> String? {
    try await ask(.get, "/attribute/\(name)")
  }

  var value: String { get async throws { try await ask(.get, "/property/value") } }
}

/// Keys that are not letters.
enum Key {
  static let tab = "\u{E004}", enter = "\u{E007}", space = " ", down = "\u{E015}"
  static let shift = "\u{E008}", end = "\u{E010}"
}
