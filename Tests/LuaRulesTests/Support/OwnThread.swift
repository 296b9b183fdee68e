import Foundation

/// The stack of a thread in a pool; more where frames carry a sanitizer's red zones.
let smallStack =
  ProcessInfo.processInfo.environment["FLAT_MEMORY_EVALUATIONS"] == "0" ? 4 << 20 : 512 << 10

/// Runs a body on a thread of its own, perhaps with so many bytes of stack.
///
/// There it may wait: the threads that tasks share are few, and who blocks one
/// of them holds up other tests.
func onOwnThread<Result: Sendable>(
  stack: Int? = nil, _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    if let stack { thread.stackSize = stack }
    thread.start()
  }
}

/// Runs a body so many times at once, each on a thread of its own, and gives it a number.
func onOwnThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) async -> [Result] {
  await withTaskGroup(of: Result.self) { group in
    for number in 0..<count {
      group.addTask { await onOwnThread { body(number) } }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
}
