import LuaBridge
import LuaRules

/// The defaults of declared keys, which are made when the first one is asked for.
final class DefaultValues {
  private let schema: RuleSchema
  private lazy var defaults = try? KeyDefaults(schema)

  init(_ schema: RuleSchema) { self.schema = schema }

  /// Returns the default of a key; `nil` for none, and for one that is no value of Lua.
  subscript(key: String) -> LuaValue? {
    guard schema.hasDefault(key), let value = defaults?[key] else { return nil }
    return switch value {
    case .boolean, .integer, .number, .string, .bytes: value
    case .nil, .null, .table, .object, .function: nil
    }
  }
}
