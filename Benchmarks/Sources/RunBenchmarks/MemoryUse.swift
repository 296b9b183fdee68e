import CYardstick
import LuaRules
import TaskRules
import TodoRules

/// The memory that a rule takes in a long list of them, and that a context takes.
enum MemoryUse {
  static let names = ["memory-rule", "memory-rule-planned", "memory-context"]

  /// What contexts with five values may take, in bytes: the yardstick of `memory-context`.
  private static let contextBytes = 400

  /// Measures what contexts with five values take on the heap.
  ///
  /// What the values refer to, such as the text of a title, they share.
  static func measuredContexts(_ count: Int = 10_000) throws -> [Measurement] {
    let empty = RuleContext(try TaskModels.planned(TaskRuleTexts.planned))
    var contexts: [RuleContext] = []
    contexts.reserveCapacity(count)
    let before = yardstick_bytes()
    guard before >= 0 else { return [] }
    for _ in 0..<count {
      var context = empty
      setFive(&context)
      contexts.append(context)
    }
    let bytes = Double(yardstick_bytes() - before) / Double(count)
    return withExtendedLifetime(contexts) {
      [Measurement(name: names[2], ratio: bytes / Double(contextBytes), bytes: bytes)]
    }
  }

  /// Measures a list of rules; nothing where nobody tells how much memory is in use.
  ///
  /// First what a rule takes in a model that was loaded, its functions in one Lua state
  /// included; then the same once its key was asked, and planned. What it is compared
  /// with is bare Lua that has run the same file, after a collection.
  static func measured(ofRules count: Int = 10_000) -> [Measurement] {
    let text = RuleTexts.equal(count)
    let bytes = Array(text.utf8CString.dropLast())
    // What is made once in a process is made before.
    askSeventh(RuleContext(load(RuleTexts.equal(20))))

    let empty = yardstick_bytes()
    guard empty >= 0, let bareLua = yardstick_hold(bytes, Int64(bytes.count)) else { return [] }
    let bare = yardstick_bytes() - empty
    yardstick_free(bareLua)

    let before = yardstick_bytes()
    let model = load(text)
    let loaded = yardstick_bytes() - before
    askSeventh(RuleContext(model))
    let planned = yardstick_bytes() - before
    return withExtendedLifetime(model) {
      zip(names, [loaded, planned]).map { name, bytes in
        Measurement(
          name: name, ratio: Double(bytes) / Double(bare), bytes: Double(bytes) / Double(count))
      }
    }
  }
}
