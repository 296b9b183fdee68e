import LuaBridge

/// The fields of a rule's table, each looked up once.
///
/// It cannot be copied, so that each rule retains its table only once.
struct RuleFields: ~Copyable {
  private let table: LuaNodeTable
  private var places = Places()
  /// The fields that rules do not have.
  private(set) var unknown: [String] = []

  private struct Places {
    var complexity, doc, inputs, key, name, outputs, priority, rows, rules, set, value,
      when: LuaNodeTable.Place?
  }

  static let names = [
    "complexity", "doc", "key", "name", "priority", "rules", "set", "value", "when",
  ]
  /// The fields that only decision tables have.
  static let namesOfTables = ["inputs", "outputs", "rows"]

  /// Returns the hint for a field that rules do not have.
  static func hint(for name: String) -> String {
    if let (meaning, field) = foreignNames[name.lowercased()] {
      return "\(meaning) is called `\(field)`"
    }
    return Spelling.suggestion(for: name, among: names + namesOfTables).map {
      "did you mean `\($0)`?"
    }
      ?? "rules have \(names.listed)"
  }

  /// What other rule engines call the fields of a rule, and what it is called here.
  private static let foreignNames: [String: (meaning: String, field: String)] = {
    let words: [(meaning: String, field: String, names: [String])] = [
      (
        "the condition of a rule", "when",
        ["cond", "condition", "conditions", "if", "match", "predicate", "test", "where"]
      ),
      (
        "what a rule gives", "value",
        ["action", "answer", "gives", "output", "result", "return", "returns", "then"]
      ),
      ("the description of a rule", "doc", ["comment", "desc", "description"]),
      ("the name of a rule", "name", ["id", "label", "title"]),
      (
        "the priority of a rule", "priority", ["importance", "order", "rank", "salience", "weight"]
      ),
    ]
    var found: [String: (meaning: String, field: String)] = [:]
    for (meaning, field, names) in words {
      for name in names { found[name] = (meaning, field) }
    }
    return found
  }()

  init(_ table: LuaNodeTable) {
    self.table = table
    var places = Places()
    var unknown: [String] = []
    table.forEachField { name, place in
      // The length is compared first: nine string comparisons would cost more than reading
      // the value.
      switch (name.utf8.count, name) {
      case (3, "key"): places.key = place
      case (3, "set"): places.set = place
      case (3, "doc"): places.doc = place
      case (4, "when"): places.when = place
      case (4, "name"): places.name = place
      case (4, "rows"): places.rows = place
      case (5, "value"): places.value = place
      case (5, "rules"): places.rules = place
      case (6, "inputs"): places.inputs = place
      case (7, "outputs"): places.outputs = place
      case (8, "priority"): places.priority = place
      case (10, "complexity"): places.complexity = place
      default: unknown.append(name)
      }
    }
    self.places = places
    self.unknown = unknown
  }

  var complexity: LuaNode? { node(at: places.complexity) }
  var doc: LuaNode? { node(at: places.doc) }
  var inputs: LuaNode? { node(at: places.inputs) }
  var key: LuaNode? { node(at: places.key) }
  var name: LuaNode? { node(at: places.name) }
  var outputs: LuaNode? { node(at: places.outputs) }
  var priority: LuaNode? { node(at: places.priority) }
  var rows: LuaNode? { node(at: places.rows) }
  var rules: LuaNode? { node(at: places.rules) }
  var set: LuaNode? { node(at: places.set) }
  var value: LuaNode? { node(at: places.value) }
  var when: LuaNode? { node(at: places.when) }

  @inline(__always)
  private func node(at place: LuaNodeTable.Place?) -> LuaNode? { place.map { table[$0] } }
}
