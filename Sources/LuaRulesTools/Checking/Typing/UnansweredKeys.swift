import LuaBridge
import LuaRules

/// The keys that have no answer in some contexts, which rules answer in others.
///
/// A rule that reads such a key may test what the other rules test, or something that goes with it: of
/// a read where nothing like that is tested, it is certain that the key may be missing.
struct UnansweredKeys {
  /// The paths that the rules of a key test, by the key.
  private let tested: [ByteName: [[String]]]

  init(_ rules: CheckedRules, _ types: KeyTypes) {
    var tested: [ByteName: [[String]]] = [:]
    for (key, candidates) in rules.keys where types.isAnsweredInPart(key) {
      if let paths = Self.paths(testedBy: candidates, rules.model.variables, types) {
        tested[ByteName(key)] = paths
      }
    }
    self.tested = tested
  }

  /// Whether a key may be missing where a function reads it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - paths: What the function has tested.
  ///   - rules: The rules with the function.
  /// - Returns: Whether nothing that is tested may tell that there is an answer.
  func mayMiss(_ key: String, testing paths: [[String]], of rules: [InspectedRule]) -> Bool {
    guard let others = tested[ByteName(key)] else { return false }
    var all = paths
    for condition in rules.lazy.flatMap(\.conditions) {
      switch condition {
      case .never: break
      case .host: return false
      case .pattern(let entries): all += entries.map(\.path)
      case .function(let function):
        guard function.graph.obstacle == nil else { return false }
        all += function.probablePaths
      }
    }
    return !all.contains { path in
      others.contains { $0.starts(with: path) || path.starts(with: $0) }
    }
  }

  /// Returns what the conditions of candidates test, if there are values for which none of them holds.
  private static func paths(
    testedBy candidates: [Candidate], _ variables: [DecisionVariable], _ types: KeyTypes
  ) -> [[String]]? {
    var open: [RuleCase] = []
    for candidate in candidates {
      guard let cases = candidate.cases, cases.allSatisfy({ $0.relations.isEmpty }) else {
        return nil
      }
      open += cases
    }
    let tested = Set(open.flatMap(\.domains.keys)).sorted()
    var paths: [[String]] = []
    var pending = tested
    while let variable = pending.popLast() {
      let path = variables[variable].path
      pending += variables[variable].parts
      guard !path.isEmpty || !variables[variable].parts.isEmpty, !types.isDecidedByRules(path)
      else { return nil }
      if !path.isEmpty { paths.append(path) }
    }
    for variable in tested where variables[variable].isPath {
      let type = types.type(of: variables[variable].path)
      // One value for the variable, with which most cases do not hold.
      let left = type.samples.map { value in
        open.filter { $0.domains[variable]?.contains(value) ?? true }
      }
      if let fewest = left.min(by: { $0.count < $1.count }) { open = fewest }
    }
    return open.isEmpty ? paths : nil
  }
}

extension LuaType {
  /// Some of the values.
  fileprivate var samples: [TestedValue] {
    var samples: [TestedValue] = (texts ?? []).sorted { $0.lexicographicallyPrecedes($1) }
      .map { .text($0) }
    if mayBe(.nothing) { samples.insert(.nothing, at: 0) }
    if mayBe(.no) { samples.append(.boolean(false)) }
    if mayBe(.yes) { samples.append(.boolean(true)) }
    if isOnly([.integer, .nothing]) {
      samples += [range.lower, range.upper].compactMap { Int64(exactly: $0) }.map { .integer($0) }
    }
    return samples
  }
}
