import LuaBridge
import LuaRules

/// The way from a context with different answers to a small one.
///
/// What a context need not have is left out, and what is left becomes as simple as other values
/// that the schema requires.
struct WitnessShrinking {
  /// How many contexts are tried, at most.
  private static let mostTries = 2000

  private let compared: ComparedAnswers
  private let schema: RuleSchema
  private var triesLeft = Self.mostTries
  private(set) var found: ComparedAnswers.Difference

  init(_ found: ComparedAnswers.Difference, _ compared: ComparedAnswers) {
    (self.found, self.compared) = (found, compared)
    schema = compared.new.schema
  }

  /// Makes the context smaller until nothing more can be left out.
  ///
  /// - Complexity: O(*n*) contexts for *n* values, most of which are not needed.
  mutating func run() {
    removeKeys()
    var isSmaller = true
    while isSmaller, triesLeft > 0 {
      isSmaller = false
      for place in found.context.places {
        if remove(at: place) || simplify(at: place) { isSmaller = true }
      }
    }
  }

  private mutating func replace(_ context: LuaTable) -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    // An error tells less than another value.
    guard let other = compared.difference(in: context), !other.hasError || found.hasError else {
      return false
    }
    found = other
    return true
  }

  /// Leaves out keys, many at once at first.
  private mutating func removeKeys() {
    var count = found.context.fields.count
    while count > 0 {
      var start = 0
      while start < found.context.fields.count {
        var context = found.context
        let removed = context.fields[start..<min(start + count, context.fields.count)]
        let required = removed.filter { schema.requires([$0.name]) }
        context.fields.replaceSubrange(removed.indices, with: required)
        if required.count == removed.count || !replace(context) {
          start += count
        } else {
          start += required.count
        }
      }
      count /= 2
    }
  }

  /// Leaves out a value that its object, or its list, need not have.
  private mutating func remove(at place: ValuePlace) -> Bool {
    guard case .some = found.context.value(at: place) else { return false }
    let least = schema.limits[place.list.declaredPath]?.leastCount ?? 0
    if place.isElement {
      guard found.context.elementCount(at: place) > least else { return false }
    } else if schema.requires(place.path) {
      return false
    }
    return replace(found.context.setting(nil, at: place))
  }

  /// Replaces a value by one that stands for all values of its type, or a number by one that is nearer to it.
  private mutating func simplify(at place: ValuePlace) -> Bool {
    guard let type = schema.declaredType(at: place.path), type != .any,
      let simple = schema.simplest(of: type, at: place.path),
      let value = found.context.value(at: place), !value.isIdentical(to: simple)
    else { return false }
    if case .table = value { return false }
    if replace(found.context.setting(simple, at: place)) { return true }
    guard case .integer(let end) = simple, case .integer(let number) = value else { return false }
    var (distance, isTooLong) = number.subtractingReportingOverflow(end)
    var (isSimpler, current) = (false, number)
    while !isTooLong, distance != 0 {
      let nearer = current - distance
      if nearer != current, nearer != end,
        replace(found.context.setting(.integer(nearer), at: place))
      {
        (isSimpler, current) = (true, nearer)
      }
      distance /= 2
    }
    return isSimpler
  }
}

extension ComparedAnswers {
  /// Leaves out what a context does not need for different answers, and makes its values simple.
  ///
  /// Where a side uses up its budget, a smaller context might only just do so.
  func smallest(_ found: Difference) -> Difference {
    guard !found.isExhausted else { return found }
    var shrinking = WitnessShrinking(found, self)
    shrinking.run()
    return shrinking.found
  }

  /// The number of values that a context has beside those that the schema requires.
  func size(of context: LuaTable) -> Int {
    let usual = new.schema.completing(LuaTable())
    func size(_ value: LuaValue, _ other: LuaValue?) -> Int {
      guard case .table(let table) = value else {
        return other.map(value.isIdentical) == true ? 0 : 1
      }
      let base = if case .table(let base)? = other { base } else { nil as LuaTable? }
      let inner =
        table.fields.reduce(0) { $0 + size($1.value, base?[$1.name]) }
        + zip(table.elements, 0...).reduce(0) { sum, element in
          sum + size(element.0, (base?.elements).flatMap { $0.dropFirst(element.1).first })
        }
      return inner + (inner > 0 || base == nil ? 1 : 0)
    }
    return context.fields.reduce(0) { $0 + size($1.value, usual[$1.name]) }
  }
}
