import Dispatch
import LuaBridge
import Synchronization
import Testing

private final class Counted: Sendable {
  static let ended = Atomic(0)
  deinit { Self.ended.add(1, ordering: .relaxed) }
}

/// A reference that keeps nothing alive, and tells when there is nothing left.
struct WeakReferenceTests {
  @Test func `the object is there as long as somebody keeps it`() {
    var kept: Counted? = Counted()
    let reference = kept.map { WeakReference($0) }
    for _ in 0..<3 { #expect(reference?.object === kept) }
    #expect(kept != nil)
    let before = Counted.ended.load(ordering: .relaxed)
    kept = nil
    #expect(Counted.ended.load(ordering: .relaxed) == before + 1)
    for _ in 0..<3 { #expect(reference?.object == nil) }
  }

  @Test func `threads that look for an object while it ends find it, or nothing`() {
    for _ in 0..<300 {
      let kept = Mutex<Counted?>(Counted())
      guard let reference = kept.withLock({ $0.map { WeakReference($0) } }) else { continue }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        if thread == 0 {
          kept.withLock { $0 = nil }
        } else {
          for _ in 0..<50 { if let object = reference.object { withExtendedLifetime(object) {} } }
        }
      }
      #expect(reference.object == nil)
    }
  }
}
