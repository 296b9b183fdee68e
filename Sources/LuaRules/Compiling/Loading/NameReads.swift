import LuaBridge

/// The paths that the rules of a model read: in functions, then in patterns.
struct NameReads {
  let all: [ReadNames.Read]
  /// The first names of the paths; `nil` if some function may read any key.
  let firstNames: Set<ByteName>?

  init(ofFunctions functions: ReadNames, in rules: [Rule], host: HostFunctions) {
    all = functions.all + Self.patterns(in: rules)
    let includesAnyKey =
      functions.includesAnyKey || rules.contains { Self.givesContext($0, to: host) }
    firstNames = includesAnyKey ? nil : Set(names: all.lazy.compactMap(\.path.first))
  }

  /// Whether a rule calls a host function, as its predicate or its value, that gets the context.
  private static func givesContext(_ rule: Rule, to host: HostFunctions) -> Bool {
    func getsContext(_ number: Int) -> Bool {
      !host.functions.indices.contains(number) || host.functions[number].takesContext
    }
    func givesContext(_ predicate: Predicate) -> Bool {
      switch predicate {
      case .host(let number): getsContext(number)
      case .all(let parts): parts.contains(where: givesContext)
      case .always, .never, .function, .pattern: false
      }
    }
    if case .host(let number) = rule.assignment, getsContext(number) { return true }
    return givesContext(rule.predicate)
  }

  /// The paths in patterns, each once.
  private static func patterns(in rules: [Rule]) -> [ReadNames.Read] {
    var reads: [ReadNames.Read] = []
    var known: Set<[ByteName]> = []
    func note(_ predicate: Predicate) {
      switch predicate {
      case .pattern(let pattern):
        for entry in pattern.entries
        where known.insert(entry.path.map { ByteName($0) }).inserted {
          reads.append(ReadNames.Read(path: entry.path, location: pattern.location))
        }
      case .all(let parts): parts.forEach(note)
      case .always, .never, .function, .host: break
      }
    }
    for rule in rules { note(rule.predicate) }
    return reads
  }
}
