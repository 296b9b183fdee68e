/// What is known at one position of a function: the registers, and what tests have told of places.
struct TypeState {
  /// A value in a register.
  struct Value: Hashable {
    var type: LuaType
    /// Where it was read; 0 if it has no place.
    var place: TypePlaces.ID = 0
    /// The place whose kind is the value, for the result of `type(x)`.
    var kindOf: TypePlaces.ID = 0
    /// What the truth of the value tells of places, for the result of a test.
    var implication: Implication?
    /// The place that makes the value nil where it is missing itself, as `contact` in
    /// `contact and contact.mail`; 0 if there is none.
    var missing: TypePlaces.ID = 0
    /// What it was calculated from; `nil` for a value that was read, and for constants.
    var sources: ValueSources?

    static let any = Value(LuaType.any)

    init(_ type: LuaType, at place: TypePlaces.ID = 0) {
      self.type = type
      self.place = place
    }
  }

  /// The narrowed types of places where a value is true, and where it is false; `nil` where it cannot
  /// be so.
  struct Implication: Hashable {
    var whenTrue: [TypePlaces.ID: LuaType]?
    var whenFalse: [TypePlaces.ID: LuaType]?
    /// Whether it tells something of places that is not known.
    var isPartial = false
  }

  var registers: [Value]
  /// The narrowed types of places.
  var facts: [TypePlaces.ID: LuaType] = [:]
  /// The outcomes of comparisons of two values.
  var orders: [Order: Bool] = [:]
  var equalities: [Equality: Bool] = [:]
  /// Behind the results of a call with an open number of them: the end of the results if it is known.
  var openEnd: Int?
  /// What is in the tables that the function makes, by their places.
  var tables: [TypePlaces.ID: TableContents] = [:]

  /// How much work it is to compare or join the state.
  var size: Int { registers.count + facts.count + orders.count + equalities.count + tables.count }

  /// How many copies of the facts a join makes.
  func copies(joining other: TypeState) -> Int {
    registers.indices.reduce(0) { count, index in
      let (mine, theirs) = (registers[index], other.registers[index])
      guard mine != theirs else { return count }
      let truths = (type(of: mine).truth, other.type(of: theirs).truth)
      let differs = truths.0 != truths.1
      return differs || mine.implication != nil || theirs.implication != nil ? count + 1 : count
    }
  }

  /// Joins the state of another way to the same position.
  ///
  /// - Parameters:
  ///   - other: The state of the other way.
  ///   - isWidening: Whether changed types are widened, so that a loop ends soon.
  /// - Returns: Whether anything has changed.
  mutating func join(_ other: TypeState, isWidening: Bool) -> Bool {
    var hasChanged = shareTables(differingIn: other)
    for index in registers.indices where registers[index] != other.registers[index] {
      let (mine, theirs) = (registers[index], other.registers[index])
      var joined = Value(
        type(of: mine).union(other.type(of: theirs)),
        at: mine.place == theirs.place ? mine.place : 0)
      if joined.place != 0 { joined.type = mine.type.union(theirs.type) }
      joined.kindOf = mine.kindOf == theirs.kindOf ? mine.kindOf : 0
      joined.sources = joinedSources(of: mine, theirs, in: other)
      joined.missing = joined.place == 0 ? missing(in: mine, or: theirs, of: other) : 0
      let truths = (type(of: mine).truth, other.type(of: theirs).truth)
      let differs = truths.0 != truths.1
      if !isWidening, differs || mine.implication != nil || theirs.implication != nil {
        joined.implication = implication(of: mine).joined(other.implication(of: theirs))
      }
      if isWidening { joined.type = joined.type.widened(from: mine.type) }
      if joined != mine {
        registers[index] = joined
        hasChanged = true
      }
    }
    if joinTables(other, isWidening: isWidening) { hasChanged = true }
    if joinOrders(other) { hasChanged = true }
    for (place, fact) in facts {
      guard let theirs = other.facts[place] else {
        facts[place] = nil
        hasChanged = true
        continue
      }
      var joined = fact.union(theirs)
      if isWidening { joined = joined.widened(from: fact) }
      if joined != fact {
        facts[place] = joined
        hasChanged = true
      }
    }
    if openEnd != other.openEnd { openEnd = nil }
    return hasChanged
  }

  /// Returns what a value of this state and one of another state have in common.
  func joined(
    _ mine: Value, with theirs: Value, of other: TypeState, isWidening: Bool
  ) -> Value {
    var joined = Value(mine.type.union(theirs.type), at: mine.place)
    if mine.place == 0 || mine.place != theirs.place {
      joined = Value(type(of: mine).union(other.type(of: theirs)))
    }
    joined.sources = joinedSources(of: mine, theirs, in: other)
    joined.missing = joined.place == 0 ? missing(in: mine, or: theirs, of: other) : 0
    if isWidening { joined.type = joined.type.widened(from: mine.type) }
    return joined
  }

