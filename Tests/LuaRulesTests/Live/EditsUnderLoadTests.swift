import Dispatch
import Foundation
import Synchronization
import Testing

@testable import LuaRules

private struct PlannedKey: DynamicEnvironmentKey { static let defaultValue = -1 }
private struct CalledKey: DynamicEnvironmentKey { static let defaultValue = -1 }
private struct CollectedKey: DynamicEnvironmentKey {
  static let defaultValue: [Int] = []
  static let hitPolicy = HitPolicy.collect
}

/// Rules in which every key gives the same number.
private func rules(_ number: Int) -> String {
  """
  return {
    { key = "planned", value = \(number) },
    { key = "called", value = function(c) for i = 1, 2 do c = i end return \(number) end },
    { key = "collected", value = \(number) },
  }
  """
}

/// How the threads of a test ask for the number in the rules.
private enum Asking: CaseIterable {
  case byPlan, byLua, inEnvironments, throughFallbacks, collecting, memoized, afresh

  func question(of live: LiveRuleModel, _ parent: RuleEnvironment) -> () throws -> Int {
    let context = RuleContext(live)
    switch self {
    case .byPlan: return { try context.value(for: PlannedKey.self) }
    case .byLua: return { try context.value(for: CalledKey.self) }
    case .inEnvironments:
      let child = RuleEnvironment()
      child.inherit(from: parent)
      return { child[dynamic: PlannedKey.self] }
    case .throughFallbacks:
      let context = RuleContext(RuleModel().fallback(live))
      return { try context.value(for: PlannedKey.self) }
    case .collecting: return { try context.value(for: CollectedKey.self).first ?? -1 }
    case .memoized:
      let memoized = context.memoized()
      return { try memoized.value(for: CalledKey.self) }
    case .afresh:
      return {
        var context = RuleContext(live)
        context["x"] = 1
        return try context.value(for: CalledKey.self)
      }
    }
  }
}

/// Where the loops run that ask.
private enum Workers: String, CaseIterable, Codable {
  case threads
  /// The threads of all tasks, of which there are as many as processors.
  case tasks
  /// The threads of Dispatch, of which there are as many as processors for each quality of service.
  case queues

  func start(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .threads: Thread(block: body).start()
    case .tasks: Task.detached(operation: body)
    case .queues:
      DispatchQueue.global().async(execute: body)
      DispatchQueue.global(qos: .utility).async(execute: body)
    }
  }
}

/// A loop that asks without a pause, and shares with others only what the engine shares.
private final class Asker: Sendable {
  private let isStopped = Atomic(false)
  private let last = Atomic(0)
  private let fault = Mutex<String?>(nil)

  /// The number that was seen last; 0 before the loop runs.
  var seen: Int { last.load(ordering: .relaxed) }

  func ask(_ question: () throws -> Int) {
    var last = 0
    while !isStopped.load(ordering: .relaxed) {
      do {
        let number = try question()
        if number < last { note("\(number) after \(last)") }
        guard number != last else { continue }
        last = number
        self.last.store(number, ordering: .relaxed)
      } catch {
        note("\(error)")
      }
    }
  }

  private func note(_ text: String) { fault.withLock { $0 = $0 ?? text } }

  /// Ends the loop; returns the first thing that went wrong.
  func stop() -> String? {
    isStopped.store(true, ordering: .relaxed)
    return fault.withLock { $0 }
  }
}

/// A live model whose sources a test replaces.
private struct Edited {
  let live: LiveRuleModel
  let save: @Sendable (Int) throws -> Void

  init(_ store: RuleStore) throws {
    switch store {
    case .files:
      let folder = try RuleFolder()
      save = { number in
        try folder.write(rules(number), to: "a.tmp")
        try folder.rename("a.tmp", to: "a.lua")
      }
      try save(1)
      live = try folder.live("a.lua")
    case .texts:
      let source = TextSource(rules(1))
      save = { source.set(rules($0)) }
      live = try LiveRuleModel(source)
    }
  }

  /// Edits while some loops ask; returns what went wrong.
  func run(_ count: Int, _ asking: Asking, by workers: Workers) throws -> [String] {
    let parent = RuleEnvironment(live.model)
    let askers = (0..<count).map { _ in Asker() }
    for asker in askers {
      workers.start { [live] in asker.ask(asking.question(of: live, parent)) }
    }
    var faults: [String] = []
    for number in 2...6 where faults.isEmpty {
      try save(number)
      // Those that did not begin, because others have all threads, have seen nothing.
      let arrives = waits {
        let seen = askers.map(\.seen)
        return seen.contains(number) && seen.allSatisfy { $0 == number || $0 == 0 }
      }
      if !arrives { faults.append("edit \(number): \(count) \(asking) saw \(askers.map(\.seen))") }
    }
    return faults + askers.compactMap { $0.stop() }
  }

  /// Waits without a thread of tasks, which may all be busy.
  private func waits(for condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(1000)
    }
    return true
  }
}

@Suite(.serialized, .timeLimit(.minutes(15))) struct EditsUnderLoadTests {
  /// Runs in processes of their own: other tests could not go on beside loops that keep all threads
  /// of tasks busy.
  @Test(arguments: Workers.allCases, RuleStore.allCases)
  fileprivate func `every edit reaches loops that ask without a pause`(
    workers: Workers, store: RuleStore
  ) async {
    await #expect(processExitsWith: .success) { [workers, store] in
      let faults = await onOwnThread {
        Asking.allCases.flatMap { asking in
          [1, 2, 4, 8].flatMap { count in
            do {
              return try Edited(store).run(count, asking, by: workers)
            } catch {
              return ["\(error)"]
            }
          }
        }
      }
      #expect(faults == [])
    }
  }
}
