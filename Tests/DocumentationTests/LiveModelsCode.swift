import Foundation
import LuaRules
import LuaRulesTools
import Testing

// The Swift of live-models.md; see ReadmeCode.swift.

struct ColorKey: DynamicEnvironmentKey { static let defaultValue = "black" }

extension DynamicEnvironmentPaths {
  var color: String { self[dynamic: ColorKey.self] }
}

private struct SizeKey: DynamicEnvironmentKey { static let defaultValue = 0 }

extension DynamicEnvironmentPaths {
  fileprivate var size: Int { self[dynamic: SizeKey.self] }
}

func serve(_ folder: URL) throws -> (LiveRuleModel, RuleContext) {
  let live = try LiveRuleModel(contentsOf: folder, schema: RuleSchema(\.color))
  return (live, RuleContext(live))
}

func layered(_ live: LiveRuleModel, over base: RuleModel) -> RuleContext {
  RuleContext(live.fallback(base))
}

func start(_ folder: URL, archive store: URL, else builtIn: RuleModel) throws -> LiveRuleModel {
  try LiveRuleModel(contentsOf: folder, initialModel: builtIn, archive: store)
}

func report(_ live: LiveRuleModel) async {
  for await event in live.events {
    switch event {
    case .active(let generation, let origin): print(generation, origin)
    case .swapped(let generation): print("generation \(generation)")
    case .rejected(let error): print(error)
    case .rolledBack(let old, let generation): print("\(old) again, as \(generation)")
    case .refused(let reason): print(reason)
    case .reported(let generation, let report): print(generation, report)
    case .warned(let generation, let warnings): print(generation, warnings)
    case .suspended(let rule, _), .resumed(let rule, _): print("\(event): \(rule.key)")
    }
  }
}

func follow(_ live: LiveRuleModel, in context: RuleContext) async {
  for await (color, size) in context.values(of: \.color, \.size) {
    print(color, size)
  }
}

func careful(_ folder: URL) throws -> LiveRuleModel {
  var liveOptions = LiveRuleOptions()
  liveOptions.gate = .all([
    .checks(level: .warning), .tests(),
    .recorded(.refuse(ifMoreThan: 10)),
  ])
  return try LiveRuleModel(contentsOf: folder, live: liveOptions)
}

func guarded(_ folder: URL) throws -> LiveRuleModel {
  var liveOptions = LiveRuleOptions()
  liveOptions.gate = ReloadGate(timeLimit: .seconds(2)) { old, new in
    let lost = Set(old.assignedKeys).subtracting(new.assignedKeys).sorted()
    if !lost.isEmpty { return .refuse(reason: "no rule assigns \(lost.joined(separator: ", "))") }
    let color = try RuleContext(new).value(for: \.color)
    return color == "black" ? .report("the color is black again") : .allow
  }
  return try LiveRuleModel(contentsOf: folder, live: liveOptions)
}

func frugal(_ folder: URL) throws -> LiveRuleModel {
  SharedMemoryLimit.shared.limit = 512 << 20
  var options = RuleOptions()
  options.budget = Budget(instructions: 200_000, memory: 16 << 20)
  options.suspension = SuspensionPolicy(after: 5, pause: .seconds(2), behavior: .decline)
  return try LiveRuleModel(contentsOf: folder, options: options)
}

func observed(_ folder: URL, log: FileHandle) throws -> (LiveRuleModel, RuleHitCounts) {
  let usage = RuleHitCounts()
  var liveOptions = LiveRuleOptions()
  liveOptions.observers = [
    ObserverRegistration(DecisionLog(contextKeys: ["user"], to: log), sampling: .oneIn(100)),
    ObserverRegistration(usage),
  ]
  return (try LiveRuleModel(contentsOf: folder, live: liveOptions), usage)
}

/// What the guide to live models shows, run.
@Suite struct LiveModelsTests {
  /// A folder with one rule file, for the length of a body.
  private static func withRules(_ text: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(to: folder.appending(path: "a.lua"), atomically: true, encoding: .utf8)
    try body(folder)
  }

  @Test func `a live model answers, and starts from what was kept`() throws {
    try Self.withRules("return {{ key = 'color', value = 'red' }}") { folder in
      let (live, context) = try serve(folder)
      #expect(live.generation == 1 && context.color == "red")
      let base = try RuleModel(text: "return {{ key = 'color', value = 'gray' }}")
      #expect(layered(live, over: base).color == "red")
      try live.replace(with: .empty)
      #expect(layered(live, over: base).color == "gray")
      try live.rollback()
      live.stop()
      let store = folder.appending(path: "_store")
      _ = try start(folder, archive: store, else: .empty)
      try "return {".write(
        to: folder.appending(path: "a.lua"), atomically: true, encoding: .utf8)
      let again = try start(folder, archive: store, else: .empty)
      #expect(RuleContext(again).color == "red")
      #expect(again.rejection?.code == .syntax)
    }
  }

  @Test func `the gates refuse, and tell why`() throws {
    try Self.withRules("return {{ key = 'color', value = 'red' }}") { folder in
      let live = try careful(folder)
      live.stop()
      let twice = "return {{ key = 'color', value = 'red' },\n{ key = 'color', value = 'red' }}"
      try live.replace(with: try RuleModel(text: twice))
      #expect(live.generation == 1)
      try live.replace(with: try RuleModel(text: "return {{ key = 'color', value = 'blue' }}"))
      #expect(live.generation == 2)
      let guarded = try guarded(folder)
      try guarded.replace(with: try RuleModel(text: "return {}"))
      #expect(guarded.generation == 1)
      try guarded.replace(with: try RuleModel(text: "return {{ key = 'color', value = 'a' }}"))
      #expect(guarded.generation == 2)
    }
  }

  @Test func `a rule that never won is told`() throws {
    let rules = "return {{ key = 'color', value = 'red' }, { key = 'other', value = 1 }}"
    try Self.withRules(rules) { folder in
      let (live, usage) = try observed(folder, log: .nullDevice)
      #expect(RuleContext(live).color == "red")
      #expect(usage.unused(in: live).map(\.key) == ["other"])
      #expect(try RuleContext(careful(folder)).color == "red")
    }
  }
}