  /// Returns the place that is missing where a joined value is nil; 0 if it is not known.
  private func missing(in mine: Value, or theirs: Value, of other: TypeState) -> TypePlaces.ID {
    let (one, two) = (missing(in: mine), other.missing(in: theirs))
    return one == 0 || two == 0 ? max(one, two) : min(one, two)
  }

  /// Returns the place that is missing where a value is nil.
  private func missing(in value: Value) -> TypePlaces.ID {
    guard value.place != 0 else { return value.missing }
    let type = type(of: value)
    return type.mayBe(.nothing) && !type.isAny ? value.place : 0
  }

  /// Returns the type of a value, with what tests have told.
  func type(of value: Value) -> LuaType {
    guard value.place != 0, let fact = facts[value.place] else { return value.type }
    return value.type.intersection(fact)
  }

  /// Returns what the truth of a value tells, together with what is known.
  func implication(of value: Value) -> Implication {
    let type = type(of: value)
    func facts(_ isTrue: Bool) -> [TypePlaces.ID: LuaType]? {
      if type.truth == !isTrue { return nil }
      var ending = self
      if let implication = value.implication {
        guard let told = isTrue ? implication.whenTrue : implication.whenFalse, ending.assume(told)
        else { return nil }
      }
      if value.place != 0 {
        ending.facts[value.place] = isTrue ? type.without(.falsy) : type.only(.falsy)
      }
      return ending.facts
    }
    return Implication(
      whenTrue: facts(true), whenFalse: facts(false),
      isPartial: value.implication?.isPartial
        ?? (value.place == 0 && value.sources == nil && type.truth == nil
          && !type.isOnly([.nothing, .no, .yes])))
  }

  /// Adds what is known of places; returns whether it agrees with what was known.
  mutating func assume(_ others: [TypePlaces.ID: LuaType]) -> Bool {
    for (place, other) in others {
      let narrowed = facts[place].map { $0.intersection(other) } ?? other
      if narrowed.isNever { return false }
      facts[place] = narrowed
    }
    return true
  }

  /// Forgets a root whose value is calculated anew.
  mutating func renew(_ root: TypePlaces.ID, in places: TypePlaces) {
    if !tables.isEmpty { renewInTables(root, in: places) }
    if !orders.isEmpty || !equalities.isEmpty { renewInOrders(root, in: places) }
    for place in facts.keys where places[place].root == root { facts[place] = nil }
    for index in registers.indices {
      let value = registers[index]
      if value.place != 0, places[value.place].root == root {
        var kept = Value(type(of: value))
        kept.sources = value.sources
        registers[index] = kept
      }
      if value.kindOf != 0, places[value.kindOf].root == root { registers[index].kindOf = 0 }
      if value.missing != 0, places[value.missing].root == root { registers[index].missing = 0 }
      if value.implication != nil {
        registers[index].implication = value.implication?.filtered { places[$0].root != root }
      }
    }
  }
}

extension TypeState.Implication {
  /// Returns what two ways to one value have in common; `nil` if that is nothing.
  func joined(_ other: Self) -> Self? {
    func join(
      _ left: [TypePlaces.ID: LuaType]?, _ right: [TypePlaces.ID: LuaType]?
    ) -> [TypePlaces.ID: LuaType]? {
      guard let left, let right else { return left ?? right }
      var both: [TypePlaces.ID: LuaType] = [:]
      for (place, type) in left { if let other = right[place] { both[place] = type.union(other) } }
      return both
    }
    let joined = Self(
      whenTrue: join(whenTrue, other.whenTrue), whenFalse: join(whenFalse, other.whenFalse),
      isPartial: isPartial || other.isPartial)
    let isEmpty =
      !joined.isPartial && (joined.whenTrue?.isEmpty ?? true) && (joined.whenFalse?.isEmpty ?? true)
    return isEmpty ? nil : joined
  }

  /// What holds in any case.
  var certain: [TypePlaces.ID: LuaType] {
    guard let whenTrue, let whenFalse else { return whenTrue ?? whenFalse ?? [:] }
    return whenTrue.reduce(into: [:]) { all, fact in
      if let other = whenFalse[fact.key] { all[fact.key] = fact.value.union(other) }
    }
  }

  /// The places of which something is implied.
  var places: Set<TypePlaces.ID> {
    Set(whenTrue?.keys.map(\.self) ?? []).union(whenFalse?.keys.map(\.self) ?? [])
  }

  /// Returns what is told beyond known facts.
  func filtered(beyond known: [TypePlaces.ID: LuaType]) -> Self {
    Self(
      whenTrue: whenTrue?.filter { known[$0.key] != $0.value },
      whenFalse: whenFalse?.filter { known[$0.key] != $0.value }, isPartial: isPartial)
  }

  /// Returns the facts of some places.
  func filtered(_ isKept: (TypePlaces.ID) -> Bool) -> Self {
    Self(
      whenTrue: whenTrue?.filter { isKept($0.key) },
      whenFalse: whenFalse?.filter { isKept($0.key) }, isPartial: isPartial)
  }
}
