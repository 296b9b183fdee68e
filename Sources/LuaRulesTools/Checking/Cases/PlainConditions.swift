import LuaRules

/// Tells which rules only compare what the program sets with constants: those are judged by their cases, without
/// following anything.
struct PlainConditions {
  private let model: InspectedModel
  private let names: DeclaredNames
  private var functions: [Int: Bool] = [:]
  private var conditions: [Int: Bool] = [:]

  init(_ model: InspectedModel, _ names: DeclaredNames) {
    self.model = model
    self.names = names
  }

  /// Whether the conditions of a rule are plain.
  mutating func areConditionsPlain(of rule: InspectedRule) -> Bool {
    if let known = conditions[rule.declarationIndex] { return known }
    var arePlain = true
    for condition in rule.conditions where arePlain {
      switch condition {
      case .never: break
      case .host: arePlain = false
      case .pattern(let entries): arePlain = entries.allSatisfy { isSet($0.path) }
      case .function(let function): arePlain = isPlain(function)
      }
    }
    conditions[rule.declarationIndex] = arePlain
    return arePlain
  }

  /// Whether the value of a rule is a constant, or of a function that only compares.
  mutating func isValuePlain(of rule: InspectedRule) -> Bool {
    switch rule.outcome {
    case .constant: true
    case .host: false
    case .function(let function): isPlain(function)
    }
  }

  /// Whether the function that gives the value of a rule has so many tests that the cases of single ones do not
  /// show which branches are left.
  func hasManyTests(_ rule: InspectedRule) -> Bool {
    guard case .function(let function) = rule.outcome else { return false }
    let tests = function.graph.nodes.count { if case .test = $0 { true } else { false } }
    return tests >= Self.manyTests
  }

  private static let manyTests = 4

  private mutating func isPlain(_ function: InspectedFunction) -> Bool {
    if let known = functions[function.number] { return known }
    let graph = function.graph
    let isPlain =
      graph.obstacle == nil && !graph.nodes.isEmpty
      && graph.nodes.allSatisfy { node in
        switch node {
        case .lua: false
        // What is calculated for a result decides nothing.
        case .result: true
        case .test(let test, _, _, _): isSet(test.left) && isSet(test.right)
        }
      }
    functions[function.number] = isPlain
    return isPlain
  }

  private func isSet(_ operand: DecisionGraph.Operand) -> Bool {
    guard case .variable(let variable) = operand else { return true }
    return model.variables[variable].isPath && isSet(model.variables[variable].path)
  }

  /// Whether no rule answers for a path.
  private func isSet(_ path: [String]) -> Bool { names.assignedKey(of: path) == nil }
}
