import LuaBridge
import LuaRules

/// All rules of a model, for each key in the order of evaluation.
public struct RuleTable: Sendable {
  let keys: [(key: String, rules: [ListedRule])]
  private let schema: RuleSchema

  /// Lists the rules of a model and its fallbacks.
  ///
  /// - Throws: `RuleError` if the model's files cannot be run again.
  public init(_ model: RuleModel) throws(RuleError) {
    keys = try model.listedCandidates()
    schema = model.schema
  }

  // MARK: Text

  /// The rules as a table for a terminal, one line for each rule, with a
  /// heading.
  ///
  /// The column for the model of a rule exists only if there are fallbacks, that for the hit policy only
  /// if some key has another one than `first`.
  public var text: String {
    let hasFallbacks = keys.contains { $0.rules.contains { $0.model > 0 } }
    let hasNames = keys.contains { $0.rules.contains { $0.name != nil } }
    var columns = [
      TextColumn("key", isRight: false), TextColumn("priority", isRight: true),
      TextColumn("complexity", isRight: true), TextColumn("place", isRight: false),
      TextColumn("gives", isRight: false),
    ]
    let hasPolicies = keys.contains { !schema.hitPolicy(of: $0.key).isFirst }
    if hasPolicies { columns.append(TextColumn("policy", isRight: false)) }
    if hasFallbacks { columns.append(TextColumn("from", isRight: false)) }
    if hasNames { columns.append(TextColumn("name", isRight: false)) }
    for (key, rules) in keys {
      for rule in rules {
        var cells = [
          key, String(rule.priority.rawValue), String(rule.complexity), rule.location.description,
          rule.outcomeText(schema),
        ]
        if hasPolicies { cells.append(schema.hitPolicy(of: key).rawValue) }
        if hasFallbacks { cells.append(rule.model == 0 ? "rules" : "fallback \(rule.model)") }
        if hasNames { cells.append(rule.name ?? "") }
        for (index, cell) in cells.enumerated() { columns[index].add(cell) }
      }
    }
    return columns.lines.map { $0 + "\n" }.joined()
  }

  // MARK: JSON

  /// The rules as a JSON array on one line: an object for each key.
  ///
  /// Names are in byte order. An object has `hitPolicy` (unless that is `first`), `key` and `rules`; a
  /// rule has `complexity`,
  /// `doc`, `file`, `gives` (an object with `constant`, `function`, or `host`),
  /// `line`, `model` (0, and from 1 for fallbacks), `name`, `priority`, `reads`, and `when`
  /// (`always`, `never`, `pattern`, `function`, `host`, or `several`).
  public var json: String {
    let entries = keys.map { key, rules in
      let policy = schema.hitPolicy(of: key)
      return JSONLayout.object([
        "hitPolicy": policy.isFirst ? nil : .string(policy.rawValue),
        "key": .string(key), "rules": .list(rules.map(object)),
      ])
    }
    return JSONLayout.list(entries).line
  }

  private func object(_ rule: ListedRule) -> JSONLayout {
    .object([
      "complexity": .integer(rule.complexity), "doc": rule.doc.map { .string($0) },
      "file": .string(rule.location.file), "gives": outcomeObject(of: rule),
      "line": rule.location.line.map { .integer($0) }, "model": .integer(rule.model),
      "name": rule.name.map { .string($0) }, "priority": .integer(rule.priority.rawValue),
      "reads": .list(rule.reads.map { .string($0.joined(separator: ".")) }),
      "when": .string(rule.predicate.kind),
    ])
  }

  private func outcomeObject(of rule: ListedRule) -> JSONLayout {
    switch rule.gives {
    case .function: return .object(["function": .boolean(true)])
    case .host(let name): return .object(["host": .string(name)])
    case .constant(let value):
      let type = schema.typeOfOneRule(for: rule.key)
      // A value without a JSON form is written as a Lua literal.
      let text = (try? JSON.write(value, as: type)) ?? (try? JSON.write(value))
      return .object(["constant": text.map { .text($0) } ?? .string(value.literal)])
    }
  }
}

extension Predicate {
  /// Its kind, in a word.
  fileprivate var kind: String {
    switch self {
    case .always: "always"
    case .never: "never"
    case .pattern: "pattern"
    case .function: "function"
    case .host: "host"
    case .all: "several"
    }
  }
}
