import LuaBridge
import LuaRules

/// The rules of one model, prepared for checks.
final class CheckedRules {
  let model: InspectedModel
  /// The number of models that are evaluated before this one.
  let number: Int
  /// The candidates of each key in the order of evaluation; keys in byte order.
  let keys: [(key: String, candidates: [Candidate])]
  /// For each of the keys, those that can never win; `nil` where that depends on what may decline.
  let deadRules: [DeadRules?]
  /// The rows of decision tables that give nothing to a key, by the key.
  let emptyCells: [ByteName: [Candidate]]
  /// The declared types of the variables.
  let declared: DeclaredDomains
  /// The candidates without what the engine does not make sure of.
  let certain: CertainRules
  /// What authors have set in their files.
  let settings: SettingSearch
  let misspelt: MisspeltLocals
  let uses: FunctionUsers
  /// What plain functions give back, by their numbers.
  let plainResults: ConcurrentResult<[Int: [LuaType]]>
  /// What the texts alone tell, which nothing else has to wait for.
  let written: ConcurrentResult<[WrittenFaults]>
  private let places: [[ByteName]: Int]

  /// Prepares the rules of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - number: The number of models that are evaluated before it.
  ///   - types: The types of keys.
  ///   - written: What the texts alone tell.
  ///   - queue: Where results are found in the order in which the checks need them.
  init(
    _ model: InspectedModel, number: Int, _ types: KeyTypes,
    written: ConcurrentResult<[WrittenFaults]>, in queue: ConcurrentQueue
  ) {
    self.model = model
    self.number = number
    let uses = FunctionUsers(model.rules)
    self.uses = uses
    self.written = written
    settings = SettingSearch(model, types)
    misspelt = MisspeltLocals(model, written)
    let named = model.variables.enumerated().filter { $0.element.isPath }
      .map { ($0.element.path.map { ByteName($0) }, $0.offset) }
    let places = Dictionary(named) { first, _ in first }
    self.places = places
    let pathKeys = model.rules.lazy.map(\.key).filter { $0.isPathKey }.uniqueByBytes()
    let declared = DeclaredDomains(
      model.variables, types, comparedWithNothing: Self.comparedWithNothing(in: model, places))
    self.declared = declared
    let closing = CaseClosing(model.variables, places, pathKeys)
    certain = CertainRules(model, types) { closing.close($0) }
    var groups: [ByteName: [InspectedRule]] = [:]
    for rule in model.rules { groups[rule.key, default: []].append(rule) }
    let ordered = groups.keys.sortedByBytes().map { key in
      (key: key, rules: (groups[key] ?? []).sorted { $0.rank > $1.rank })
    }
    let judged = ordered.concurrentMap(in: queue) { key, rules in
      let candidates = rules.map { Candidate($0, declared) { closing.close($0) } }
      let isFirst = types.schema.hitPolicy(of: key).answersAlone
      let isKnown = isFirst && !candidates.dropLast().contains(where: \.canDecline)
      let share = WorkShare(part: rules.count, whole: model.rules.count)
      let dead = isKnown ? DeadRules(candidates, declared, share: share) { _ in true } : nil
      return (key: key, candidates: candidates, dead: dead)
    }
    keys = judged.map { ($0.key, $0.candidates) }
    emptyCells = Dictionary(grouping: model.emptyCells) { ByteName($0.key) }.mapValues { rows in
      rows.map { Candidate($0, declared) { closing.close($0) } }
    }
    deadRules = judged.map(\.dead)
    plainResults = ConcurrentResult(in: queue) {
      PlainFunctions.results(of: model.code, usedAs: uses, types)
    }
  }

  /// Returns the variables that some condition compares with `nil` or `null`.
  private static func comparedWithNothing(
    in model: InspectedModel, _ places: [[ByteName]: Int]
  ) -> Set<Int> {
    var found: Set<Int> = []
    for condition in model.rules.lazy.flatMap(\.conditions) {
      switch condition {
      case .never, .host: break
      case .pattern(let entries):
        for entry in entries where entry.condition.comparedConstants.contains(.nothing) {
          if let variable = places[entry.path.map { ByteName($0) }] { found.insert(variable) }
        }
      case .function(let function):
        for case .test(let test, _, _, _) in function.graph.nodes where test.kind == .isEqual {
          switch (test.left, test.right) {
          case (.variable(let variable), .constant(.nothing)),
            (.variable(let variable), .constant(.null)),
            (.constant(.nothing), .variable(let variable)),
            (.constant(.null), .variable(let variable)):
            found.insert(variable)
          case (.variable(let one), .variable(let other)): found.formUnion([one, other])
          default: break
          }
        }
      }
    }
    return found
  }

  /// Returns the share of the work for some of the rules.
  func share(of candidates: [Candidate]) -> WorkShare {
    WorkShare(part: candidates.count, whole: model.rules.count)
  }

  /// Returns the number of the variable for a path, if any rule tests the path.
  func variable(_ path: [String]) -> Int? { places[path.map { ByteName($0) }] }
}

/// Adds implied facts to cases: if a member has a value, so has the object that
/// contains it.
private struct CaseClosing {
  /// For each variable, the variables on the path to it.
  private let outer: [[Int]]

  init(_ variables: [DecisionVariable], _ places: [[ByteName]: Int], _ pathKeys: [String]) {
    var prefixes: Set<ByteName> = []
    for key in pathKeys {
      var path = key[...]
      while let dot = path.lastIndex(of: ".") {
        path = path[..<dot]
        prefixes.insert(String(path))
      }
    }
    outer = variables.map { variable in
      guard variable.path.count > 1 else { return [] }
      return (1..<variable.path.count).compactMap { count in
        let path = Array(variable.path.prefix(count))
        // A member that is a key of its own does not need the objects around it.
        return prefixes.contains(path.joined(separator: "."))
          ? nil : places[path.map { ByteName($0) }]
      }
    }
  }

  /// Returns the case with its implied facts; `nil` if they contradict each
  /// other.
  func close(_ situation: RuleCase) -> RuleCase? {
    var result = situation
    for (variable, domain) in situation.domains where !domain.contains(.nothing) {
      for other in outer[variable] where !result.narrow(other, to: .truth) { return nil }
    }
    return result
  }
}
