import LuaBridge

/// What loading makes of the rules, so that asking is cheap: the candidates of
/// each key, in the order in which they are asked.
struct Plan: Sendable {
  /// The candidates for each key, best first.
  let candidates: [ByteName: [Rule]]

  /// The names of which some rule's key is a path below.
  ///
  /// For a rule over `person.home.city` they are `person` and `person.home`.
  let prefixes: Set<ByteName>

  /// Sorts the rules; their order of declaration is in their ranks.
  init(_ rules: [Rule]) {
    var candidates: [ByteName: [Rule]] = [:]
    var prefixes: Set<ByteName> = []
    var start = 0
    while start < rules.count {
      // Rules for one key mostly stand together.
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

  /// The keys that some rule assigns.
  var assignedKeys: some Collection<String> { candidates.keys.lazy.map(\.text) }
}
