import LuaRules
import Synchronization
import Testing

/// A live model of files in memory that are edited, and the gate that judges each edit.
final class GatedRules: RuleFileSystem {
  private let files: Mutex<[String: String]>
  private let made = Mutex<LiveRuleModel?>(nil)

  /// Loads the folder `rules`, or other paths.
  init(
    _ gate: ReloadGate, _ files: [String: String],
    sources: [RuleSource] = [RuleSource(path: "rules")],
    schema: RuleSchema = RuleSchema(), host: HostFunctions = [:], hostStubs: RuleSource? = nil,
    budget: Budget = Budget()
  ) throws {
    self.files = Mutex(files)
    var live = LiveRuleOptions()
    live.isWatching = false
    live.gate = gate
    live.logger.logLevel = .critical
    let options = RuleOptions(budget: budget, hostStubs: hostStubs, fileSystem: self)
    let model = try LiveRuleModel(
      sources: sources, schema: schema, host: host, options: options, live: live)
    made.withLock { $0 = model }
  }

  var live: LiveRuleModel {
    get throws { try #require(made.withLock { $0 }) }
  }

  /// Edits files, and reloads; returns the events of that.
  func edit(_ texts: [String: String?]) async throws -> [String] {
    files.withLock { files in for (name, text) in texts { files[name] = text } }
    let live = try live
    let events = live.events
    _ = try? await live.reload()
    let generation = live.generation
    // The last event of the subscription, which the test itself causes.
    _ = try live.rollback(to: generation)
    var told: [String] = []
    for await event in events.dropFirst() {
      if case .rolledBack = event { break }
      told.append(event.description)
    }
    return told
  }

  /// The answer for a key.
  func answer(_ key: String) throws -> String {
    try RuleContext(live).value(at: key, as: String.self)
  }

  /// Removes all files.
  func removeAll() { files.withLock { $0 = [:] } }

  func remove(_ names: String...) {
    files.withLock { files in for name in names { files[name] = nil } }
  }

  /// Lets go of the live model, which holds these files.
  func end() { made.withLock { $0 = nil } }

  // MARK: RuleFileSystem

  func kind(of path: String) -> RuleFileKind {
    files.withLock { files in
      if files[path] != nil { return .regular }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .missing
    }
  }

  func names(inFolder path: String) throws -> [String] {
    let names = files.withLock { files in
      files.keys.filter { $0.hasPrefix(path + "/") }
        .map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) }
    }
    return Set(names).sorted()
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let text = files.withLock({ $0[path] }) else { throw RuleFileError("gone") }
    return Array(text.utf8)
  }

  func resolved(_ path: String) -> String { path }
}

/// The rules that a gate edits, which are made after the gate.
final class Box: Sendable {
  private let content = Mutex<GatedRules?>(nil)
  var rules: GatedRules? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
