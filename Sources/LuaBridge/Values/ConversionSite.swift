/// The position of a conversion inside a table.
struct ConversionSite {
  /// The deepest nesting of tables.
  ///
  /// Measured: 100 levels of a recursive `Decodable` take less than 256 KiB of
  /// stack in a release build; a second thread on macOS has 512.
  static let greatestDepth = 100

  /// The number of tables around the value.
  var depth = 0
  /// The last step of the path to the value; `nil` for the value itself.
  var lastStep: ConversionStep?

  /// The path to the value, in the form for `Decodable` types.
  var codingPath: [any CodingKey] { lastStep.path(from: nil) }

  /// Returns the site of a part, without a step for the path.
  func deeper() -> ConversionSite {
    ConversionSite(depth: depth + 1, lastStep: lastStep)
  }

  /// Returns the site of the part with a key.
  func inside(_ key: any CodingKey) -> ConversionSite {
    ConversionSite(depth: depth + 1, lastStep: ConversionStep(key, after: lastStep))
  }

  /// Throws if the nesting is so deep that the stack might overflow.
  func checkDepth() throws(ConversionError) {
    guard depth <= Self.greatestDepth else {
      throw ConversionError(
        .wrongValue, given: "a table that is nested deeper",
        expected: "tables that are nested at most \(Self.greatestDepth) deep")
    }
  }
}

/// A step of the path to a value, linked to the step before it.
final class ConversionStep {
  let key: any CodingKey
  let outer: ConversionStep?

  init(_ key: any CodingKey, after outer: ConversionStep?) {
    self.key = key
    self.outer = outer
  }
}

extension ConversionStep? {
  /// The keys of all steps after `start`; of all steps if `start` is `nil`.
  func path(from start: ConversionStep?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var step = self
    while let last = step, last !== start {
      path.append(last.key)
      step = last.outer
    }
    return path.reversed()
  }
}

/// A position or a name in a coding path.
struct TableKey: CodingKey {
  private let name: String
  let intValue: Int?

  var stringValue: String { intValue.map { "Index \($0)" } ?? name }

  init(stringValue: String) {
    name = stringValue
    intValue = nil
  }

  /// Creates a position, which counts from 0 as in Swift.
  init(intValue: Int) {
    name = ""
    self.intValue = intValue
  }
}

extension CodingKey {
  /// The position in a list, from 0; `nil` for a type's own keys, which are names even if they
  /// have a number.
  private var offset: Int? { (self as? TableKey)?.intValue }

  /// The step in the path of an error.
  var step: String { offset.map { "[\($0 + 1)]" } ?? stringValue }

  /// Returns the value for the key.
  func value(in table: LuaTable) -> LuaValue? {
    guard let offset else { return table[stringValue] }
    return table.elements.indices.contains(offset) ? table.elements[offset] : nil
  }
}
