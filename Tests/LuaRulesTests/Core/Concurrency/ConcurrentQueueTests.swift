import Dispatch
import Synchronization
import Testing

@testable import LuaRules

struct ConcurrentQueueTests {
  @Test func `work is done in its order`() {
    let queue = ConcurrentQueue()
    let done = Mutex<[Int]>([])
    let end = DispatchSemaphore(value: 0)
    for number in 0..<100 { queue.add { done.withLock { $0.append(number) } } }
    queue.add { end.signal() }
    end.wait()
    #expect(done.withLock(\.self) == Array(0..<100))
  }

  @Test func `work is done that comes after the end of other work`() {
    let queue = ConcurrentQueue()
    for _ in 0..<10 {
      let end = DispatchSemaphore(value: 0)
      queue.add { end.signal() }
      end.wait()
    }
  }

  @Test(arguments: [0, 1, 2, 7])
  func `elements are transformed in their order`(count: Int) {
    #expect(Array(0..<count).concurrentMap { $0 * 2 } == (0..<count).map { $0 * 2 })
  }
}
