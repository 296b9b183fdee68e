import LuaBridge
import LuaRules

/// For which contexts of a schema two sets of rules answer differently, as far as that can be proved.
///
/// A context of the schema sets any of the declared keys to values of their types, and may leave out
/// keys and members. The keys that are asked are not set. Messages of errors are not compared.
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
    /// The context as JSON: no part of it can be left out.
    package let context: String
    package let old: RuleSetDiff.Decision
    package let new: RuleSetDiff.Decision
    /// What is not known about other contexts.
    package let unknown: String?
  }

  /// The results of the keys, in byte order.
  package let results: [(key: String, result: Result)]

  /// Compares two sets of rules.
  ///
  /// - Parameters:
  ///   - old: The old rules.
  ///   - new: The new rules, with the same schema.
  ///   - keys: The keys to compare; by default those that a rule of either set assigns, if the schema
  ///     declares them.
  ///   - caseLimit: How many cases of one key are looked at.
  /// - Throws: `RuleError` if a model is broken, or there is no schema.
  /// - Complexity: O(*c* · *n*) for *c* cases, which are limited, and *n* candidates of a key.
  package init(
    of old: RuleModel, with new: RuleModel, keys: [String] = [], caseLimit: Int = 20_000
  ) throws(RuleError) {
    guard !new.schema.names.isEmpty else {
      throw RuleError(
        .badSchema, "a proof needs a schema, which says what contexts there are",
        hint: "name it with --schema, or in luarules.json")
    }
    let sides = (old: try ProvedRules(old), new: try ProvedRules(new))
    let all = keys.isEmpty ? sides.old.keys + sides.new.keys : keys
    var results: [(key: String, result: Result)] = []
    var unchanged = UnchangedKeys(sides.old, sides.new)
    let hasSameSchema = old.schema.names == new.schema.names
    for key in Set(all).sortedByBytes() {
      if hasSameSchema, unchanged.contains(key) {
        results.append((key, .same))
        continue
      }
      var search = try WitnessSearch(key, sides.old, sides.new, old, new, caseLimit: caseLimit)
      search.run()
      results.append((key, search.result))
    }
    self.results = results
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
