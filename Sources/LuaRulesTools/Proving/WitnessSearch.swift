import LuaBridge
import LuaRules

/// The search for the smallest context in which two sets of rules answer differently for a key.
///
/// Both sides are evaluated in a case, in which no value is decided at first. Where an answer
/// depends on a value, the case is split by the values that the rules can tell apart. So all cases
/// together cover all contexts.
struct WitnessSearch {
  private let key: String
  private let old: ProvedRules
  private let new: ProvedRules
  private let compared: ComparedAnswers
  private let defaults: KeyDefaults
  private var casesLeft: Int
  /// How many steps of evaluation the search may still make.
  private(set) var stepsLeft: Int
  private var constants: [[String]: Set<TestedValue>] = [:]
  /// The constants with which keys are compared that rules give.
  private var derived: Set<TestedValue> = []
  private let calculated = CalculatedValues()
  /// How many contexts may still be tried that turn out to change nothing.
  private var triesLeft = 500
  private var best: (found: ComparedAnswers.Difference, size: Int)?
  private var unknown: String?
  /// The host function that is not known, and that was called in a case.
  private var unknownFunction: String?
  /// Whether answers were equal, but not identical, such as 3 and 3.0: what reads them may differ.
  private(set) var hasOtherKinds = false

  init(
    _ key: String, _ old: ProvedRules, _ new: ProvedRules, _ compared: ComparedAnswers,
    example: ComparedAnswers.Difference?, caseLimit: Int, stepLimit: Int
  ) throws(RuleError) {
    self.key = key
    self.old = old
    self.new = new
    self.compared = compared
    defaults = try KeyDefaults(new.schema)
    casesLeft = caseLimit
    stepsLeft = stepLimit
    // Of two witnesses of one size that of the cases is simpler.
    best = example.map {
      ($0, compared.size(of: $0.context) + ($0.hasError ? Self.errorSize : 0) + 1)
    }
    for side in [old, new] {
      var seen: Set<ByteName> = []
      side.addConstants(comparedFor: key, &constants, &seen)
    }
    for (path, values) in constants {
      guard let first = path.first, old.isAssigned(first) || new.isAssigned(first) else { continue }
      derived.formUnion(values)
    }
  }

  /// What the search has found.
  var result: RuleSetProof.Result {
    if let best {
      return .differs(RuleSetProof.Witness(best.found, compared.new.schema, unknown: unknown))
    }
    return unknown.map { .unknown(reason: $0) } ?? .same
  }

  mutating func run() {
    if !old.schema.isSame(as: new.schema) {
      unknown = "the two sets have different schemas"
      return
    }
    explore([:])
    if let best { self.best = (compared.smallest(best.found), best.size) }
  }

  // MARK: Cases

  /// A case decides at most so many values: a search is as deep as they are many.
  private static let mostValues = 100

  private mutating func explore(_ decided: [CaseSource: WitnessValue]) {
    let size = size(of: decided)
    if let best, size >= best.size { return }
    if triesLeft == 0, unknown != nil { return }
    guard casesLeft > 0, stepsLeft > 0 else {
      unknown = unknown ?? "there are too many cases"
      return
    }
    guard decided.count <= Self.mostValues else {
      unknown = unknown ?? "it depends on more than \(Self.mostValues) values"
      return
    }
    casesLeft -= 1
    do {
      let left = try answer(old, decided)
      let right = try answer(new, decided)
      if isSame(left, right) { return }
      if !confirm(decided) {
        unknown =
          unknown ?? unknownFunction.map { "the host function `\($0)` is not known" }
          ?? reason(for: left, decided) ?? reason(for: right, decided)
          ?? "the answers may differ, but no context was found in which they do"
      }
    } catch .needs(let source, let type) {
      let values: [WitnessValue]
      do {
        values = try WitnessValue.all(
          of: source, type, isRequired: isRequired(source), limits: compared.new.schema.limits,
          comparedWith: constants(of: source))
      } catch {
        unknown = unknown ?? error.reason
        return
      }
      for value in values {
        var next = decided
        next[source] = value
        explore(next)
      }
    } catch .obstacle(let reason) {
      // What is not understood may differ all the same.
      _ = confirm(decided)
      unknown =
        unknown ?? unknownFunction.map { "the host function `\($0)` is not known" } ?? reason
    } catch {
      unknown = unknown ?? "the rules fail"
    }
  }

