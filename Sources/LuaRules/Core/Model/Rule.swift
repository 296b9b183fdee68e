import LuaBridge

/// A predicate with an assignment, its rank, and where it was written.
///
/// A class, because answers, errors and stack frames carry rules about.
final class Rule: Sendable {
  /// The name of the key, or a path such as `person.status`.
  let key: String
  let predicate: Predicate
  let assignment: Assignment
  let rank: Rank
  let name: String?
  let doc: String?
  /// Where the rule begins.
  let location: SourceLocation
  /// Where its value stands.
  let valueLocation: SourceLocation
  /// The number of its source among those of the model that may not do
  /// everything, from 1; 0 for a source that may.
  let scope: Int

  init(
    key: String, predicate: Predicate, assignment: Assignment, rank: Rank, name: String?,
    doc: String?, location: SourceLocation, valueLocation: SourceLocation, scope: Int = 0
  ) {
    self.key = key
    self.predicate = predicate
    self.assignment = assignment
    self.rank = rank
    self.name = name
    self.doc = doc
    self.location = location
    self.valueLocation = valueLocation
    self.scope = scope
  }
}

/// What a rule gives to its key.
enum Assignment: Sendable {
  case constant(LuaValue)
  /// A Lua function, by its number in the states of the model.
  case function(Int)
  /// A host function, by its number among the model's.
  case host(Int)
}

/// The place of a rule among the candidates for its key; a total order.
package struct Rank: Sendable, Hashable, Comparable {
  package var priority: Priority
  package var complexity: Int
  /// Counts up in the order of declaration.
  package var declarationIndex: Int

  /// What puts two rules of one key in order.
  package enum Criterion: Sendable {
    case priority, complexity, declaration
  }

  /// Returns the first criterion by which two ranks differ.
  package func criterion(comparedTo other: Rank) -> Criterion {
    if priority != other.priority { return .priority }
    return complexity != other.complexity ? .complexity : .declaration
  }

  /// Returns whether the first is asked after the second.
  package static func < (left: Rank, right: Rank) -> Bool {
    switch left.criterion(comparedTo: right) {
    case .priority: left.priority < right.priority
    case .complexity: left.complexity < right.complexity
    case .declaration: left.declarationIndex > right.declarationIndex
    }
  }
}
