/// Where in a table a conversion stands.
struct ConversionSite {
  /// How deep tables may be nested.
  ///
  /// Measured: 100 levels of a recursive `Decodable` take less than 256 KiB of
  /// stack in a release build; a second thread on macOS has 512.
  static let greatestDepth = 100

  /// How many tables are around the value.
  var depth = 0
  /// The last step of the way to the value; `nil` for the value itself.
  var lastStep: ConversionStep?

  /// The way to the value, as `Decodable` types are told it.
  var codingPath: [any CodingKey] { lastStep.path(from: nil) }

  /// Returns the site of something inside, without saying which.
  func deeper() -> ConversionSite {
    ConversionSite(depth: depth + 1, lastStep: lastStep)
  }

  /// Returns the site of what stands under a key.
  func inside(_ key: any CodingKey) -> ConversionSite {
    ConversionSite(depth: depth + 1, lastStep: ConversionStep(key, after: lastStep))
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

/// A step of the way to a value, which knows the steps before it.
final class ConversionStep {
  let key: any CodingKey
  let outer: ConversionStep?

  init(_ key: any CodingKey, after outer: ConversionStep?) {
    self.key = key
    self.outer = outer
  }
}

extension ConversionStep? {
  /// The keys of all steps after another one, which is on the way; of all steps for `nil`.
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

/// A position or a name on a coding path.
struct TableKey: CodingKey {
  private let name: String
  let intValue: Int?

  var stringValue: String { intValue.map { "Index \($0)" } ?? name }

  init(stringValue: String) {
    name = stringValue
    intValue = nil
  }

  /// Counts from 0, as Swift does.
  init(intValue: Int) {
    name = ""
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
