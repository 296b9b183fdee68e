import LuaBridge

/// What a model has to say about one key, laid out for one thread.
///
/// INVARIANT: belongs to a ``Workplace``, which one thread uses at a time, and
/// the model outlives it; so nothing in here is counted that threads share.
final class KeyKnowledge {
  let key: KeyID
  /// The candidates, best first.
  let candidates: [Candidate]
  /// What the schema says.
  let declared: DeclaredKey?
  /// Whether some rule's key is a path below this one.
  let isPrefix: Bool
  /// By candidate: its constant in the Swift type that was asked for last.
  private var constants: [AnyObject?]

  /// Whether some rule assigns the key.
  var isAssigned: Bool { !candidates.isEmpty }

  /// A rule, as far as most are asked: without looking at the rule itself.
  struct Candidate {
    let test: Test
    let gives: Gift
    private let uncounted: Uncounted<Rule>

    var rule: Rule { uncounted.object }

    enum Test { case always, never, function(Int), other }
    enum Gift { case constant, function(Int), host(Int) }
  }

  init(_ key: KeyID, in core: ModelCore) {
    let name = key.name
    self.key = key
    candidates = (core.plan.candidates[name] ?? []).map { Candidate($0) }
    declared = core.schema[name]
    isPrefix = core.plan.prefixes.contains(name)
    constants = Array(repeating: nil, count: candidates.count)
  }

  /// Returns the constant of a candidate in a Swift type that is copied by its bytes.
  func constant<Value>(
    of candidate: Int, as type: Value.Type, _ convert: () throws(RuleError) -> Value
  ) throws(RuleError) -> Value {
    if let known = constants[candidate] as? Constant<Value> { return known.value }
    let value = try convert()
    constants[candidate] = Constant(value)
    return value
  }
}

/// A constant of a rule in a Swift type.
private final class Constant<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension KeyKnowledge.Candidate {
  fileprivate init(_ rule: Rule) {
    uncounted = Uncounted(rule)
    test =
      switch rule.predicate {
      case .always: .always
      case .never: .never
      case .function(let number): .function(number)
      case .pattern, .host, .all: .other
      }
    gives =
      switch rule.assignment {
      case .constant: .constant
      case .function(let number): .function(number)
      case .host(let number): .host(number)
      }
  }
}
