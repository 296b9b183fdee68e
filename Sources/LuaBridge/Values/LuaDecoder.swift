/// Decodes any `Decodable` type from a Lua value.
///
/// Numbers, dates, UUIDs, URLs, data and decimals inside have the forms of
/// ``LuaConverter``, not their JSON forms.
final class LuaDecoder: Decoder {
  /// The value, if it is a table; else an empty table.
  let table: LuaTable
  /// The value, if it is no table.
  private let other: LuaValue?
  let converter: LuaConverter
  let site: ConversionSite
  /// The last step of the path to the value whose type is being decoded.
  ///
  /// The steps from there to `site` lead into nested containers or to a superclass. Only the
  /// decoder knows them, so it adds them to errors.
  private let start: ConversionStep?

  /// Creates the decoder of a value of a type.
  convenience init(value: LuaValue, converter: LuaConverter, site: ConversionSite) {
    self.init(value: value, converter: converter, site: site, start: site.lastStep)
  }

  private init(
    value: LuaValue, converter: LuaConverter, site: ConversionSite, start: ConversionStep?
  ) {
    if case .table(let table) = value {
      (self.table, other) = (table, nil)
    } else {
      (table, other) = (LuaTable(), value)
    }
    self.converter = converter
    self.site = site
    self.start = start
  }

  var value: LuaValue { other ?? .table(table) }
  private var isTable: Bool { if case nil = other { true } else { false } }
  var codingPath: [any CodingKey] { site.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    // A table with positions and names is refused, because its positions would be ignored.
    guard isTable, table.elements.isEmpty else {
      throw located(.wrongType(value, for: [String: LuaValue].self))
    }
    return KeyedDecodingContainer(LuaKeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard isTable, !table.isObject else {
      throw located(.wrongType(value, for: [LuaValue].self))
    }
    return LuaUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    LuaSingleContainer(decoder: self)
  }

  /// Returns the decoder of a part.
  func inside(_ key: any CodingKey, _ value: LuaValue) throws(ConversionError) -> LuaDecoder {
    let inner = site.inside(key)
    try inner.checkDepth()
    return LuaDecoder(value: value, converter: converter, site: inner, start: start)
  }

  /// Converts a part; adds the step to an error.
  func convert<Value>(
    _ value: LuaValue, to type: Value.Type, inside key: some CodingKey
  ) throws(ConversionError) -> Value {
    do {
      let inner = converter.wantsPath(type) ? site.inside(key) : site.deeper()
      return try converter.convert(value, to: type, at: inner)
    } catch {
      throw located(error.inside(key.step))
    }
  }

  /// Whether a part may be something other than a table.
  var mayHaveScalars: Bool { site.depth < ConversionSite.greatestDepth }

  /// Returns the error with the path from the type that is being decoded.
  func located(_ error: ConversionError) -> ConversionError {
    var error = error
    error.path = site.lastStep.path(from: start).map(\.step) + error.path
    return error
  }
}

extension LuaConverter {
  /// Decodes a Lua value as a `Decodable` type.
  func decoded<Value: Decodable>(
    _ value: LuaValue, as type: Value.Type, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    do {
      return try Value(from: LuaDecoder(value: value, converter: self, site: site))
    } catch {
      throw ConversionError(error, decoding: value, below: site.codingPath.count)
    }
  }
}

extension ConversionError {
  /// The expectation in an error that only gives a reason.
  package static let otherwise = "something else"

  /// Translates an error of a type's own `init(from:)` into Lua's words.
  fileprivate init(_ error: any Error, decoding value: LuaValue, below depth: Int) {
    switch error {
    case let error as ConversionError:
      self = error
    case let error as DecodingError:
      let context: DecodingError.Context
      var path: [any CodingKey]
      var expected: String?
      switch error {
      case .typeMismatch(let type, let found), .valueNotFound(let type, let found):
        (context, path, expected) = (found, found.codingPath, LuaConverter.expectation(of: type))
      case .keyNotFound(let key, let found):
        (context, path) = (found, found.codingPath + [key])
      case .dataCorrupted(let found):
        (context, path) = (found, found.codingPath)
      @unknown default:
        (context, path) = (.init(codingPath: [], debugDescription: "\(error)"), [])
      }
      path = Array(path.dropFirst(depth))
      self.init(
        .wrongValue, given: (value.member(at: path) ?? .nil).literal,
        expected: expected ?? "something else (\(context.debugDescription))",
        path: path.map(\.step))
    default:
      self.init(.wrongValue, given: value.literal, expected: "\(Self.otherwise) (\(error))")
    }
  }
}

extension LuaValue {
  /// Returns the value at the end of a coding path.
  fileprivate func member(at path: [any CodingKey]) -> LuaValue? {
    var value = self
    for key in path {
      guard case .table(let table) = value, let member = key.value(in: table) else { return nil }
      value = member
    }
    return value
  }
}
