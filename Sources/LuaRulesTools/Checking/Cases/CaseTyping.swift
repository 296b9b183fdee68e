import LuaBridge
import LuaBytecode
import LuaRules

/// What the rules of a model do where some paths have certain values.
///
/// Keys that rules answer have what these rules give there.
final class CaseTyping {
  private let candidates: [ByteName: [Candidate]]
  private let keys: KeyTypes
  private let typing: RuleTyping
  private let analysis: TypeAnalysis
  private(set) var settings: [String: LuaType]
  private var answers: [String: LuaType?] = [:]
  private var underway: Set<String> = []
  private let cache: CaseCache
  /// Whether an answer was left out, because it depends on itself.
  private var hasCircle = false
  private var followed: [Int: FunctionTyping?] = [:]
  /// How many keys are looked at inside one another.
  private static let mostDepth = 6
  /// How many rules of one key are looked at.
  private static let mostRules = 64

  /// Creates what rules do in one case.
  ///
  /// - Parameters:
  ///   - settings: The values of paths, by their names with dots.
  ///   - analysis: An analysis of the model, without the case.
  ///   - uses: The rules that use functions.
  ///   - candidates: The rules of each key.
  ///   - cache: What other cases have told.
  ///   - countsEntries: Whether the numbers and truths count that the author has set in tables.
  init(
    _ settings: [String: LuaType], _ analysis: TypeAnalysis, _ uses: FunctionUsers,
    _ candidates: [ByteName: [Candidate]], _ cache: CaseCache, countsEntries: Bool = true
  ) {
    self.cache = cache
    self.settings = settings
    self.candidates = candidates
    keys = analysis.keys
    self.analysis = TypeAnalysis(sharing: analysis)
    self.analysis.countsEntries = countsEntries
    typing = RuleTyping(self.analysis, uses)
    self.analysis.typeInCase = { [unowned self] path in typeInCase(of: path) }
  }

  /// Returns what a function of a rule does; `nil` if it was too much work.
  func follow(_ number: Int) -> FunctionTyping? {
    if let known = followed[number] { return known }
    let result = typing.followForRules(number)
    followed[number] = .some(result)
    return result
  }

  /// The steps that were done.
  var steps: Int { analysis.stepsDoneInCase }

  // MARK: Rules

  /// Whether all conditions of a rule hold; `nil` if that is not known.
  func holds(_ rule: InspectedRule) -> Bool? {
    if rule.conditions.isEmpty { return true }
    let question = cache.question(rule, in: settings)
    if let known = cache.truth(question) { return known }
    let outer = hasCircle
    hasCircle = false
    let result = conditionsHold(of: rule)
    if !hasCircle { cache.note(result, for: question) }
    hasCircle = hasCircle || outer
    return result
  }

  private func conditionsHold(of rule: InspectedRule) -> Bool? {
    var isCertain = true
    for condition in rule.conditions {
      switch holds(condition) {
      case false?: return false
      case nil: isCertain = false
      case true?: break
      }
    }
    return isCertain ? true : nil
  }

  /// Whether a rule certainly gives a value.
  func answers(_ candidate: Candidate) -> Bool {
    guard holds(candidate.rule) == true else { return false }
    switch candidate.rule.outcome {
    case .host, .constant(.nil): return false
    case .constant: return true
    case .function(let function):
      guard candidate.canDecline else { return true }
      return follow(function.number).map { typing in
        !typing.results.isEmpty && !typing.results.contains { $0.type.mayBe(.nothing) }
      } ?? false
    }
  }

  private func holds(_ condition: InspectedRule.Condition) -> Bool? {
    switch condition {
    case .never: return false
    case .host: return nil
    case .function(let function):
      guard let typing = follow(function.number), !typing.results.isEmpty, !typing.mayRaise,
        !typing.raises, !typing.faults.contains(where: \.isFatal),
        let truth = typing.results[0].type.truth,
        typing.results.allSatisfy({ $0.type.truth == truth && !$0.type.mayBe(.null) })
      else { return nil }
      return truth
    case .pattern(let entries):
      var isCertain = true
      for entry in entries {
        let type = type(of: entry.path)
        let allowed = entry.allowed.map { LuaType(value: $0.value).asRead }
        guard allowed.contains(where: { !type.intersection($0).isNever }) else { return false }
        let left = allowed.reduce(type) { $0.excluding($1) }
        if !left.isNever || !type.isSingle && type.mayBe(.number) { isCertain = false }
      }
      return isCertain ? true : nil
    }
  }

