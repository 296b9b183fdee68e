import LuaBridge

/// A predicate with an assignment, its rank, and its location.
///
/// It is a class because answers, errors and stack frames hold rules.
package final class Rule: Sendable {
  /// The name of the key, or a path such as `person.status`.
  package let key: String
  package let predicate: Predicate
  package let assignment: Assignment
  package let rank: Rank
  package let name: String?
  package let doc: String?
  /// Where the rule begins.
  package let location: SourceLocation
  /// Where the value of the rule is written.
  package let valueLocation: SourceLocation
  /// The number of the rule's source among the restricted sources of the model,
  /// from 1; 0 for an unrestricted source.
  package let grantID: Int

  package init(
    key: String, predicate: Predicate, assignment: Assignment, rank: Rank, name: String?,
    doc: String?, location: SourceLocation, valueLocation: SourceLocation, grantID: Int = 0
  ) {
    self.key = key
    self.predicate = predicate
    self.assignment = assignment
    self.rank = rank
    self.name = name
    self.doc = doc
    self.location = location
    self.valueLocation = valueLocation
    self.grantID = grantID
  }

  /// Returns the rule for a key whose hit policy leaves the complexity out of the order.
  package func ignoringComplexity() -> Rule {
    var rank = rank
    rank.ignoresComplexity = true
    return Rule(
      key: key, predicate: predicate, assignment: assignment, rank: rank, name: name, doc: doc,
      location: location, valueLocation: valueLocation, grantID: grantID)
  }

  /// Whether the rule has no condition and gives a constant.
  var isFixed: Bool {
    guard case .always = predicate, case .constant = assignment else { return false }
    return true
  }
}

/// What a rule assigns to its key.
package enum Assignment: Sendable {
  case constant(LuaValue)
  /// A Lua function, by its number in the states of the model.
  case function(Int)
  /// A host function, by its number in the model.
  case host(Int)
}

/// The position of a rule among the candidates for its key; a total order.
package struct Rank: Sendable, Hashable, Comparable {
  package var priority: Priority
  package var complexity: Int
  /// Increases in the order of declaration.
  package var declarationIndex: Int
  /// Whether the hit policy of the key leaves the complexity out; the same for all rules of a key.
  package var ignoresComplexity = false

  package init(
    priority: Priority, complexity: Int, declarationIndex: Int, ignoresComplexity: Bool = false
  ) {
    self.priority = priority
    self.complexity = complexity
    self.declarationIndex = declarationIndex
    self.ignoresComplexity = ignoresComplexity
  }

  /// The criterion that orders two rules of one key.
  package enum Criterion: Sendable {
    case priority, complexity, declaration
  }

  /// Returns the first criterion by which two ranks differ.
  package func criterion(comparedTo other: Rank) -> Criterion {
    if priority != other.priority { return .priority }
    return ignoresComplexity || complexity == other.complexity ? .declaration : .complexity
  }

  /// Returns whether the left rank is evaluated after the right one.
  package static func < (left: Rank, right: Rank) -> Bool {
    switch left.criterion(comparedTo: right) {
    case .priority: left.priority < right.priority
    case .complexity: left.complexity < right.complexity
    case .declaration: left.declarationIndex > right.declarationIndex
    }
  }
}
