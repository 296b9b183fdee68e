import LuaRules
import Synchronization

/// A source whose rules are others each time.
public final class ChangingRules: LiveRuleSource {
  private let texts: [String]
  private let turn = Mutex(0)

  /// Creates a source that gives texts in turn.
  public init(_ texts: [String]) { self.texts = texts }

  /// Returns the next text.
  public func sources() -> [RuleSource] {
    let number = turn.withLock { turn in
      turn += 1
      return turn
    }
    return [RuleSource(texts[number % texts.count], name: "todo.lua")]
  }

  /// Returns a stream that ends at once: who measures asks for each change.
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
