import LuaBridge
import LuaRules

// What the conditions of rules tell of the context.

extension TypeAnalysis {
  /// Finds what the conditions of a rule tell of the context where all of them hold; nothing if they never do,
  /// which is told elsewhere.
  ///
  /// - Parameter conditions: Conditions, of which each is tested only where those before it hold.
  /// - Returns: The types of places, and what the conditions have looked at.
  func facts(
    of conditions: some Sequence<InspectedRule.Condition>
  ) -> (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces) {
    var state = TypeState(registers: [])
    var tests = TestedPlaces()
    for condition in conditions {
      switch condition {
      case .never: break
      case .host: tests.hadUnknown = true
      case .pattern(let entries):
        for entry in entries {
          let place = entry.path.reduce(TypePlaces.context) { self.place(.name($1), from: $0) }
          let allowed = entry.condition.type
          if let key = entry.path.first, keys.isDecidedByRules(entry.path) {
            tests.note(earlierAnswer: key)
          }
          guard place != 0, !allowed.isNever else { continue }
          guard state.assume([place: allowed]) else { return ([:], TestedPlaces()) }
          // A member that is there has an object.
          var parent = places[place].parent
          while !allowed.mayBe([.nothing, .null]), parent > TypePlaces.context {
            guard state.assume([parent: .any.without([.nothing, .null])]) else {
              return ([:], TestedPlaces())
            }
            parent = places[parent].parent
          }
        }
      case .function(let function):
        let told = told(byConditionOf: function.number)
        guard state.assume(told.facts) else { return ([:], TestedPlaces()) }
        tests.merge(earlier: told.tests)
      }
    }
    return (state.facts, tests)
  }

  private func told(
    byConditionOf number: Int
  ) -> (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces) {
    if let known = conditions[number] { return known }
    return learn(number, from: follow(number, hasContext: true))
  }

  /// Notes what a function tells as a condition.
  ///
  /// - Parameters:
  ///   - number: The number of the function.
  ///   - typing: The analysis of the function where nothing else is known; `nil` if it was too much work.
  /// - Returns: What its truth tells of the context, and what it has looked at.
  @discardableResult func learn(
    _ number: Int, from typing: FunctionTyping?
  ) -> (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces) {
    var result: (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces) = ([:], TestedPlaces())
    if let typing {
      let facts = typing.returned?.whenTrue ?? [:]
      result.facts = facts.filter { places[$0.key].root == TypePlaces.context }
      result.tests = typing.tests
      if typing.hasLoop { result.tests.hadUnknown = true }
      // What a condition gives back is a test, too.
      for (place, _) in facts { result.tests.note(earlier: place) }
    } else {
      result.tests.hadUnknown = true
    }
    conditions[number] = result
    return result
  }
}