  /// Returns the calculation on which an answer rests that is not followed; `nil` if there is none.
  private func reason(
    for answer: CaseEvaluation.Answer, _ decided: [CaseSource: WitnessValue]
  ) -> String? {
    var numbers: [Int] = []
    switch answer {
    case .value(let value): numbers = [value].compactMap(\.calculatedNumber)
    case .values(let values): numbers = values.compactMap(\.calculatedNumber)
    case .usual, .fails: break
    }
    if numbers.isEmpty {
      numbers = decided.keys.compactMap { source in
        switch source {
        case .calculated(let number), .truth(let number), .failure(let number): number
        case .path, .order: nil
        }
      }
    }
    return numbers.min().map { calculated.reason(for: $0) }
  }

  /// The number of values that a context sets.
  private func size(of decided: [CaseSource: WitnessValue]) -> Int {
    decided.count { source, witness in
      if case .path = source { witness.value != nil } else { false }
    }
  }

  private func isRequired(_ source: CaseSource) -> Bool {
    if case .path(let path) = source { compared.new.schema.requires(path) } else { false }
  }

  private func constants(of source: CaseSource) -> Set<TestedValue> {
    // Constants that calculated values are compared with have no path.
    let path = if case .path(let path) = source { path } else { [String]() }
    return (constants[path] ?? []).union(derived)
  }

  private mutating func answer(
    _ side: ProvedRules, _ decided: [CaseSource: WitnessValue]
  ) throws(CaseEvaluation.Stop) -> CaseEvaluation.Answer {
    let search = self
    var evaluation = CaseEvaluation(
      side, decided, calculated, constants: search.constants(of:), defaults: defaults,
      stepsLeft: stepsLeft)
    defer { stepsLeft = evaluation.stepsLeft - decided.count }
    return try evaluation.answer(for: key)
  }

  private mutating func isSame(
    _ left: CaseEvaluation.Answer, _ right: CaseEvaluation.Answer
  ) -> Bool {
    switch (left, right) {
    case (.fails, .fails), (.usual, .usual): return true
    case (.value(let one), .value(let other)): return isSame(one, other)
    case (.values(let some), .values(let others)):
      guard some.count == others.count else { return false }
      for (one, other) in zip(some, others) where !isSame(one, other) { return false }
      return true
    case (.usual, .value(let value)), (.value(let value), .usual): return isUsual(value)
    default: return false
    }
  }

  /// Whether a value that a rule gives is the default of the key.
  private mutating func isUsual(_ value: CaseEvaluation.Value) -> Bool {
    guard !key.contains("."), let usual = defaults[key], isSame(value, CaseEvaluation.Value(usual))
    else { return false }
    // Rules read a default as a value of its type, and what a rule gives as it is.
    hasOtherKinds = true
    return true
  }

  private mutating func isSame(_ left: CaseEvaluation.Value, _ right: CaseEvaluation.Value) -> Bool
  {
    if left.source != nil || right.source != nil { return left.source == right.source }
    switch (left.form, right.form) {
    case (.scalar(let one), .scalar(let other)):
      guard one == other else { return false }
      if left.exactText == nil || left.exactText != right.exactText { hasOtherKinds = true }
    case (.table(let one), .table(let other)):
      let (one, other) = (LuaValue.table(one), LuaValue.table(other))
      guard one.isEqual(to: other) else { return false }
      if !one.isIdentical(to: other) { hasOtherKinds = true }
    default: return false
    }
    return true
  }

  // MARK: Contexts

  /// How many tries one costs that uses up a budget.
  private static let costOfBudget = 50

  /// How many values less an error may need to be told in place of another value.
  private static let errorSize = 20

  /// Returns whether the engine's answers differ in a case; if so, keeps the context.
  private mutating func confirm(_ decided: [CaseSource: WitnessValue]) -> Bool {
    guard triesLeft > 0 else { return false }
    guard let context = context(decided), let comparison = compared.comparison(in: context) else {
      triesLeft -= 1
      return false
    }
    guard case .differs(let found) = comparison else {
      switch comparison {
      case .unknown(let function): unknownFunction = function
      // It takes as long as many others.
      case .exhausted: triesLeft = max(0, triesLeft - Self.costOfBudget)
      case .same, .differs: break
      }
      triesLeft = max(0, triesLeft - 1)
      return false
    }
    // An error tells less than another value.
    let size = size(of: decided) + (found.hasError ? Self.errorSize : 0)
    if size < best?.size ?? .max { best = (found, size) }
    return true
  }

  /// Returns a context with decided values, and with all that the schema requires beside them.
  private func context(_ decided: [CaseSource: WitnessValue]) -> LuaTable? {
    var values: [(path: [String], value: LuaValue)] = decided.compactMap { source, witness in
      guard case .path(let path) = source, let value = witness.value else { return nil }
      return (path, value)
    }
    values.sort { $0.path.count < $1.path.count }
    var context = LuaTable.emptyObject
    for (path, value) in values { context = context.setting(value, at: path[...]) }
    return compared.new.schema.completing(context)
  }
}
