import LuaBridge

/// The result of loading the rules: the candidates of each key, in the order of
/// evaluation.
struct Plan: Sendable {
  /// The candidates for each key; the first has the highest rank.
  let candidates: [ByteName: [Rule]]

  /// The names that are a prefix of some rule's key.
  ///
  /// For a rule over `person.home.city` they are `person` and `person.home`.
  let prefixes: Set<ByteName>

  /// Creates the plan; the ranks of the rules contain their order of
  /// declaration.
  init(_ rules: [Rule]) {
    var candidates: [ByteName: [Rule]] = [:]
    var prefixes: Set<ByteName> = []
    var start = 0
    while start < rules.count {
      // Rules for one key are mostly adjacent.
      let key = rules[start].key
      let end = rules[start...].firstIndex { !$0.key.hasSameBytes(as: key) } ?? rules.count
      candidates[key, default: []] += rules[start..<end]
      start = end
    }
    for key in candidates.names where key.utf8.contains(UInt8(ascii: ".")) {
      var path = key[...]
      while let dot = path.lastIndex(of: ".") {
        path = path[..<dot]
        prefixes.insert(String(path))
      }
    }
    for index in candidates.values.indices {
      candidates.values[index].sort { $0.rank > $1.rank }
    }
    self.candidates = candidates
    self.prefixes = prefixes
  }

  /// The keys that the rules assign.
  var assignedKeys: some Collection<String> { candidates.keys.lazy.map(\.text) }
}
