import LuaBridge
import LuaRules

/// The candidates of each key of one side, with the constants that their rules compare.
struct ProvedRules {
  /// A rule with the model that it belongs to.
  struct Candidate {
    let rule: InspectedRule
    let model: Int
  }

  let models: [InspectedModel]
  let schema: RuleSchema
  private let candidates: [ByteName: [Candidate]]
  /// The first names of path keys, such as `person` of `person.status`.
  private let outerNames: Set<ByteName>

  init(_ model: RuleModel) throws(RuleError) {
    models = try InspectedModel.all(of: model)
    schema = model.schema
    var candidates: [ByteName: [Candidate]] = [:]
    for (number, model) in models.enumerated() {
      for rule in model.rules.sorted(by: { $0.rank > $1.rank }) {
        candidates[rule.key, default: []].append(Candidate(rule: rule, model: number))
      }
    }
    self.candidates = candidates
    outerNames = Set(
      candidates.names.lazy.filter { $0.contains(".") }.map {
        ByteName(String($0.prefix { $0 != "." }))
      })
  }

  var keys: [String] { Array(candidates.names) }

  func candidates(for key: String) -> [Candidate] { candidates[key] ?? [] }

  func isAssigned(_ key: String) -> Bool { candidates[key] != nil }

  /// Whether there is a key for a path below a name.
  func hasPathKeys(below name: String) -> Bool { outerNames.contains(ByteName(name)) }

  // MARK: What rules compare

  /// Adds the constants with which the rules of a key, and of the keys that these read, compare
  /// paths.
  func addConstants(
    comparedFor key: String, _ constants: inout [[String]: Set<TestedValue>],
    _ seen: inout Set<ByteName>
  ) {
    guard seen.insert(ByteName(key)).inserted else { return }
    var read: Set<String> = []
    for candidate in candidates(for: key) {
      let variables = models[candidate.model].variables
      func add(_ operand: DecisionGraph.Operand, _ other: DecisionGraph.Operand) {
        guard case .variable(let number) = operand, case .constant(let value) = other else {
          return
        }
        constants[variables[number].path, default: []].insert(value)
      }
      for case .pattern(let entries) in candidate.rule.conditions {
        for entry in entries { constants[entry.path, default: []].formUnion(entry.allowed) }
      }
      for function in candidate.rule.functions {
        for case .test(let test, _, _, _) in function.graph.nodes where test.kind != .isTrue {
          add(test.left, test.right)
          add(test.right, test.left)
        }
      }
      read.formUnion(candidate.rule.probablePaths.compactMap(\.first))
    }
    for name in read.sorted() { addConstants(comparedFor: name, &constants, &seen) }
  }
}
