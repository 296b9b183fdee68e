import LuaBridge
import LuaRules

/// Rules of keys that share rows, as the rows of one decision table.
package struct DecisionRows: Sendable {
  /// What rules of one place test and give.
  package struct Row: Sendable {
    /// The paths that must fulfill conditions, each once.
    package let tests: [(path: String, condition: PatternCondition)]
    package fileprivate(set) var values: [(key: String, value: LuaValue)]
    package let name: String?
    package let doc: String?
    package let location: SourceLocation
    fileprivate let rank: Rank
    fileprivate let model: Int
    /// The position of the last rule of the row in the order of declaration.
    fileprivate var last: Int
  }

  /// The keys that the rows give values to, in the order of the columns.
  package let keys: [String]
  /// The paths that rows test, in the order of the columns; also columns in which each cell is empty.
  package let inputs: [String]
  package let hitPolicy: HitPolicy
  /// The rows, in the order in which they are asked; where that has no influence, in the order of declaration.
  package let rows: [Row]
}

/// A rule that no row of a decision table can state.
package struct RuleBesideTables: Sendable {
  package let key: String
  package let location: SourceLocation
  /// The reason, as part of a sentence.
  package let reason: String

  package init(key: String, location: SourceLocation, reason: String) {
    self.key = key
    self.location = location
    self.reason = reason
  }
}

extension [RuleBesideTables] {
  /// The rules in the order of files and lines.
  package func inOrderOfPlaces() -> [RuleBesideTables] {
    sorted {
      ($0.location.file, $0.location.line ?? 0) < ($1.location.file, $1.location.line ?? 0)
    }
  }
}

extension RuleModel {
  /// Returns the decision tables that the rules of the model and its fallbacks are, and the other rules.
  ///
  /// Keys are in one table if some row gives values to both, and their hit policy is the same.
  ///
  /// - Throws: `RuleError` if a link of the model has no rules.
  package func decisionRows() throws(RuleError) -> (
    tables: [DecisionRows], others: [RuleBesideTables]
  ) {
    var sorter = RowSorter(schema)
    for (number, core) in try asked().enumerated() { sorter.add(core, number: number) }
    return sorter.sorted()
  }
}

/// Sorts rules into tables.
private struct RowSorter {
  private typealias Row = DecisionRows.Row

  private let schema: RuleSchema
  private var rows: [Row] = []
  private var others: [RuleBesideTables] = []
  private var layout = TableLayout()

  init(_ schema: RuleSchema) { self.schema = schema }

  // MARK: Rules

  mutating func add(_ core: ModelCore, number: Int) {
    var rules: [Rule] = []
    for key in core.candidates.keys { rules += core.candidates[key] ?? [] }
    rules.sort { $0.rank.declarationIndex < $1.rank.declarationIndex }
    for rule in rules { add(rule, number) }
    layout.add(core)
  }

  private mutating func add(_ rule: Rule, _ model: Int) {
    let tests = rule.predicate.tests
    let value: LuaValue
    do throws(Reason) {
      guard !schema.isSecret(rule.key) else { throw Reason(text: "the key is secret") }
      guard case .constant(let constant) = rule.assignment else {
        throw Reason(text: "its value is a function")
      }
      value = constant
      if let other = tests.others.first {
        throw Reason(text: other == .never ? "it never applies" : "its condition is a function")
      }
      if let secret = tests.conditions.first(where: { schema.isSecret($0.path) }) {
        throw Reason(text: "it tests `\(secret.path)`, which is secret")
      }
    } catch {
      others.append(
        RuleBesideTables(key: rule.key, location: rule.location, reason: error.text))
      return
    }
    let index = rule.rank.declarationIndex
    if let last = rows.last, last.model == model, last.last + 1 == index,
      last.location == rule.location, last.name == rule.name, last.doc == rule.doc,
      last.rank.priority == rule.rank.priority, last.rank.complexity == rule.rank.complexity,
      !last.values.contains(where: { $0.key == rule.key }),
      last.tests.elementsEqual(
        tests.conditions, by: { $0.path == $1.path && $0.condition == $1.condition })
    {
      rows[rows.count - 1].values.append((rule.key, value))
      rows[rows.count - 1].last = index
      return
    }
    rows.append(
      Row(
        tests: tests.conditions, values: [(rule.key, value)], name: rule.name, doc: rule.doc,
        location: rule.location, rank: rule.rank, model: model, last: index))
  }

  /// Why a rule is no row.
  private struct Reason: Error {
    let text: String
  }

  // MARK: Tables

  func sorted() -> (tables: [DecisionRows], others: [RuleBesideTables]) {
    let keys = Set(names: rows.flatMap { $0.values.map(\.key) }).sortedByBytes()
    let groups = groups(of: keys)
    let tables = groups.map { table(of: $0) }
    return (tables, others.inOrderOfPlaces())
  }

  /// The keys that share rows and a hit policy.
  private func groups(of keys: [String]) -> [[String]] {
    var groups = keys.map { [$0] }
    for row in rows {
      for value in row.values.dropFirst()
      where schema.hitPolicy(of: value.key) == schema.hitPolicy(of: row.values[0].key) {
        guard let first = groups.firstIndex(where: { $0.contains(row.values[0].key) }),
          let second = groups.firstIndex(where: { $0.contains(value.key) }), first != second
        else { continue }
        groups[min(first, second)] += groups[max(first, second)]
        groups.remove(at: max(first, second))
      }
    }
    return groups
  }

  private func table(of keys: [String]) -> DecisionRows {
    let known = Set(names: keys)
    var own: [Row] = []
    for row in rows {
      var row = row
      row.values.removeAll { !known.contains($0.key) }
      if !row.values.isEmpty { own.append(row) }
    }
    let hitPolicy = schema.hitPolicy(of: keys[0])
    own.sort { left, right in
      if left.model != right.model { return left.model < right.model }
      return hitPolicy.dependsOnOrder ? left.rank > right.rank : left.last < right.last
    }
    let columns = layout.columns(of: own.map(\.location))
    var inputs = columns.inputs.filter { path in !known.contains(path) }
    var seen = Set(names: inputs)
    for row in own {
      for test in row.tests where seen.insert(test.path).inserted { inputs.append(test.path) }
    }
    var outputs = columns.outputs.filter { known.contains($0) }
    seen = Set(names: outputs)
    for row in own.sorted(by: { $0.last < $1.last }) {
      for value in row.values where seen.insert(value.key).inserted { outputs.append(value.key) }
    }
    return DecisionRows(
      keys: outputs, inputs: inputs, hitPolicy: hitPolicy, rows: own
    )
  }
}

extension HitPolicy {
  /// Whether rules in another order may give another answer.
  fileprivate var dependsOnOrder: Bool {
    switch self {
    case .first, .firstDeclared, .collect, .collectDeclared: true
    case .priority, .outputOrder, .sum, .minimum, .maximum, .count, .unique, .any: false
    }
  }
}
