import LuaBridge

/// The result of loading the rules: the candidates of each key, in the order of evaluation.
package struct CandidateTable: Sendable {
  /// The candidates for each key; the first has the highest rank.
  let byKey: [ByteName: [Rule]]

  /// The names that are a prefix of some rule's key.
  ///
  /// For a rule over `person.home.city` they are `person` and `person.home`.
  let prefixes: Set<ByteName>

  /// Creates the table; the ranks of the rules contain their order of
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
    self.init(candidates, prefixes: NamePath.prefixes(of: candidates.names))
  }

  /// The candidates for a key, the first one first; `nil` if no rule assigns it.
  package subscript(key: String) -> [Rule]? { byKey[key] }

  /// The keys, in byte order.
  package var keys: [String] { byKey.keys.sortedByBytes() }

  /// Returns the table with other candidates for one key, in the order of evaluation.
  ///
  /// Without candidates, the key is one that no rule assigns.
  package func replacing(candidatesOf key: String, with rules: [Rule]) -> CandidateTable {
    var changed = byKey
    changed[key] = rules.isEmpty ? nil : rules
    return CandidateTable(
      changed, prefixes: rules.isEmpty ? NamePath.prefixes(of: changed.names) : prefixes
    )
  }

  private init(_ byKey: [ByteName: [Rule]], prefixes: Set<ByteName>) {
    self.byKey = byKey
    self.prefixes = prefixes
  }

  /// Whether a rule assigns the key, or a path that begins with it.
  func mayAssign(_ name: String) -> Bool { self[name] != nil || prefixes.contains(name) }

  /// The keys that the rules assign.
  var assignedKeys: some Collection<String> { byKey.keys.lazy.map(\.text) }
}
