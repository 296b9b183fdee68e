import LuaBridge
import LuaRules

/// The keys that the rules for each key read.
final class KeyDependencies {
  /// A read of a key by a rule.
  struct Read {
    let key: String
    let rule: InspectedRule
  }

  /// The keys that the rules for each key probably read, in the order of
  /// declaration.
  private(set) var reads: [ByteName: [Read]] = [:]
  /// The first names of all paths that rules probably read.
  private(set) var firstNames: Set<ByteName> = []
  /// The keys that some rule probably reads.
  private(set) lazy var readKeys = Set(names: reads.values.joined().map(\.key))
  private var closures: [ByteName: Set<ByteName>] = [:]

  init(_ models: [InspectedModel], _ names: DeclaredNames) {
    for rule in models.lazy.flatMap(\.rules) {
      var keys: [String] = []
      var knownKeys: Set<ByteName> = []
      var known: Set<[ByteName]> = []
      rule.forEachProbablePath { path in
        guard known.insert(path.map { ByteName($0) }).inserted else { return }
        if let first = path.first { firstNames.insert(ByteName(first)) }
        let key = names.assignedKey(of: path) ?? path.first ?? ""
        if knownKeys.insert(key).inserted { keys.append(key) }
      }
      reads[rule.key, default: []] += keys.map { Read(key: $0, rule: rule) }
    }
  }

  /// Returns the keys that an answer may depend on, including the key itself.
  func callAsFunction(of key: String) -> Set<ByteName> {
    if let known = closures[key] { return known }
    var found: Set = [ByteName(key)]
    var pending = [key]
    while let next = pending.popLast() {
      for read in reads[next] ?? [] where found.insert(read.key).inserted {
        pending.append(read.key)
      }
    }
    closures[key] = found
    return found
  }
}