  // MARK: Values

  /// Returns the values of a path.
  func type(of path: [String]) -> LuaType {
    keys.type(of: path) { self.typeInCase(of: $0) ?? self.keys.type(ofKey: $0) }
  }

  /// Adds the values of a path on which nothing depends that was asked for before.
  func add(_ name: String, _ type: LuaType) { settings[name] = type }

  /// Whether rules give no value for a key that is in the case.
  var isImpossible: Bool {
    settings.contains { name, type in
      guard let given = given(to: name) else { return false }
      return type.intersection(given).isNever
    }
  }

  private func typeInCase(of path: [String]) -> LuaType? {
    let name = path.joined(separator: ".")
    return settings[name] ?? given(to: name)
  }

  /// Returns what rules give to a key; `nil` for other paths, and if that is not known.
  private func given(to name: String) -> LuaType? {
    guard let rules = candidates[ByteName(name)] else { return nil }
    if let known = answers[name] { return known }
    let question = cache.question(name, in: settings)
    if let known = cache.type(question) { return known }
    guard underway.count < Self.mostDepth, underway.insert(name).inserted else {
      hasCircle = true
      return nil
    }
    let outer = hasCircle
    hasCircle = false
    let given = given(by: rules, to: name)
    underway.remove(name)
    answers[name] = .some(given)
    if !hasCircle { cache.note(given, for: question) }
    hasCircle = (hasCircle && !underway.isEmpty) || outer
    return given
  }

  /// Returns what rules give to a key; `nil` for more than scalars.
  private func given(by candidates: [Candidate], to key: String) -> LuaType? {
    // One constant may be a default that the program replaces.
    guard candidates.count > 1 || keys.isCalculated(key), candidates.count <= Self.mostRules,
      !keys.schema.hitPolicy(of: key).joinsValues
    else {
      return nil
    }
    var all = LuaType.never
    var isAnswered = false
    for candidate in candidates {
      guard let holds = holds(candidate.rule), holds else {
        if self.holds(candidate.rule) == false { continue }
        guard let type = given(by: candidate.rule.outcome) else { return nil }
        all = all.union(type.without(.nothing))
        continue
      }
      guard let type = given(by: candidate.rule.outcome) else { return nil }
      all = all.union(type.without(.nothing))
      guard type.mayBe(.nothing) else {
        isAnswered = true
        break
      }
    }
    if !isAnswered {
      if keys.schema.hasDefault(key) {
        guard let value = keys.defaults[key] else { return nil }
        all = all.union(LuaType(value: value))
      } else {
        all = all.union(.nothing)
      }
    }
    all = all.asRead
    guard LuaType.scalars.isSuperset(of: all.kinds), !all.isNever else { return nil }
    // Rules may be there for texts to come.
    if keys.hasOpenTexts([key]), all.texts != nil { all.texts?.insert(Self.otherText) }
    return all
  }

  /// Stands for the texts that no rule gives so far.
  private static let otherText: [UInt8] = [0xFF, 0]

  private func given(by outcome: InspectedRule.Outcome) -> LuaType? {
    switch outcome {
    case .host: return nil
    case .constant(let value): return LuaType(value: value)
    case .function(let function):
      guard let typing = follow(function.number), !typing.results.isEmpty,
        !typing.faults.contains(where: \.isFatal)
      else { return nil }
      return typing.results.reduce(.never) { $0.union($1.type) }
    }
  }
}

extension LuaType {
  /// The kinds of values that are compared by what they are.
  fileprivate static let scalars: Kinds = [.nothing, .no, .yes, .integer, .float, .text]

  /// The values as rules read them from the context, which gives nil for `null`.
  fileprivate var asRead: LuaType { mayBe(.null) ? without(.null).union(.nothing) : self }
}
