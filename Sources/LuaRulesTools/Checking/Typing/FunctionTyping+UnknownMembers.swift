import LuaBytecode

// Members of values of which nothing is declared: tests of them hold until something may change them.

extension FunctionTyping {
  /// How long the words of a place may be, in bytes.
  private static let mostWords = 128

  /// Returns a member of a value of which nothing is known.
  mutating func unknownMember(_ name: String, of base: TypeState.Value) -> TypeState.Value {
    let outer = analysis.places[base.place]
    guard base.place != 0, !analysis.places.isDeclared(base.place), !outer.isMeasure,
      outer.text.utf8.count < Self.mostWords
    else { return .any }
    return TypeState.Value(.any, at: analysis.place(.name(name), from: base.place))
  }

  /// Forgets what tests have told of members that a write may change.
  ///
  /// - Parameter table: The table that is changed.
  mutating func forgetMembers(changedIn table: TypeState.Value) {
    // Nothing else holds a table that the function makes, as long as it has no other name.
    if state.tables[table.place]?.isShared == false { return }
    forgetMembers()
  }

  /// Forgets what tests have told of members that a call may change.
  mutating func forgetMembers(calling function: FunctionShape?, _ arguments: Arguments) {
    if case .captured(let number)? = function, !arguments.isOpen,
      !arguments.types.contains(where: { $0.mayBe(.function) }),
      state.remembers(where: isChangeable), analysis.onlyGives(number)
    {
      return
    }
    guard case .library(let name)? = function else { return forgetMembers() }
    switch name {
    case "table.insert", "table.remove":
      forgetMembers(changedIn: arguments.values.first ?? .any)
    case "require", "table.move", "table.sort": forgetMembers()
    case "string.gsub":
      // It may call what it gets as a replacement.
      if arguments.isOpen || arguments.types.dropFirst(2).contains(where: { $0.mayBe(.function) }) {
        forgetMembers()
      }
    default: break
    }
  }

  /// Forgets what tests have told of members of values of which nothing is declared.
  mutating func forgetMembers() {
    analysis.spend(state.size / 16)
    state.forget(isChangeable)
  }

  /// Whether a place is a member of a value of which nothing is declared.
  private func isChangeable(_ place: TypePlaces.ID) -> Bool {
    let entry = analysis.places[place]
    return entry.parent != 0 && !entry.isMeasure && !analysis.places.isDeclared(place)
  }
}

extension TypeState {
  /// Whether something is known of some of the places, or held by a register.
  fileprivate func remembers(where isOne: (TypePlaces.ID) -> Bool) -> Bool {
    facts.keys.contains(where: isOne)
      || registers.contains { value in
        value.place != 0 && isOne(value.place) || value.kindOf != 0 && isOne(value.kindOf)
          || value.implication?.places.contains(where: isOne) == true
      }
  }

  /// Forgets what is known of some places; what registers hold stays.
  fileprivate mutating func forget(_ isForgotten: (TypePlaces.ID) -> Bool) {
    forgetOrders(isForgotten)
    guard remembers(where: isForgotten) else { return }
    let places = facts.keys.filter(isForgotten)
    for index in registers.indices {
      let value = registers[index]
      if value.place != 0, isForgotten(value.place) { registers[index] = Value(type(of: value)) }
      if value.kindOf != 0, isForgotten(value.kindOf) { registers[index].kindOf = 0 }
      if value.implication != nil {
        registers[index].implication = value.implication?.filtered { !isForgotten($0) }
      }
    }
    for place in places { facts[place] = nil }
  }
}
