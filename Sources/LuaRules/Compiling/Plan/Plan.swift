import LuaBridge

/// The result of loading the rules: the candidates of each key, in the order of
/// evaluation.
package struct Plan: Sendable {
  /// The candidates for each key; the first has the highest rank.
  package let candidates: [ByteName: [Rule]]

  /// The names that are a prefix of some rule's key.
  ///
  /// For a rule over `person.home.city` they are `person` and `person.home`.
  let prefixes: Set<ByteName>

  /// Creates the plan; the ranks of the rules contain their order of
  /// declaration.
  package init(_ rules: [Rule]) {
    var candidates: [ByteName: [Rule]] = [:]
    var start = 0
    while start < rules.count {
      // Rules for one key are mostly adjacent.
      let key = rules[start].key
      let end = rules[start...].firstIndex { !$0.key.hasSameBytes(as: key) } ?? rules.count
      candidates[key, default: []] += rules[start..<end]
      start = end
    }
    for index in candidates.values.indices {
      candidates.values[index].sort { $0.rank > $1.rank }
    }
    self.init(candidates: candidates, prefixes: NamePath.prefixes(of: candidates.names))
  }

  /// Returns the plan with other candidates for one key, in the order of evaluation.
  ///
  /// Without candidates, the key is one that no rule assigns.
  package func replacing(candidatesOf key: String, with rules: [Rule]) -> Plan {
    var changed = candidates
    changed[key] = rules.isEmpty ? nil : rules
    return Plan(
      candidates: changed, prefixes: rules.isEmpty ? NamePath.prefixes(of: changed.names) : prefixes
    )
  }

  private init(candidates: [ByteName: [Rule]], prefixes: Set<ByteName>) {
    self.candidates = candidates
    self.prefixes = prefixes
  }

  /// Whether a rule assigns the key, or a path that begins with it.
  func mayAssign(_ name: String) -> Bool { candidates[name] != nil || prefixes.contains(name) }

  /// The keys that the rules assign.
  var assignedKeys: some Collection<String> { candidates.keys.lazy.map(\.text) }
}
