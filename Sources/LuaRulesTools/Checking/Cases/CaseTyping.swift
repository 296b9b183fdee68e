import LuaBridge
import LuaBytecode
import LuaRules

/// What the rules of a model do where some paths have certain values.
///
/// Keys that rules answer have what these rules give there.
final class CaseTyping {
  private let candidates: [ByteName: [Candidate]]
  private let keys: KeyTypes
  private let analysis: TypeAnalysis
  private let uses: FunctionUsers
  private let countsEntries: Bool
  private(set) var settings: [String: LuaType]
  private let caches: CaseCaches
  /// What was found inside of circles, and may be something else where it is asked for first.
  private let ownCaches = CaseCaches()
  /// The paths that were read for what is being found.
  private var read: Set<String> = []
  private var underway: Set<String> = []
  /// Whether an answer was left out, because it depends on itself.
  private var hasCircle = false
  /// The steps that were done.
  private(set) var steps = 0
  /// How many keys are looked at inside one another.
  static let mostDepth = 6
  /// How many rules of one key are looked at.
  private static let mostRules = 64

  /// Creates what rules do in one case.
  ///
  /// - Parameters:
  ///   - settings: The values of paths, by their names with dots.
  ///   - analysis: An analysis of the model, without the case.
  ///   - uses: The rules that use functions.
  ///   - candidates: The rules of each key.
  ///   - caches: What is known in other cases.
  ///   - countsEntries: Whether the numbers and truths count that the author has set in tables.
  init(
    _ settings: [String: LuaType], _ analysis: TypeAnalysis, _ uses: FunctionUsers,
    _ candidates: [ByteName: [Candidate]], _ caches: CaseCaches, countsEntries: Bool = true
  ) {
    self.settings = settings
    self.analysis = analysis
    self.uses = uses
    self.candidates = candidates
    self.caches = caches
    self.countsEntries = countsEntries
    keys = analysis.keys
  }

  // MARK: What is known

  /// Returns what is kept for a subject, or finds and keeps it.
  private func known<Subject: Hashable, Answer>(
    _ subject: Subject, in cache: ReferenceWritableKeyPath<CaseCaches, CaseCache<Subject, Answer>>,
    find: () -> Answer
  ) -> Answer {
    if let known = caches[keyPath: cache].answer(for: subject, in: settings) {
      read.formUnion(known.paths)
      return known.answer
    }
    if let known = ownCaches[keyPath: cache].answer(for: subject, in: settings) {
      read.formUnion(known.paths)
      hasCircle = true
      return known.answer
    }
    let outer = (read, hasCircle)
    (read, hasCircle) = ([], false)
    let answer = find()
    let caches = hasCircle ? ownCaches : self.caches
    caches[keyPath: cache].keep(answer, for: subject, reading: read, in: settings)
    read.formUnion(outer.0)
    hasCircle = hasCircle || outer.1
    return answer
  }

  /// Returns what a function of a rule does; `nil` if it was too much work.
  func follow(_ number: Int) -> FunctionInCase? {
    known(number, in: \.functions) {
      let analysis = TypeAnalysis(
        sharing: self.analysis, steps: TypeAnalysis.mostStepsOfOne - steps)
      analysis.countsEntries = countsEntries
      analysis.typeInCase = { [unowned self] path in typeInCase(of: path) }
      let typing = RuleTyping(analysis, uses).followForRules(number)
      steps += analysis.stepsDone
      if typing?.mayOverflow == true { caches.overflowing.insert(number) }
      return typing.map { FunctionInCase($0) }
    }
  }

  // MARK: Rules

  /// Whether all conditions of a rule hold; `nil` if that is not known.
  func holds(_ rule: InspectedRule) -> Bool? {
    if rule.conditions.isEmpty { return true }
    return known(rule.declarationIndex, in: \.truths) { conditionsHold(of: rule) }
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
      return follow(function.number).map { known in
        !known.results.isEmpty && !known.results.contains { $0.mayBe(.nothing) }
      } ?? false
    }
  }

  private func holds(_ condition: InspectedRule.Condition) -> Bool? {
    switch condition {
    case .never: return false
    case .host: return nil
    case .function(let function):
      guard let known = follow(function.number), !known.mayFail,
        let truth = known.results.first?.truth,
        known.results.allSatisfy({ $0.truth == truth && !$0.mayBe(.null) })
      else { return nil }
      return truth
    case .pattern(let entries):
      var isCertain = true
      for entry in entries {
        let type = type(of: entry.path)
        guard let values = entry.allowed else {
          guard !type.intersection(entry.condition.type).isNever else { return false }
          isCertain = false
          continue
        }
        let allowed = values.map { LuaType(value: $0.value).asRead }
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
    read.insert(name)
    return settings[name] ?? given(to: name)
  }

  /// Returns what rules give to a key; `nil` for other paths, and if that is not known.
  private func given(to name: String) -> LuaType? {
    guard let rules = candidates[ByteName(name)] else { return nil }
    guard underway.count < Self.mostDepth, !underway.contains(name) else {
      hasCircle = true
      return nil
    }
    return known(name, in: \.types) {
      underway.insert(name)
      defer { underway.remove(name) }
      return given(by: rules, to: name)
    }
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
      // Where no rule answers for a path, the member stands that the object has.
      guard !key.isPathKey else { return nil }
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
      guard let known = follow(function.number), !known.results.isEmpty, !known.hasFault
      else { return nil }
      return known.results.reduce(.never) { $0.union($1) }
    }
  }
}

extension LuaType {
  /// The kinds of values that are compared by what they are.
  fileprivate static let scalars: Kinds = [.nothing, .no, .yes, .integer, .float, .text]

  /// The values as rules read them from the context, which gives nil for `null`.
  fileprivate var asRead: LuaType { mayBe(.null) ? without(.null).union(.nothing) : self }
}
