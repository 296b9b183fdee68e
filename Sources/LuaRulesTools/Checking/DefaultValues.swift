import LuaBridge
import LuaRules
import Synchronization

/// The defaults of declared keys, which are made when the first one is asked for.
final class DefaultValues: Sendable {
  private let schema: RuleSchema
  private let defaults = Mutex<KeyDefaults?>(nil)

  init(_ schema: RuleSchema) { self.schema = schema }

  /// Returns the default of a key; `nil` for none, and for one that is no value of Lua.
  subscript(key: String) -> LuaValue? {
    guard schema.hasDefault(key) else { return nil }
    let value = defaults.withLock { defaults in
      defaults = defaults ?? (try? KeyDefaults(schema))
      return defaults?[key]
    }
    return switch value {
    case .boolean, .integer, .number, .string, .bytes: value
    case .nil, .null, .table, .object, .function, nil: nil
    }
  }
}
