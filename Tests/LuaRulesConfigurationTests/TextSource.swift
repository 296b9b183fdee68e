#if Configuration
  import LuaRules
  import Synchronization

  /// A text that a program holds, and changes only where it also asks for a reload.
  final class TextSource: LiveRuleSource {
    private let text: Mutex<String>

    init(_ text: String) {
      self.text = Mutex(text)
    }

    func set(_ text: String) { self.text.withLock { $0 = text } }

    func sources() -> [RuleSource] { [RuleSource(text: text.withLock { $0 }, name: "text.lua")] }

    func changes() -> AsyncStream<Void> { AsyncStream { _ in } }
  }
#endif
