import LuaBridge

/// A predicate with an assignment, its rank, and where it was written.
struct Rule: Sendable {
  /// The name of the key, or a path such as `person.status`.
  var key: String
  var predicate: Predicate
  var assignment: Assignment
  var rank: Rank
  var name: String?
  var doc: String?
  /// Where the rule begins.
  var location: SourceLocation
  /// Where its value stands.
  var valueLocation: SourceLocation
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
struct Rank: Sendable, Hashable, Comparable {
  var priority: Priority
  var complexity: Int
  /// Counts up in the order of declaration.
  var declarationIndex: Int

  /// Returns whether the first is asked after the second.
  static func < (left: Rank, right: Rank) -> Bool {
    if left.priority != right.priority { return left.priority < right.priority }
    if left.complexity != right.complexity { return left.complexity < right.complexity }
    return left.declarationIndex > right.declarationIndex
  }
}
