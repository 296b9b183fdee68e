import LuaBridge
import LuaRules

/// A value of a path in a context, which stands for all values that no rule tells apart from it.
struct WitnessValue {
  /// The value; `nil` for a name that the context leaves out.
  let value: LuaValue?
  /// Whether it stands for itself alone.
  let isExact: Bool

  static let leftOut = WitnessValue(value: nil, isExact: true)
  private static let null = WitnessValue(value: .null, isExact: true)

  private init(value: LuaValue?, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }

  private init(exactly value: TestedValue) { self.init(value: value.value, isExact: true) }

  /// Why the values of a path cannot be listed.
  struct Obstacle: Error {
    let reason: String
  }

  /// Returns what can be decided about a source, as far as rules can tell by comparing with some
  /// constants.
  static func all(
    of source: CaseSource, _ type: ValueType, isRequired: Bool, limits: DeclaredLimits,
    comparedWith constants: Set<TestedValue>
  ) throws(Obstacle) -> [WitnessValue] {
    switch source {
    case .path(let path):
      return try all(
        of: type, at: path, isRequired: isRequired, limits: limits, comparedWith: constants)
    case .failure: return [false, true].map { WitnessValue(exactly: .boolean($0)) }
    case .order: return [-1, 0, 1].map { WitnessValue(exactly: .integer($0)) }
    case .truth:
      return [leftOut, null] + [false, true].map { WitnessValue(exactly: .boolean($0)) }
    case .calculated:
      let values = present(type, ["calculated"], constants) ?? []
      let notNumber = WitnessValue(value: .number(.nan), isExact: false)
      return switch type {
      // Its truth is decided before.
      case .any: values.filter { $0.value?.isFalse != true } + [notNumber]
      case .number: values + [notNumber]
      default: values
      }
    }
  }

  /// Returns the values of a type that rules can tell apart by comparing with some constants.
  ///
  /// - Returns: The values, with one that is left out first, unless it is required.
  /// - Throws: ``Obstacle`` for a type whose values cannot be made, or not told apart.
  static func all(
    of type: ValueType, at path: [String], isRequired: Bool = false, limits: DeclaredLimits,
    comparedWith constants: Set<TestedValue>
  ) throws(Obstacle) -> [WitnessValue] {
    guard let values = present(type, path, constants, limits[path.declaredPath]) else {
      let name = path.joined(separator: ".")
      throw Obstacle(reason: "`\(name)` has values of a type that the schema does not describe")
    }
    if type.holdsFloats, constants.contains(where: \.isLargeInteger) {
      let name = path.joined(separator: ".")
      throw Obstacle(reason: "`\(name)` may be a fraction, and is compared with a large integer")
    }
    // A key that is set to nothing is not asked, one that is left out is.
    let nothing = type.isOptional && (path.count == 1 || isRequired)
    return (isRequired ? [] : [leftOut]) + values + (nothing ? [null] : [])
  }

  private static func present(
    _ type: ValueType, _ path: [String], _ constants: Set<TestedValue>,
    _ limits: DeclaredLimits.Limits? = nil
  ) -> [WitnessValue]? {
    let numbers = Set(constants.compactMap(\.number).filter { !$0.isNaN }).sorted()
    switch type.withoutNull {
    case .boolean: return [true, false].map { WitnessValue(exactly: .boolean($0)) }
    case .enumeration: return type.listedValues?.map { WitnessValue(exactly: $0) }
    case .integer(let range): return integers(range ?? .min ... .max, constants)
    case .number: return floats(numbers, within: limits)
    case .string: return texts(constants, path)
    case .list, .dictionary, .object: return [object]
    case .any:
      let kinds = [present(.boolean, path, []), floats(numbers), texts(constants, path)]
      return kinds.compactMap(\.self).flatMap(\.self) + [object]
    default: return nil
    }
  }

  private static let object = WitnessValue(value: .table(LuaTable()), isExact: false)

