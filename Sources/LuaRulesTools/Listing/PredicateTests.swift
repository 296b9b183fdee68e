import LuaRules

/// What a predicate tests, as far as cells of a table can say it.
struct PredicateTests {
  /// The conditions on paths, each path once.
  private(set) var conditions: [(path: String, condition: PatternCondition)] = []
  /// What is no pattern.
  private(set) var others: [Other] = []

  /// A part of a predicate that is no pattern.
  enum Other: String {
    case never
    case function = "a function"
    case host = "a host function"
  }

  fileprivate init(_ predicate: Predicate) { add(predicate) }

  private mutating func add(_ predicate: Predicate) {
    switch predicate {
    case .always: break
    case .never: others.append(.never)
    case .function: others.append(.function)
    case .host: others.append(.host)
    case .all(let parts): for part in parts { add(part) }
    case .pattern(let pattern):
      for entry in pattern.entries { add(entry.condition, at: entry.path.joined(separator: ".")) }
    }
  }

  private mutating func add(_ condition: PatternCondition, at path: String) {
    guard let index = conditions.firstIndex(where: { $0.path.hasSameBytes(as: path) }) else {
      conditions.append((path, condition))
      return
    }
    let known = conditions[index].condition
    if known != condition { conditions[index].condition = .all([known, condition]) }
  }
}

extension Predicate {
  /// What it tests.
  var tests: PredicateTests { PredicateTests(self) }
}
