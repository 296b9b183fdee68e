import LuaBridge
import LuaRules

/// A graph of the keys that rules read, and of the keys that they assign.
///
/// The reads of functions are found in their compiled form; reads through other
/// functions that they call are not found.
public struct RuleGraph: Sendable {
  /// A key that rules assign or read.
  struct Key: Sendable {
    let name: String
    /// Whether any rule assigns the key.
    let isAssigned: Bool
    /// How the rules of the key answer together.
    let hitPolicy: HitPolicy

    /// The name, and how its rules answer, if that is not the first one alone.
    var label: String { hitPolicy.isFirst ? name : "\(name) (\(hitPolicy.rawValue))" }
  }

  /// A rule with its reads.
  struct Node: Sendable {
    let rule: ListedRule
    /// The number of the key that the rule assigns.
    let key: Int
    /// The numbers of the keys that the rule reads, each once, with the
    /// members.
    let reads: [(key: Int, members: [String])]
  }

  let keys: [Key]
  let rules: [Node]

  /// Creates the graph of a model and its fallbacks.
  ///
  /// - Throws: `RuleError` if the model's files cannot be run again.
  public init(_ model: RuleModel) throws(RuleError) {
    let candidates = try model.listedCandidates()
    let listed = candidates.flatMap(\.rules)
    let assigned = Set(names: candidates.map(\.key))
    let reads = listed.map { rule in
      rule.reads.map { Self.split($0, assigned: assigned) }
    }
    let names = assigned.union(Set(names: reads.joined().map(\.key))).sortedByBytes()
    let numbers = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { (ByteName($1), $0) })
    let schema = model.schema
    keys = names.map {
      Key(name: $0, isAssigned: assigned.contains($0), hitPolicy: schema.hitPolicy(of: $0))
    }
    rules = zip(listed, reads).map { rule, reads in
      var own: [(key: Int, members: [String])] = []
      var places: [ByteName: Int] = [:]
      // INVARIANT: a rule lists each path once, so no member occurs twice.
      for (name, member) in reads {
        let index = places[name] ?? own.count
        if index == own.count { own.append((numbers[name] ?? 0, [])) }
        places[name] = index
        if !member.isEmpty { own[index].members.append(member) }
      }
      return Node(rule: rule, key: numbers[rule.key] ?? 0, reads: own)
    }
  }

  /// Splits a path into its key, which may be a path itself, and the member
  /// below it.
  private static func split(
    _ path: [String], assigned: Set<ByteName>
  ) -> (key: String, member: String) {
    for count in stride(from: path.count, to: 1, by: -1) {
      let name = path.prefix(count).joined(separator: ".")
      if assigned.contains(name) { return (name, path.dropFirst(count).joined(separator: ".")) }
    }
    return (path.first ?? "", path.dropFirst().joined(separator: "."))
  }

  /// For each rule, the pairs of a key that it reads (`from`) and the key that it
  /// assigns (`to`), by number; each pair once, in the order of the rules.
  var readings: [(from: Int, to: Int)] {
    var seen: Set<[Int]> = []
    return rules.flatMap { node in node.reads.map { (from: $0.key, to: node.key) } }
      .filter { seen.insert([$0.from, $0.to]).inserted }
  }
}
