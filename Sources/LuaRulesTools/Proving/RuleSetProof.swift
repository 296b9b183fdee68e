import LuaBridge
import LuaRules

/// For which contexts of a schema two sets of rules answer differently, as far as that can be proved.
///
/// A context of the schema sets any of the declared keys to values of their types, and may leave out
/// keys and members that are not required. Unless the schema is closed, it may set other keys, too, that no
/// rule gives. The keys that are asked are not set, and no number is NaN. Messages of errors are not
/// compared.
package struct RuleSetProof: Sendable {
  /// What is known about a key.
  package enum Result: Sendable {
    /// No context changes the answer.
    case same
    /// The answers differ in a context, which the engine has confirmed.
    case differs(Witness)
    /// Nothing is known about some contexts; in all others the answers are the same.
    case unknown(reason: String)
  }

  /// A context with different answers.
  package struct Witness: Sendable {
    /// The context as JSON: without a part that its object need not have, the answers would be the
    /// same.
    package let context: String
    package let old: RuleSetDiff.Decision
    package let new: RuleSetDiff.Decision
    /// What is not known about other contexts.
    package let unknown: String?

    /// Whether a side fails.
    var hasError: Bool { old.error != nil || new.error != nil }

    init(_ difference: ComparedAnswers.Difference, _ schema: RuleSchema, unknown: String?) {
      context = schema.json(of: difference.context)
      (old, new) = (difference.old, difference.new)
      self.unknown = unknown
    }
  }

  /// The results of the keys, in byte order.
  package let results: [(key: String, result: Result)]

  /// How many steps evaluations make together, unless another number is asked for.
  package static let usualSteps = 400_000

  /// Compares two sets of rules.
  ///
  /// - Parameters:
  ///   - old: The old rules.
  ///   - new: The new rules, with the same schema.
  ///   - keys: The keys to compare; by default all that a rule of either set assigns.
  ///   - unknownHost: Host functions of both sets that are not at hand: an answer that comes from one is
  ///     not known.
  ///   - caseLimit: How many cases of one key are looked at.
  ///   - stepLimit: How many steps the evaluations of all keys make together; one key may take a
  ///     fifth of what is left. A step is a rule, or a test in its function.
  /// - Throws: `RuleError` if a model is broken, if there is no schema, or if a key of `keys` is neither
  ///   declared nor assigned.
  /// - Complexity: O(*c* · *n*) for *c* cases, which are limited, and *n* candidates of a key.
  package init(
    of old: RuleModel, with new: RuleModel, keys: [String] = [],
    unknownHost: UnknownHostFunctions? = nil, caseLimit: Int = 20_000,
    stepLimit: Int = usualSteps
  ) throws(RuleError) {
    guard !new.schema.names.isEmpty else {
      throw RuleError(
        .badSchema, "a proof needs a schema, which says what contexts there are",
        hint: "name it with --schema, or in luarules.json")
    }
    let sides = (old: try ProvedRules(old), new: try ProvedRules(new))
    let all = try Self.keys(keys, sides.old, sides.new)
    var stepsLeft = stepLimit
    var results: [(key: String, result: Result)] = []
    var unchanged = UnchangedKeys(sides.old, sides.new)
    let hasSameSchema = old.schema.isSame(as: new.schema)
    if hasSameSchema, unchanged.containsAll {
      self.results = all.map { ($0, .same) }
      return
    }
    if let name = Self.ambiguousName(sides.old.allNames + sides.new.allNames) {
      let reason = "there are two names `\(name)` of different bytes"
      self.results = all.map { ($0, .unknown(reason: reason)) }
      return
    }
    var identical: Set<String> = []
    func compared(_ key: String) -> ComparedAnswers {
      ComparedAnswers(key: key, old: old, new: new, unknownHost: unknownHost)
    }
    var examples: ExampleSearch.Examples = [:]
    var exampleSearch = ExampleSearch(sides.old, sides.new, old, new)
    if hasSameSchema {
      let open = all.filter { !unchanged.contains($0) }.map(compared)
      examples = exampleSearch.examples(of: open, in: ExampleSearch.firstContexts)
    }
    for key in all {
      if hasSameSchema, unchanged.contains(key) {
        results.append((key, .same))
        identical.insert(key)
        continue
      }
      let share = stepsLeft / 5
      var search = try WitnessSearch(
        key, sides.old, sides.new, compared(key), example: examples[key], caseLimit: caseLimit,
        stepLimit: share)
      search.run()
      stepsLeft -= share - max(0, search.stepsLeft)
      results.append((key, search.result))
      if case .same = search.result, !search.hasOtherKinds { identical.insert(key) }
    }
    if hasSameSchema {
      results = Self.extended(results, &unchanged, given: identical)
      results = Self.tried(results, &exampleSearch, compared)
    }
    self.results = results
  }

  /// Returns a name that reads the same as another one of different bytes.
  private static func ambiguousName(_ names: [String]) -> String? {
    var known: [String: ByteName] = [:]
    for name in names where !name.utf8.allSatisfy({ $0 < 0x80 }) {
      if let other = known[name], other != ByteName(name) { return name }
      known[name] = ByteName(name)
    }
    return nil
  }

  /// Returns results in which a key differs, too, if it does in one of some contexts made at random;
  /// and a witness is one without an error, if there is one among these.
  private static func tried(
    _ results: [(key: String, result: Result)], _ search: inout ExampleSearch,
    _ compared: (String) -> ComparedAnswers
  ) -> [(key: String, result: Result)] {
    let open = results.filter(\.result.wantsExample).map { compared($0.key) }
    guard let schema = open.first?.new.schema else { return results }
    let examples = search.examples(of: open, in: ExampleSearch.furtherContexts(for: open.count))
    return results.map { key, result in
      guard let found = examples[key] else { return (key, result) }
      switch result {
      case .unknown(let reason): return (key, .differs(Witness(found, schema, unknown: reason)))
      case .differs(let witness) where witness.hasError && !found.hasError:
        return (key, .differs(Witness(found, schema, unknown: witness.unknown)))
      case .same, .differs: return (key, result)
      }
    }
  }

  /// Returns results in which a key is the same, too, if its rules have the same texts and read only
  /// keys whose values are identical.
  private static func extended(
    _ results: [(key: String, result: Result)], _ unchanged: inout UnchangedKeys,
    given same: Set<String>
  ) -> [(key: String, result: Result)] {
    return results.map { key, result in
      guard case .unknown = result, unchanged.contains(key, given: same) else {
        return (key, result)
      }
      return (key, .same)
    }
  }

  /// Returns the keys to compare, in byte order.
  private static func keys(
    _ asked: [String], _ old: ProvedRules, _ new: ProvedRules
  ) throws(RuleError) -> [String] {
    let assigned = Set(old.keys + new.keys)
    guard !asked.isEmpty else { return assigned.sortedByBytes() }
    for key in asked where !new.schema.allows(key) && !assigned.contains(key) {
      throw RuleError(
        .unknownKey, "no rule assigns `\(key)`, and the schema does not declare it",
        hint: Spelling.suggestion(for: key, among: assigned.union(new.schema.names).sortedByBytes())
          .map { "did you mean `\($0)`?" })
    }
    return Set(asked).sortedByBytes()
  }

  /// The number of keys whose answers differ somewhere.
  package var differenceCount: Int {
    results.count { if case .differs = $0.result { true } else { false } }
  }

  /// The number of keys for which no difference was found, but some contexts are not known.
  package var unknownCount: Int {
    results.count { if case .unknown = $0.result { true } else { false } }
  }
}

extension RuleSetProof.Result {
  /// Whether a difference in values would tell more.
  fileprivate var wantsExample: Bool {
    switch self {
    case .same: false
    case .unknown: true
    case .differs(let witness): witness.hasError
    }
  }
}

extension RuleSchema {
  /// Whether a name, or a path of names, is declared, or stands below a value of any members.
  fileprivate func allows(_ key: String) -> Bool {
    if type(of: key) != nil { return true }
    let names = key.split(separator: ".").map(String.init)
    guard let first = names.first, var type = type(of: first) else { return false }
    for name in names.dropFirst() {
      switch type.withoutNull {
      case .object(let object):
        guard let member = object[name] else { return false }
        type = member.type
      case .dictionary(let element): type = element
      case .any: return true
      default: return false
      }
    }
    return true
  }
}
