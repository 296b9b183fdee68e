/// The view of a dictionary: a missing entry is `nil`.
struct DictionaryView<Key: Hashable, Value>: LuaView {
  private let dictionary: [Key: Value]

  init(_ dictionary: [Key: Value]) {
    self.dictionary = dictionary
  }

  var shape: LuaViewShape { .dictionary }
  var count: Int { dictionary.count }
  var subject: Any { dictionary }

  /// The keys that Lua can hold, without integers of more than 64 bits.
  var keys: [LuaValue] {
    dictionary.keys.compactMap { DictionaryKeys.scalar(of: $0) }.sorted(by: LuaOrder.precedes)
  }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard let native = DictionaryKeys.key(for: key, as: Key.self),
      let index = dictionary.index(forKey: native)
    else { return .absent }
    // Swift compares strings by canonical equivalence, Lua by bytes.
    let found = dictionary[index]
    guard DictionaryKeys.scalar(of: found.key)?.isRawEqual(to: key) == true else {
      return .absent
    }
    return .value(found.value)
  }
}

/// Converts the keys of dictionaries to Lua and back.
enum DictionaryKeys {
  /// Returns whether keys of the type are strings, integers or booleans in Lua.
  static func areVisible(_ type: Any.Type) -> Bool {
    if type == String.self || type == Substring.self || type == Bool.self { return true }
    if type is any FixedWidthInteger.Type { return true }
    if let raw = type as? any RawRepresentable.Type { return isVisible(rawValueOf: raw) }
    return EnumCases.names(of: type) != nil
  }

  private static func isVisible<Raw: RawRepresentable>(rawValueOf type: Raw.Type) -> Bool {
    let raw: Any.Type = Raw.RawValue.self
    return raw == String.self || raw == Substring.self || raw == Bool.self
      || raw is any FixedWidthInteger.Type
  }

  /// Returns the Lua form of a key.
  static func scalar<Key>(of key: Key) -> LuaValue? {
    if let name = key as? String { return .string(name) }
    guard case .value(let scalar) = LuaRepresentation(of: key) else { return nil }
    return scalar
  }

  /// Returns the key for a Lua value.
  static func key<Key>(for value: LuaValue, as type: Key.Type) -> Key? {
    if Key.self == String.self { return value.name as? Key }
    return try? LuaConverter { _ in nil }.convert(value, to: Key.self)
  }
}
