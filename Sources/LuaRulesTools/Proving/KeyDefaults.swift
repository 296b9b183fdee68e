import LuaBridge
import LuaRules

/// The defaults of the keys of a schema, as the engine gives them, each asked for once.
final class KeyDefaults {
  private let context: RuleContext
  private var known: [String: LuaValue?] = [:]

  init(_ schema: RuleSchema) throws(RuleError) {
    context = RuleContext(try RuleModel(text: "return {}", name: "no rules", schema: schema))
  }

  /// Returns the default of a key; `nil` for an error.
  subscript(key: String) -> LuaValue? {
    if let known = known[key] { return known }
    let value = (try? context.plainAnswer(at: key))?.value
    known[key] = .some(value)
    return value
  }
}