  private static func texts(_ constants: Set<TestedValue>, _ path: [String]) -> [WitnessValue] {
    var known: Set<[UInt8]> = []
    for case .text(let bytes) in constants { known.insert(bytes) }
    var other = "some \(path.last ?? "")"
    while known.contains(Array(other.utf8)) { other += "!" }
    let exact = known.compactMap { String(validating: $0, as: UTF8.self) }.sortedByBytes()
    return exact.map { WitnessValue(value: .string($0), isExact: true) }
      + [WitnessValue(value: .string(other), isExact: false)]
  }

  private static func floats(
    _ numbers: [Double], within limits: DeclaredLimits.Limits?
  ) -> [WitnessValue] {
    let ends = [limits?.minimum, limits?.maximum].compactMap(\.self)
    let values = floats(Set(numbers + ends).sorted())
    guard let limits, !ends.isEmpty else { return values }
    return values.filter { witness in
      witness.value.flatMap { TestedValue($0)?.number }.map(limits.allows) ?? true
    }
  }

  private static func floats(_ bounds: [Double]) -> [WitnessValue] {
    guard let first = bounds.first, let last = bounds.last else {
      return [WitnessValue(value: .integer(1), isExact: false)]
    }
    func number(_ value: Double, isExact: Bool) -> WitnessValue {
      let whole = Int64(exactly: value).map { LuaValue.integer($0) }
      return WitnessValue(value: whole ?? .number(value), isExact: isExact)
    }
    var values = [number(first - 1 < first ? first - 1 : first.nextDown, isExact: false)]
    for (index, bound) in bounds.enumerated() {
      values.append(number(bound, isExact: true))
      guard index + 1 < bounds.count else { continue }
      let middle = bound + (bounds[index + 1] - bound) / 2
      let whole = (bound + 1).rounded(.down)
      let between = whole > bound && whole < bounds[index + 1] ? whole : middle
      if between > bound, between < bounds[index + 1] {
        values.append(number(between, isExact: false))
      }
    }
    return values + [number(last + 1 > last ? last + 1 : last.nextUp, isExact: false)]
  }

  private static func integers(
    _ range: ClosedRange<Int64>, _ constants: Set<TestedValue>
  ) -> [WitnessValue] {
    // Where each class ends: in front of a number, and behind it.
    var bounds: [Int64: Bool] = [:]
    for constant in constants {
      switch constant {
      case .integer(let number): bounds[number] = true
      case .float(let number):
        guard let below = Int64(exactly: number.rounded(.down)) else { continue }
        bounds[below] = bounds[below] ?? false
      default: break
      }
    }
    var values: [WitnessValue] = []
    var start = range.lowerBound
    func add(_ end: Int64) {
      guard start <= end else { return }
      // Small numbers are read more easily.
      let value = min(max(start, min(end, 1)), end)
      values.append(WitnessValue(value: .integer(value), isExact: start == end))
    }
    for (bound, isWhole) in bounds.sorted(by: { $0.key < $1.key }) where range.contains(bound) {
      if isWhole {
        if bound > start { add(bound - 1) }
        values.append(WitnessValue(value: .integer(bound), isExact: true))
      } else {
        add(bound)
      }
      guard bound < range.upperBound else { return values }
      start = bound + 1
    }
    add(range.upperBound)
    return values
  }
}

extension TestedValue {
  /// Whether it is an integer that no `Double` equals.
  fileprivate var isLargeInteger: Bool {
    if case .integer(let number) = self { Double(exactly: number) == nil } else { false }
  }
}

extension ValueType {
  /// Whether numbers of the type may be fractions.
  fileprivate var holdsFloats: Bool {
    switch withoutNull {
    case .number, .any: true
    default: false
    }
  }
}

extension LuaValue {
  fileprivate var isFalse: Bool { if case .boolean(false) = self { true } else { false } }
}
