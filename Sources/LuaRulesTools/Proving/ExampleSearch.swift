import LuaBridge
import LuaRules

/// The search for differences in contexts made at random.
///
/// It finds some that no case can follow, and bounds what the cases have to look for.
struct ExampleSearch {
  /// How many contexts are tried before the cases, and together with those after them.
  static let firstContexts = 100
  static let mostContexts = 1000
  /// How many answers are compared after the cases, at most, for all keys together.
  private static let mostComparisons = 200_000
  /// How many values all contexts have together, at most.
  private static let mostValues = 300_000
  /// After how many contexts in which it uses up its budget a key is given up.
  private static let mostExhausted = 10

  typealias Examples = [String: ComparedAnswers.Difference]

  private let old: RuleModel
  private let new: RuleModel
  private var contexts: SampledContexts
  /// How many values the contexts may still have together.
  private var valuesLeft = mostValues
  /// In how many contexts a key has used up its budget.
  private var exhausted: [String: Int] = [:]

  init(_ left: ProvedRules, _ right: ProvedRules, _ old: RuleModel, _ new: RuleModel) {
    (self.old, self.new) = (old, new)
    contexts = SampledContexts([left, right], new.schema)
    contexts.compared = ComparedConstants(left, right)
  }

  /// Returns the number of contexts that are tried for keys after the cases.
  static func furtherContexts(for count: Int) -> Int {
    min(mostContexts - firstContexts, max(firstContexts, mostComparisons / max(count, 1)))
  }

  /// Returns small contexts in which answers differ, one for each key for which one is found; without an
  /// error, if there is one.
  mutating func examples(of keys: [ComparedAnswers], in count: Int) -> Examples {
    var found: Examples = [:]
    var open = keys.filter { exhausted[$0.key, default: 0] < Self.mostExhausted }
    for _ in 0..<count where !open.isEmpty && valuesLeft > 0 {
      let values = contexts.next()
      valuesLeft -= 1 + LuaValue.table(values).nodeCount(upTo: valuesLeft)
      guard let before = try? old.context(of: values), let after = try? new.context(of: values)
      else { continue }
      open.removeAll { compared in
        switch compared.comparison(before, after, in: values) {
        case .same, .unknown: return false
        case .exhausted: return isGivenUp(compared.key)
        case .differs(let difference):
          if !difference.hasError || found[compared.key] == nil { found[compared.key] = difference }
          return !difference.hasError || difference.isExhausted && isGivenUp(compared.key)
        }
      }
    }
    for compared in keys { found[compared.key] = found[compared.key].map(compared.smallest) }
    return found
  }

  /// Notes that a key has used up its budget; returns whether that is too often.
  private mutating func isGivenUp(_ key: String) -> Bool {
    exhausted[key, default: 0] += 1
    return exhausted[key, default: 0] >= Self.mostExhausted
  }
}
