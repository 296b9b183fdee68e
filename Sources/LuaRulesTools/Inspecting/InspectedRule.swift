import LuaBridge
import LuaRules

/// A rule with the results of analysis.
///
/// It is a class because searches copy lists of rules.
final class InspectedRule: Sendable {
  let key: String
  /// The position in the order of the model's candidates.
  let rank: Rank
  /// The complexity of its conditions as analysis counts them; a written
  /// `complexity` is ignored.
  let countedComplexity: Int
  let name: String?
  let doc: String?
  let location: SourceLocation
  let valueLocation: SourceLocation
  /// The conditions, all of which must hold.
  let conditions: [Condition]
  let outcome: Outcome
  /// The functions of the conditions and of the value.
  let functions: [InspectedFunction]

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

  var priority: Priority { rank.priority }
  var complexity: Int { rank.complexity }
  /// The position in the order of declaration, in its model.
  var declarationIndex: Int { rank.declarationIndex }

  /// One condition.
  enum Condition: Sendable {
    case never
    /// Paths, the value of each of which must fulfill a condition.
    case pattern([Entry])
    case function(InspectedFunction)
    /// A host function, by its number.
    case host(Int)

    fileprivate var function: InspectedFunction? {
      if case .function(let function) = self { function } else { nil }
    }
  }

  /// The value that the rule gives.
  enum Outcome: Sendable {
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
final class InspectedFunction: Sendable {
  /// The number of the function in its model.
  let number: Int
  /// The location of its beginning.
  let location: SourceLocation
  let graph: DecisionGraph
  /// A read of a path.
  ///
  /// It is certain if the text itself names the path; else it lies on a way through the function that perhaps
  /// no values take.
  typealias Read = (path: [String], location: SourceLocation, isCertain: Bool)

  /// The reads of the function and of those that it calls, each path once for each line.
  let reads: [Read]
  /// The paths that it probably reads, each once; may be more or fewer than ``reads``.
  let probableReads: [[String]]
  /// Whether its result, as a value, can be `nil`; also true if that is unknown.
  let canDecline: Bool
  /// The same number for functions that certainly behave the same, such as copies of one text.
  let identity: Int

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
