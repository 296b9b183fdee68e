import LuaBridge
import LuaRules

/// The rules whose value is asked for before that of another one, with only one test each.
///
/// Where such a rule holds, the functions behind it are not called.
final class EarlierRules {
  /// A rule, and what it tests.
  struct Simple {
    let rule: InspectedRule
    let path: [String]
    /// Returns the values of a type for which the rule does not hold.
    let excluding: (LuaType) -> LuaType
  }

  private let rules: [ByteName: [Simple]]
  /// How many rules are looked at for one function.
  private static let most = 16

  init(_ model: InspectedModel, _ schema: RuleSchema) {
    var found: [ByteName: [Simple]] = [:]
    for rule in model.rules where rule.conditions.count == 1 && rule.alwaysAnswers {
      guard schema.hitPolicy(of: rule.key).isFirst,
        let simple = Simple(rule, rule.conditions[0], model.variables)
      else { continue }
      found[ByteName(rule.key), default: []].append(simple)
    }
    rules = found.mapValues { $0.sorted { $0.rule.rank > $1.rule.rank } }
  }

  /// Returns the rules that are asked before a rule.
  func callAsFunction(than rule: InspectedRule) -> [Simple] {
    Array((rules[ByteName(rule.key)] ?? []).prefix { $0.rule.rank > rule.rank }.prefix(Self.most))
  }
}

extension EarlierRules.Simple {
  /// Creates the test of a condition; `nil` for another condition than one test of a path.
  fileprivate init?(
    _ rule: InspectedRule, _ condition: InspectedRule.Condition, _ variables: [DecisionVariable]
  ) {
    switch condition {
    case .never, .host: return nil
    case .pattern(let entries):
      // Whether a value is there, careful functions test once more.
      guard entries.count == 1, !entries[0].allowed.contains(where: { $0.isNothing }) else {
        return nil
      }
      let allowed = entries[0].allowed.map { LuaType(value: $0.value) }
      self.init(rule: rule, path: entries[0].path) { type in
        allowed.reduce(type) { $0.excluding($1) }
      }
    case .function(let function):
      if case .result(.variable(let number), _)? = function.graph.nodes.first {
        guard variables[number].isPath else { return nil }
        self.init(rule: rule, path: variables[number].path) { $0.only(.falsy) }
        return
      }
      let tests = function.graph.nodes.compactMap { node in
        if case .test(let test, let yes, let no, _) = node { (test, yes, no) } else { nil }
      }
      guard let (test, yes, no) = tests.first, tests.count == 1,
        let held = function.graph.truth(of: yes), let failed = function.graph.truth(of: no),
        held != failed, case .variable(let number) = test.left, variables[number].isPath
      else { return nil }
      switch (test.kind, test.right) {
      case (.isTrue, _):
        self.init(rule: rule, path: variables[number].path) { type in
          if held { return type.only(.falsy) }
          return type.present.isOnly(.boolean) ? type.without(.falsy) : type
        }
      case (.isEqual, .constant(let value)) where held && !value.isNothing:
        self.init(rule: rule, path: variables[number].path) {
          $0.excluding(LuaType(value: value.value))
        }
      default: return nil
      }
    }
  }
}

extension TestedValue {
  fileprivate var isNothing: Bool { self == .nothing || self == .null }
}

extension InspectedRule {
  /// Whether the rule gives a value wherever it holds.
  fileprivate var alwaysAnswers: Bool {
    switch outcome {
    case .constant(.nil), .host: false
    case .constant: true
    case .function(let function): !function.canDecline
    }
  }
}

extension DecisionGraph {
  /// The truth that a node gives; `nil` if it is no constant.
  fileprivate func truth(of node: Int) -> Bool? {
    guard nodes.indices.contains(node), case .result(.constant(let value), _) = nodes[node] else {
      return nil
    }
    return value.isTrue && value != .null
  }
}
