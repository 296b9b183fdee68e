import LuaRules

/// The values that a variable may have for a condition to hold.
///
/// A domain is either a list of values, or all values except some, perhaps
/// between bounds.
struct ValueDomain: Hashable {
  /// The allowed values, if they are listed.
  private(set) var allowed: Set<TestedValue>?
  private(set) var excluded: Set<TestedValue> = []
  private(set) var lower: Bound?
  private(set) var upper: Bound?
  /// Whether values that are no numbers were told apart before they were compared: then one of them does not fail,
  /// it is just outside.
  private(set) var checksKind = false

  /// An end of a range of numbers.
  struct Bound: Hashable {
    let number: Double
    let isInside: Bool

    /// The number as a constant.
    var value: TestedValue { Int64(exactly: number).map { .integer($0) } ?? .float(number) }
  }

  /// All values.
  static let everything = ValueDomain()
  /// The values that are false in a test.
  static let falsehood = ValueDomain(oneOf: [.nothing, .boolean(false)])
  /// The values that are true in a test.
  static let truth = ValueDomain(noneOf: [.nothing, .boolean(false)])

  private init() {}

  /// Creates a list of values without `null`, which no value is equal to.
  init(oneOf values: some Sequence<TestedValue>) {
    var allowed = Set(values)
    allowed.remove(.null)
    self.allowed = allowed
  }

  init(noneOf values: Set<TestedValue>) { excluded = values }

  /// Creates a range of numbers.
  init(from lower: Bound? = nil, to upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  /// Creates a range of numbers that any other value is outside of.
  init(numbersFrom lower: Bound?, to upper: Bound?) {
    self.init(from: lower, to: upper)
    checksKind = true
  }

  var isEmpty: Bool {
    if let allowed { return allowed.isEmpty }
    guard let lower, let upper else { return false }
    if lower.number > upper.number { return true }
    return lower.number == upper.number && !(lower.isInside && upper.isInside)
  }

  var isEverything: Bool { allowed == nil && excluded.isEmpty && !isRange }

  /// Whether the domain has a bound.
  var isRange: Bool { lower != nil || upper != nil }

  func contains(_ value: TestedValue) -> Bool {
    if let allowed { return allowed.contains(value) }
    guard value != .null, !excluded.contains(value) else { return false }
    guard isRange else { return true }
    guard let number = value.number else { return false }
    if let lower, !(number > lower.number || lower.isInside && number == lower.number) {
      return false
    }
    if let upper, !(number < upper.number || upper.isInside && number == upper.number) {
      return false
    }
    return true
  }

  /// Whether none of some values is in the domain.
  func excludesAll(of values: Set<TestedValue>) -> Bool {
    if let allowed { return allowed.isDisjoint(with: values) }
    return !values.contains { contains($0) }
  }

  /// Whether no value of a type is in the domain.
  func isEmpty(for type: ValueType) -> Bool {
    if isEmpty { return true }
    if let allowed { return !allowed.contains { type.admits($0) } }
    if let listed = type.listedValues {
      return !contains(.nothing) && !listed.contains { contains($0) }
    }
    guard case .integer(let range) = type.withoutNull else { return false }
    let least = lower.map { $0.isInside ? $0.number.rounded(.up) : $0.number.rounded(.down) + 1 }
    let greatest =
      upper.map { $0.isInside ? $0.number.rounded(.down) : $0.number.rounded(.up) - 1 }
    let first = max(least ?? -.infinity, (range?.lowerBound).map { Double($0) } ?? -.infinity)
    let last = min(greatest ?? .infinity, (range?.upperBound).map { Double($0) } ?? .infinity)
    return first > last
  }

  /// Returns the values that are in both domains.
  func intersection(_ other: ValueDomain) -> ValueDomain {
    if let allowed {
      var result = self
      result.allowed = allowed.filter { other.contains($0) }
      return result
    }
    if other.allowed != nil { return other.intersection(self) }
    var result = self
    result.excluded.formUnion(other.excluded)
    result.lower = Bound.higher(lower, other.lower)
    result.upper = Bound.lower(upper, other.upper)
    result.checksKind = checksKind || other.checksKind
    return result
  }

  /// Returns whether another domain contains all values of this one.
  func isSubset(of other: ValueDomain) -> Bool {
    if let allowed { return allowed.allSatisfy { other.contains($0) } }
    guard other.allowed == nil else { return false }
    guard other.excluded.allSatisfy({ !contains($0) }) else { return false }
    return Bound.higher(lower, other.lower) == lower && Bound.lower(upper, other.upper) == upper
  }

  /// Returns the union of two lists; `nil` if one domain is not a list.
  func union(_ other: ValueDomain) -> ValueDomain? {
    guard let allowed, let others = other.allowed else { return nil }
    return ValueDomain(oneOf: allowed.union(others))
  }
}

extension ValueDomain.Bound {
  /// Returns the stricter one of two lower bounds.
  fileprivate static func higher(_ left: Self?, _ right: Self?) -> Self? {
    guard let left, let right else { return left ?? right }
    if left.number != right.number { return left.number > right.number ? left : right }
    return left.isInside ? right : left
  }

  /// Returns the stricter one of two upper bounds.
  fileprivate static func lower(_ left: Self?, _ right: Self?) -> Self? {
    guard let left, let right else { return left ?? right }
    if left.number != right.number { return left.number < right.number ? left : right }
    return left.isInside ? right : left
  }
}
