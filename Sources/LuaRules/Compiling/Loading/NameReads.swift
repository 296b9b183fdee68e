import LuaBridge
import LuaBytecode

/// The paths that the rules of a model read.
struct NameReads {
  /// The paths that functions visibly read.
  let functions: [ReadNames.Read]
  /// The paths in patterns.
  let patterns: [ReadNames.Read]
  /// The first names of all these paths.
  let first: FirstNames

  /// The first names of the paths that the rules of a model read.
  struct FirstNames: Sendable {
    /// The names that rules visibly read.
    let visible: Set<ByteName>
    /// Whether some function may read any other key as well.
    let includesAnyKey: Bool

    /// Whether some rule may read a key.
    func mayInclude(_ name: String) -> Bool { includesAnyKey || visible.contains(name) }
  }

  init(
    ofFunctions functions: ReadNames, patterns: PatternReads, in rules: [Rule], host: HostFunctions
  ) {
    self.functions = functions.all
    self.patterns = patterns.all
    first = FirstNames(
      visible: Set(names: (functions.all + patterns.all).lazy.compactMap(\.path.first)),
      includesAnyKey: functions.includesAnyKey || rules.contains { Self.givesContext($0, to: host) }
    )
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
}

/// The paths that the patterns of a model's files read, each once.
struct PatternReads {
  private(set) var all: [ReadNames.Read] = []
  private var known: Set<[ByteName]> = []

  /// Notes that a pattern, or a column of a table, reads a path.
  mutating func note(_ path: [String], at place: SourceLocation) {
    guard known.insert(path.map { ByteName($0) }).inserted else { return }
    all.append(ReadNames.Read(path: path, location: place))
  }
}
