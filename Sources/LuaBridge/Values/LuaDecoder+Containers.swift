/// The named values of a table.
///
/// It holds one reference only, because the standard library copies a container at each use.
struct LuaKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: LuaDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.table.fields.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { position(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { value(key).isNothing }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.convert(value(key), to: type, inside: key)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    let value = value(key)
    return value.isNothing ? nil : try decoder.convert(value, to: type, inside: key)
  }

  // Fast paths for Lua's own types, which need no look at the type.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    if case .boolean(let boolean)? = scalar(key) { return boolean }
    return try decoder.convert(value(key), to: type, inside: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if case .string(let string)? = scalar(key) { return string }
    return try decoder.convert(value(key), to: type, inside: key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    if case .number(let number)? = scalar(key) { return number }
    return try decoder.convert(value(key), to: type, inside: key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    if case .integer(let given)? = scalar(key), let integer = Int(exactly: given) {
      return integer
    }
    return try decoder.convert(value(key), to: type, inside: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inside(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try decoder.inside(TableKey(stringValue: "super"), decoder.table["super"] ?? .nil)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inside(key) }

  private func position(_ key: Key) -> Int? { decoder.table.position(of: key.stringValue) }

  /// The value for a key; a missing name is `nil`, as everywhere in Lua.
  private func value(_ key: Key) -> LuaValue {
    position(key).map { decoder.table.fields[$0].value } ?? .nil
  }

  /// The value for a key if it may be a scalar; `nil` for a missing name.
  private func scalar(_ key: Key) -> LuaValue? {
    guard decoder.mayHaveScalars, let position = position(key) else { return nil }
    return decoder.table.fields[position].value
  }

  private func inside(_ key: Key) throws(ConversionError) -> LuaDecoder {
    try decoder.inside(key, value(key))
  }
}

/// The elements of a list, one after the other.
struct LuaUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: LuaDecoder
  private(set) var currentIndex = 0

  init(decoder: LuaDecoder) { self.decoder = decoder }

  private var elements: [LuaValue] { decoder.table.elements }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Advances only if the element is `nil`, as the protocol requires.
  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNothing else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decoder.convert(current, to: type, inside: key)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try inside().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inside().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let inner = try inside()
    currentIndex += 1
    return inner
  }

  private var key: TableKey { TableKey(intValue: currentIndex) }
  /// The current element; after the end it is `nil`, as everywhere in Lua.
  private var current: LuaValue { isAtEnd ? .nil : elements[currentIndex] }

  private func inside() throws(ConversionError) -> LuaDecoder {
    try decoder.inside(key, current)
  }
}

/// The value itself.
struct LuaSingleContainer: SingleValueDecodingContainer {
  let decoder: LuaDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNothing }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Counts as a level, so that types that decode each other endlessly are detected.
    do {
      return try decoder.converter.convert(decoder.value, to: type, at: decoder.site.deeper())
    } catch {
      throw decoder.located(error)
    }
  }
}

extension LuaValue {
  /// Whether the value is `nil` or `null`.
  fileprivate var isNothing: Bool {
    switch self {
    case .nil, .null: true
    default: false
    }
  }
}
