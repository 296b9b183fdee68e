import AttackPrograms
import Foundation
import LuaBridge
import Testing

@testable import LuaRules

/// Runs rule files of strangers, and checks what must hold whatever they do.
///
/// They end in time and with an answer or a clear error; what the same model,
/// and another one, answers is as before; and memory is back.
struct AttackOracle {
  static let budget = Budget(
    instructions: 300_000, time: .milliseconds(100) * slowdown, memory: 16 << 20, depth: 50)
  /// Processor time that one question may take; far more than the budget, for slow builds.
  static let patience = 3.0 * Double(slowdown)

  private let name: String
  private let plan: EvaluationMode
  private let other: RuleContext

  /// Creates an oracle that names a case when something is wrong.
  init(_ name: String, plan: EvaluationMode = .standard) throws {
    self.name = name
    self.plan = plan
    other = Self.other
  }

  /// Loads a file, asks for `attack`, and checks everything.
  func outcome(
    of rules: String, modules: [String: String] = [:], key: String = "attack",
    grant: Grant = .everything, context: String = AttackPlacement.context
  ) throws -> AttackOutcome {
    let start = Self.processorTime
    var outcome: AttackOutcome
    do {
      let model = try RuleModel(
        sources: [RuleSource(text: rules, modules: modules, grant: grant)], host: Self.host,
        options: RuleOptions(
          budget: Self.budget, loadingBudget: Self.loadingBudget, plan: plan))
      try checkTime(since: start, "loading")
      outcome = try ask(model, for: key, in: context)
    } catch let error as RuleError {
      try checkTime(since: start, "loading")
      outcome = .error(code: error.code.rawValue, text: error.message)
      check(error)
    }
    #expect(LuaRulesTests.outcome("control", in: other) == AttackPlacement.control, "\(name)")
    return outcome
  }

  /// Loads bytes beside a file of rules that are all right, and asks for `attack`.
  func fuzz(_ bytes: [UInt8], context: String) throws {
    let start = Self.processorTime
    do {
      let sources = [
        RuleSource(text: String(decoding: bytes, as: UTF8.self), name: "strange.lua"),
        Self.controls,
      ]
      let model = try RuleModel(
        sources: sources, host: Self.host,
        options: RuleOptions(budget: Self.budget, loadingBudget: Self.loadingBudget))
      try checkTime(since: start, "loading")
      _ = try ask(model, for: "attack", in: context, isControlled: false)
    } catch let error as RuleError {
      try checkTime(since: start, "loading")
      check(error)
    }
    #expect(LuaRulesTests.outcome("control", in: other) == AttackPlacement.control, "\(name)")
  }

  /// Asks one model for many keys, each in an evaluation of its own.
  func askAll(_ rules: String, keys: [String]) throws {
    let model = try RuleModel(
      sources: [RuleSource(text: rules), Self.controls], host: Self.host,
      options: RuleOptions(budget: Self.budget))
    var context = RuleContext(model)
    context.logger.logLevel = .critical
    try context.setValues(json: AttackPlacement.context)
    for key in keys {
      let start = Self.processorTime
      do {
        _ = try context.json(at: key)
      } catch {
        check(error)
      }
      try checkTime(since: start, key)
    }
    try checkControl(of: context)
    try checkMemory(of: model)
  }

  private func ask(
    _ model: RuleModel, for key: String, in json: String = AttackPlacement.context,
    isControlled: Bool = true
  ) throws -> AttackOutcome {
    var context = RuleContext(model)
    context.logger.logLevel = .critical
    try context.setValues(json: json)
    var outcomes: [AttackOutcome] = []
    for _ in 1...2 {
      if isControlled { try checkControl(of: context) }
      let start = Self.processorTime
      do {
        outcomes.append(.value(try context.json(at: key)))
      } catch {
        outcomes.append(.error(code: error.code.rawValue, text: error.message))
        check(error)
      }
      try checkTime(since: start, "asking")
    }
    if isControlled { try checkControl(of: context) }
    try checkMemory(of: model)
    #expect(isSame(outcomes[0], outcomes[1]), "\(name): \(outcomes)")
    return outcomes[0]
  }

  /// Which limit is reached first may differ from one time to the next; nothing else may.
  func isSame(_ first: AttackOutcome, _ second: AttackOutcome) -> Bool {
    switch (first, second) {
    case (.value(let first), .value(let second)): first == second
    case (.error("budget", _), .error("budget", _)): true
    case (.error(let code, let text), .error(let other, let otherText)):
      code == other && text == otherText
    default: false
    }
  }

  // MARK: Checks

  private func check(_ error: RuleError) {
    #expect(!error.message.isEmpty, "\(name)")
    #expect(error.message.utf8.count < 10_000, "\(name): a message is bounded")
    #expect(error.location != nil || error.code == .unknownKey, "\(name): \(error)")
    #expect(!error.message.contains(#/0x[0-9a-f]{6}/#), "\(name): \(error) shows an address")
    #expect(!error.message.contains { $0.isNewline }, "\(name): \(error)")
  }

  private func checkControl(of context: RuleContext) throws {
    #expect(LuaRulesTests.outcome("control", in: context) == AttackPlacement.control, "\(name)")
  }

  private func checkTime(since start: Double, _ work: String) throws {
    let taken = Self.processorTime - start
    #expect(taken < Self.patience, "\(name): \(work) took \(taken) s")
  }

  /// What a state holds between evaluations is not much more than its rules.
  private func checkMemory(of model: RuleModel) throws {
    for core in model.current {
      guard let place = core.pool.lend() else { continue }
      let held = try place.luaState().object.memoryUsed
      #expect(held < 8 << 20, "\(name): \(held) bytes are held")
      core.pool.giveBack(place)
    }
  }

  // MARK: Surroundings

  private static let loadingBudget: Budget = {
    var budget = Budget.loading
    budget.instructions = AttackOracle.budget.instructions
    budget.time = AttackOracle.budget.time
    return budget
  }()

  private static let host: HostFunctions = {
    struct Failure: Error {}
    let host: HostFunctions = ["fail": .function { (_: RuleContext) in throw Failure() }]
    return host.adding("take") { (_: [Int]?) in 1 }.adding("one") { (_: Int) in 1 }
  }()

  /// Rules that are all right, for the same model.
  private static let controls = RuleSource(
    text: AttackPlacement.value.files(
      with: AttackProgram(kind: "", name: "", body: "return 1", endings: [])
    ).rules.replacingOccurrences(of: "\"attack\"", with: "\"calm\""), name: "control.lua")

  /// Another model, which must not notice anything.
  private static let other: RuleContext = {
    let files = AttackPlacement.value.files(
      with: AttackProgram(kind: "", name: "", body: "return 1", endings: []))
    var context = RuleContext((try? RuleModel(text: files.rules)) ?? .empty)
    try? context.setValues(json: AttackPlacement.context)
    return context
  }()

  /// The processor time of this thread, in seconds.
  static var processorTime: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
