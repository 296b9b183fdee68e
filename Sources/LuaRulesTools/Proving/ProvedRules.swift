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
  /// The keys that are paths, such as `person.status`.
  private let pathKeys: Set<ByteName>
  /// The paths in front of these, such as `person`.
  private let outerPaths: Set<ByteName>
  let fingerprints: FunctionFingerprints

  init(_ model: RuleModel) throws(RuleError) {
    self.init(try InspectedModel.all(of: model, keepsContents: true), model.schema)
  }

  /// Creates the candidates of models that were inspected before.
  init(_ models: [InspectedModel], _ schema: RuleSchema) {
    self.models = models
    self.schema = schema
    fingerprints = FunctionFingerprints(models)
    var candidates: [ByteName: [Candidate]] = [:]
    for (number, model) in models.enumerated() {
      for rule in model.rules.sorted(by: { $0.rank > $1.rank }) {
        candidates[rule.key, default: []].append(Candidate(rule: rule, model: number))
      }
    }
    self.candidates = candidates
    let assigned = candidates.names.filter { $0.contains(".") }
    pathKeys = Set((assigned + schema.names.filter { $0.contains(".") }).map { ByteName($0) })
    // A key that no rule assigns makes no object.
    outerPaths = Set(
      assigned.flatMap { path in
        path.indices.lazy.filter { path[$0] == "." }.map { ByteName(String(path[..<$0])) }
      })
  }

  var keys: [String] { Array(candidates.names) }

  /// The names of keys and of members, of rules and of the schema.
  var allNames: [String] {
    func names(in type: ValueType, depth: Int) -> [String] {
      switch type.withoutNull {
      case .object(let object) where depth < 16:
        object.members.flatMap { [$0.name] + names(in: $0.type, depth: depth + 1) }
      case .list(let element), .dictionary(let element): names(in: element, depth: depth)
      default: []
      }
    }
    return schema.names
      + schema.names.flatMap { name in schema.type(of: name).map { names(in: $0, depth: 0) } ?? [] }
      + keys + models.flatMap { $0.variables.flatMap(\.path) }
  }

  func candidates(for key: String) -> [Candidate] { candidates[key] ?? [] }

  func isAssigned(_ key: String) -> Bool { candidates[key] != nil }

  /// Whether a path of several names is a key itself.
  func isPathKey(_ path: String) -> Bool { pathKeys.contains(ByteName(path)) }

  /// Whether there is a key for a path below another one: then that is an object in each context.
  func hasPathKeys(below path: String) -> Bool { outerPaths.contains(ByteName(path)) }

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
        for entry in entries {
          constants[entry.path, default: []].formUnion(
            entry.condition.constants.compactMap { TestedValue($0) })
        }
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

  /// Adds the names that rules read below each path, at most a few for each.
  func addEntries(to entries: inout [[String]: [String]]) {
    for model in models {
      for path in model.rules.lazy.flatMap(\.probablePaths) where path.count > 1 {
        let table = Array(path.dropLast())
        guard let name = path.last, entries[table, default: []].count < 8,
          !entries[table, default: []].contains(name)
        else { continue }
        entries[table, default: []].append(name)
      }
    }
  }
}
