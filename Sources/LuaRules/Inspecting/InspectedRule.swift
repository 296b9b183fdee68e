import LuaBridge

/// A rule with all that analysis can tell of it.
package struct InspectedRule: Sendable {
  package let key: String
  /// The place among the candidates of its model.
  package let rank: Rank
  /// The complexity of its conditions as analysis counts them, without any
  /// `complexity` that is written.
  package let countedComplexity: Int
  package let name: String?
  package let doc: String?
  package let location: SourceLocation
  package let valueLocation: SourceLocation
  /// The conditions, which all have to hold.
  package let conditions: [Condition]
  package let outcome: Outcome

  package var priority: Priority { rank.priority }
  package var complexity: Int { rank.complexity }
  /// Counts up in the order of declaration, in its model.
  package var declarationIndex: Int { rank.declarationIndex }

  /// One condition.
  package enum Condition: Sendable {
    case never
    /// Paths that must have one of some values each.
    case pattern([Entry])
    case function(InspectedFunction)
    /// A host function, by its number.
    case host(Int)
  }

  /// An entry of a pattern.
  package struct Entry: Sendable {
    package let variable: Int
    package let path: [String]
    package let allowed: [TestedValue]
  }

  /// What the rule gives.
  package enum Outcome: Sendable {
    case constant(LuaValue)
    case function(InspectedFunction)
    /// A host function, by its number.
    case host(Int)
  }
}

/// A Lua function of a rule; rules may share one.
package final class InspectedFunction: Sendable {
  /// The number of the function in its model.
  package let number: Int
  /// Where it begins.
  package let location: SourceLocation
  package let graph: DecisionGraph
  /// The reads that are certain to be in the text, each path once a line.
  package let reads: [(path: [String], location: SourceLocation)]
  /// The paths that it probably reads, each once; more than ``reads`` or less.
  package let probableReads: [[String]]
  /// Whether its result, as a value, can be `nil`; true also when unknown.
  package let canDecline: Bool
  /// The same number for functions that certainly do the same, such as copies of one text.
  package let identity: Int

  init(
    number: Int, location: SourceLocation, graph: DecisionGraph,
    reads: [(path: [String], location: SourceLocation)], probableReads: [[String]],
    canDecline: Bool, identity: Int
  ) {
    self.number = number
    self.location = location
    self.graph = graph
    self.reads = reads
    self.probableReads = probableReads
    self.canDecline = canDecline
    self.identity = identity
  }
}
