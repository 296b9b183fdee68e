import LuaBridge
import LuaRules

/// A rule with the results of analysis.
///
/// It is a class because searches copy lists of rules.
package final class InspectedRule: Sendable {
  package let key: String
  /// The position in the order of the model's candidates.
  package let rank: Rank
  /// The complexity of its conditions as analysis counts them; a written
  /// `complexity` is ignored.
  package let countedComplexity: Int
  package let name: String?
  package let doc: String?
  package let location: SourceLocation
  package let valueLocation: SourceLocation
  /// The conditions, all of which must hold.
  package let conditions: [Condition]
  package let outcome: Outcome
  /// The functions of the conditions and of the value.
  package let functions: [InspectedFunction]

  init(
    key: String, rank: Rank, countedComplexity: Int, name: String?, doc: String?,
    location: SourceLocation, valueLocation: SourceLocation, conditions: [Condition],
    outcome: Outcome
  ) {
    self.key = key
    self.rank = rank
    self.countedComplexity = countedComplexity
    self.name = name
    self.doc = doc
    self.location = location
    self.valueLocation = valueLocation
    self.conditions = conditions
    self.outcome = outcome
    functions = conditions.compactMap(\.function) + [outcome.function].compactMap(\.self)
  }

  package var priority: Priority { rank.priority }
  package var complexity: Int { rank.complexity }
  /// The position in the order of declaration, in its model.
  package var declarationIndex: Int { rank.declarationIndex }

  /// One condition.
  package enum Condition: Sendable {
    case never
    /// Paths, each of which must have one of some values.
    case pattern([Entry])
    case function(InspectedFunction)
    /// A host function, by its number.
    case host(Int)

    fileprivate var function: InspectedFunction? {
      if case .function(let function) = self { function } else { nil }
    }
  }

  /// An entry of a pattern.
  package struct Entry: Sendable {
    package let variable: Int
    package let path: [String]
    package let allowed: [TestedValue]
    /// Where the pattern begins, perhaps in a group around the rule.
    package let location: SourceLocation
  }

  /// The value that the rule gives.
  package enum Outcome: Sendable {
    case constant(LuaValue)
    case function(InspectedFunction)
    /// A host function, by its number.
    case host(Int)

    fileprivate var function: InspectedFunction? {
      if case .function(let function) = self { function } else { nil }
    }
  }
}

/// A Lua function of a rule; rules may share one.
package final class InspectedFunction: Sendable {
  /// The number of the function in its model.
  package let number: Int
  /// The location of its beginning.
  package let location: SourceLocation
  package let graph: DecisionGraph
  /// A read of a path.
  ///
  /// It is certain if the text itself names the path; else it lies on a way through the function that perhaps
  /// no values take.
  package typealias Read = (path: [String], location: SourceLocation, isCertain: Bool)

  /// The reads of the function and of those that it calls, each path once for each line.
  package let reads: [Read]
  /// The paths that it probably reads, each once; may be more or fewer than ``reads``.
  package let probableReads: [[String]]
  /// Whether its result, as a value, can be `nil`; also true if that is unknown.
  package let canDecline: Bool
  /// The same number for functions that certainly behave the same, such as copies of one text.
  package let identity: Int

  init(
    number: Int, location: SourceLocation, graph: DecisionGraph,
    reads: [Read], probableReads: [[String]],
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
