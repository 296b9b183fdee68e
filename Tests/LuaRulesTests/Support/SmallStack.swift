import Foundation

/// The stack of a thread in a pool; more where frames carry a sanitizer's red zones.
let smallStack =
  ProcessInfo.processInfo.environment["FLAT_MEMORY_EVALUATIONS"] == "0" ? 4 << 20 : 512 << 10

/// Runs a body on a thread with so many bytes of stack, and waits for it.
func onStack<Result: Sendable>(
  of size: Int, _ body: @escaping @Sendable () -> Result
) -> Result? {
  let box = Box<Result>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    box.value = body()
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
  return box.value
}

/// INVARIANT: written before the semaphore is signalled, read after.
private final class Box<Value>: @unchecked Sendable {
  var value: Value?
}
