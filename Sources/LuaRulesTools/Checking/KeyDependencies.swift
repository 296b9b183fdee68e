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
  private var closures: [ByteName: Set<ByteName>] = [:]

  init(_ models: [InspectedModel], assigned: Set<ByteName>, prefixes: Set<ByteName>) {
    for rule in models.lazy.flatMap(\.rules) {
      var keys: [String] = []
      for path in rule.probablePaths {
        let key =
          Self.assignedKey(of: path, assigned: assigned, prefixes: prefixes) ?? path.first ?? ""
        if !keys.contains(where: key.hasSameBytes) { keys.append(key) }
      }
      reads[rule.key, default: []] += keys.map { Read(key: $0, rule: rule) }
    }
  }

  static func assignedKey(
    of path: [String], assigned: Set<ByteName>, prefixes: Set<ByteName>
  ) -> String? {
    guard let first = path.first else { return nil }
    if path.count > 1, prefixes.contains(first) {
      for count in stride(from: path.count, to: 1, by: -1) {
        let name = path.prefix(count).joined(separator: ".")
        if assigned.contains(name) { return name }
      }
    }
    return assigned.contains(first) ? first : nil
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
