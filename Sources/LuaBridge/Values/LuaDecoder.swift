/// Decodes any `Decodable` type from a Lua value.
///
/// Numbers, dates, UUIDs, URLs, data and decimals inside take the forms of
/// ``LuaConverter``, not those that they would have in JSON.
final class LuaDecoder: Decoder {
  /// The value where it is a table; else an empty one.
  let table: LuaTable
  /// The value where it is no table.
  private let other: LuaValue?
  let converter: LuaConverter
  let site: ConversionSite
  /// The last step of the way to the value of the type that is decoded, whose errors
  /// pass nobody else who knows the steps from there to here: those into nested containers and to
  /// a superclass.
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
    // A mix is refused, since nothing would ever look at its positions.
    guard isTable, table.elements.isEmpty else {
      throw located(.wrongType(value, for: [String: LuaValue].self))
    }
    return KeyedDecodingContainer(LuaKeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard isTable, table.fields.isEmpty else {
      throw located(.wrongType(value, for: [LuaValue].self))
    }
    return LuaUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    LuaSingleContainer(decoder: self)
  }

  /// Returns the decoder of what stands inside.
  func inside(_ key: any CodingKey, _ value: LuaValue) throws(ConversionError) -> LuaDecoder {
    let inner = site.inside(key)
    try inner.checkDepth()
    return LuaDecoder(value: value, converter: converter, site: inner, start: start)
  }

  /// Converts what stands inside, and names the step in the error.
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

  /// Whether something may stand inside that is no table.
  var mayHaveScalars: Bool { site.depth < ConversionSite.greatestDepth }

  /// Returns the error as the type that is decoded sees it.
  func located(_ error: ConversionError) -> ConversionError {
    var error = error
    error.path = site.lastStep.path(from: start).map(\.step) + error.path
    return error
  }
}

extension LuaConverter {
  /// Returns the value that a `Decodable` type makes of a Lua value.
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
  /// What is expected when only the reason is known for which a value is refused.
  package static let otherwise = "something else"

  /// Says in Lua's words what went wrong in a type's own `init(from:)`.
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
  /// Returns what stands at the end of a coding path.
  fileprivate func member(at path: [any CodingKey]) -> LuaValue? {
    var value = self
    for key in path {
      guard case .table(let table) = value, let member = key.value(in: table) else { return nil }
      value = member
    }
    return value
  }
}
