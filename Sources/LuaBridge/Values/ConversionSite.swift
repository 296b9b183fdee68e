/// Where in a table a conversion stands.
struct ConversionSite {
  /// How deep tables may be nested.
  ///
  /// Measured: 100 levels of a recursive `Decodable` take less than 256 KiB of
  /// stack in a release build; a second thread on macOS has 512.
  static let greatestDepth = 100

  /// How many tables are around the value.
  var depth = 0
  /// The way to the value, as `Decodable` types are told it.
  var codingPath: [any CodingKey] = []

  /// Returns the site of something inside, without saying which.
  func deeper() -> ConversionSite {
    ConversionSite(depth: depth + 1, codingPath: codingPath)
  }

  /// Returns the site of what stands under a key.
  func inside(_ key: any CodingKey) -> ConversionSite {
    ConversionSite(depth: depth + 1, codingPath: codingPath + [key])
  }

  /// Refuses what is so deep that the stack might not hold it.
  func checkDepth() throws(ConversionError) {
    guard depth <= Self.greatestDepth else {
      throw ConversionError(
        .wrongValue, given: "a table that is nested deeper",
        expected: "tables that are nested at most \(Self.greatestDepth) deep")
    }
  }
}

/// A position or a name on a coding path.
struct TableKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  /// Counts from 0, as Swift does.
  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}

extension CodingKey {
  /// The position in a list, from 0; a type's own keys are names, also when they
  /// have a number.
  private var offset: Int? { (self as? TableKey)?.intValue }

  /// The step on the path of an error.
  var step: String { offset.map { "[\($0 + 1)]" } ?? stringValue }

  /// Returns what stands under the key.
  func value(in table: LuaTable) -> LuaValue? {
    guard let offset else { return table[stringValue] }
    return table.elements.indices.contains(offset) ? table.elements[offset] : nil
  }
}
