// How types are joined and narrowed.

extension LuaType {
  /// Returns the values of both types together.
  func union(_ other: LuaType) -> LuaType {
    if self == other || other.isNever { return self }
    if isNever { return other }
    var result = LuaType(kinds.union(other.kinds))
    let hasNumbers = mayBe(.number)
    let otherHasNumbers = other.mayBe(.number)
    result.range =
      hasNumbers && otherHasNumbers
      ? range.union(other.range) : hasNumbers ? range : otherHasNumbers ? other.range : .all
    result.texts = Self.union(
      texts, has: mayBe(.text), other.texts, other.mayBe(.text)
    ) { $0.union($1).count <= Self.mostTexts ? $0.union($1) : nil }
    if result.texts == nil, result.mayBe(.text) {
      result.form = Self.union(
        formOfTexts, has: mayBe(.text), other.formOfTexts, other.mayBe(.text)
      ) { $0.union($1) }
    }
    result.shape = Self.union(shape, has: mayBe(.table), other.shape, other.mayBe(.table)) {
      $0.union($1)
    }
    result.function = Self.union(
      function, has: mayBe(.function), other.function, other.mayBe(.function)
    ) { $0 == $1 ? $0 : nil }
    return result
  }

  /// What the texts have in common, listed or not.
  private var formOfTexts: TextForm? { texts.map { TextForm(of: $0) } ?? form }

  private static func union<Part>(
    _ left: Part?, has isLeft: Bool, _ right: Part?, _ isRight: Bool,
    _ join: (Part, Part) -> Part?
  ) -> Part? {
    if isLeft, isRight {
      guard let left, let right else { return nil }
      return join(left, right)
    }
    return isLeft ? left : isRight ? right : nil
  }

  /// Returns the type with only some kinds.
  func only(_ wanted: Kinds) -> LuaType {
    var result = self
    result.kinds.formIntersection(wanted)
    if result.range != .all, !result.mayBe(.number) { result.range = .all }
    if result.texts != nil, !result.mayBe(.text) { result.texts = nil }
    if result.form != nil, !result.mayBe(.text) { result.form = nil }
    if result.shape != nil, !result.mayBe(.table) { result.shape = nil }
    if result.function != nil, !result.mayBe(.function) { result.function = nil }
    return result
  }

  /// Returns the type without some kinds.
  func without(_ unwanted: Kinds) -> LuaType { only(Kinds.all.subtracting(unwanted)) }

  /// Returns the values that are in both types.
  func intersection(_ other: LuaType) -> LuaType {
    if self == other { return self }
    var wanted = kinds.intersection(other.kinds)
    // Lua's `==` does not tell integers from floats.
    if mayBe(.number), other.mayBe(.number) {
      wanted.formUnion(kinds.intersection(.number))
    }
    var result = only(wanted)
    if result.mayBe(.number) {
      result.range = range.intersection(other.range)
      if result.isOnly(.integer) { result.range = result.range.ofIntegers }
      if result.range.isEmpty { result = result.without(.number) }
    }
    if result.mayBe(.text) { result.takeTexts(of: other) }
    if result.mayBe(.table), result.shape == nil { result.shape = other.shape }
    if result.mayBe(.function), result.function == nil { result.function = other.function }
    return result
  }

  /// Leaves only the texts that another type has, too.
  private mutating func takeTexts(of other: LuaType) {
    if let others = other.texts { texts = texts.map { $0.intersection(others) } ?? others }
    let forms = [form, other.form].compactMap(\.self)
    if let texts {
      self.texts =
        forms.isEmpty ? texts : texts.filter { text in forms.allSatisfy { $0.allows(text) } }
      form = nil
      if self.texts?.isEmpty == true { self = without(.text) }
    } else if let first = forms.first {
      form = forms.dropFirst().reduce(first) { $0.intersection($1) }
    }
  }

  /// Returns the type without a value, as far as that can be said.
  func excluding(_ value: LuaType) -> LuaType {
    guard value.isSingle else { return self }
    if value.kinds.isSubset(of: [.nothing, .no, .yes, .null]) { return without(value.kinds) }
    var result = self
    if let excluded = value.texts, let texts, mayBe(.text) {
      result.texts = texts.subtracting(excluded)
      if result.texts?.isEmpty == true { result = result.without(.text) }
    }
    if value.mayBe(.number), mayBe(.number), let number = value.range.only {
      if range.only == number { return result.without(.number) }
      if range.lower == number { result.range.isLowerOpen = true }
      if range.upper == number { result.range.isUpperOpen = true }
      if isOnly([.integer, .nothing]) { result.range = result.range.ofIntegers }
    }
    return result
  }

  /// Returns the numbers of a range; other kinds of values stay if they are texts.
  func ordered(_ range: NumberRange) -> LuaType {
    var result = only([.integer, .float, .text])
    guard result.mayBe(.number) else { return result }
    result.range = self.range.intersection(range)
    if !result.mayBe(.float) { result.range = result.range.ofIntegers }
    return result.range.isEmpty ? result.without(.number) : result
  }

  /// Returns a type that contains this one, and that changes only a few times in a loop.
  func widened(from earlier: LuaType) -> LuaType {
    if self == earlier { return self }
    var result = self
    if mayBe(.number) { result.range = range.widened(from: earlier.range) }
    if texts != earlier.texts { result.texts = nil }
    if form != earlier.form { result.form = form?.withoutEnds }
    return result
  }
}

extension TableShape {
  /// How many tables are listed.
  private static let mostConstants = 64

  /// The tables of files that it may be; `nil` for another table.
  var constants: Set<Int>? {
    switch self {
    case .captured(let table): [table]
    case .constants(let tables): tables
    default: nil
    }
  }

  /// Returns what is known of a table that has one of two shapes.
  fileprivate func union(_ other: TableShape) -> TableShape? {
    if self == other { return self }
    guard let both = constants?.union(other.constants ?? []), other.constants != nil,
      both.count <= Self.mostConstants
    else { return nil }
    return .constants(both)
  }
}
