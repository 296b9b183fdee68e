import LuaRules
import Synchronization

/// A text that a program holds and changes.
final class TextSource: LiveRuleSource {
  private let text: Mutex<String>
  private let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])
  /// Called whenever the text is asked for.
  private let whenAsked: @Sendable () throws -> Void

  init(_ text: String, whenAsked: @escaping @Sendable () throws -> Void = {}) {
    self.text = Mutex(text)
    self.whenAsked = whenAsked
  }

  func set(_ text: String) {
    self.text.withLock { $0 = text }
    for listener in listeners.withLock({ $0 }) { listener.yield() }
  }

  func sources() throws -> [RuleSource] {
    try whenAsked()
    return [RuleSource(text: text.withLock { $0 }, name: "text.lua")]
  }

  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    listeners.withLock { $0.append(continuation) }
    return stream
  }
}
