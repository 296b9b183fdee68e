import LuaBridge
import LuaRules

// What the rules for a key give, where that is less than what its type allows.

extension KeyTypes {
  /// How often answers are looked at again, with what is known of the answers that they are calculated from.
  private static let mostRounds = 3

  /// Returns the types with what the rules for keys give.
  ///
  /// A key with one constant is left out: it may be a default that the program replaces. So are keys that no
  /// rule reads.
  ///
  /// - Complexity: O(*n*) for functions of *n* instructions, for each round.
  func narrowed(
    toAnswersOf models: [InspectedModel], _ dependencies: KeyDependencies
  ) -> KeyTypes {
    guard models.allSatisfy(\.isWhole) else { return self }
    let read = dependencies.readKeys
    let rules = Dictionary(
      grouping: models.lazy.flatMap(\.rules).filter { read.contains(ByteName($0.key)) },
      by: { ByteName($0.key) })
    let broken = models.reduce(into: Set<ByteName>()) { $0.formUnion($1.brokenKeys) }
    let keys = rules.filter { key, rules in
      !broken.contains(key) && rules.allSatisfy { $0.outcome.mayBeNarrow }
        && (rules.count > 1 || isCalculated(rules[0].key)) && mayBeNarrowed(rules[0].key)
    }
    var types = self
    var pending = keys
    for _ in 0..<Self.mostRounds where !pending.isEmpty {
      let before = types.answers
      let found = types.answers(of: pending, in: models)
      types.answers = before.merging(found.answers) { $1 }
      types.overflowing.formUnion(found.overflowing)
      // What is calculated from answers of which more is known now, may be known better, too.
      let changed = types.answers.filter { before[$0.key] != $0.value }
      pending = keys.filter { key, _ in
        dependencies.reads[key]?.contains { changed[ByteName($0.key)] != nil } == true
      }
    }
    var open = Set(keys.keys).subtracting(types.overflowing)
    while !types.overflowing.isEmpty {
      let more = open.filter { key in
        dependencies.reads[key]?.contains { types.overflowing.contains(ByteName($0.key)) } == true
      }
      if more.isEmpty { break }
      types.overflowing.formUnion(more)
      open.subtract(more)
    }
    return types
  }

  /// Whether the values of a key may be fewer than its type says.
  private func mayBeNarrowed(_ key: String) -> Bool {
    guard !schema.hitPolicy(of: key).joinsValues else { return false }
    return switch schema.type(of: key)?.present {
    case .boolean, .integer, .number, .string, .enumeration: true
    default: false
    }
  }

  private func answers(
    of keys: [ByteName: [InspectedRule]], in models: [InspectedModel]
  ) -> (answers: [ByteName: LuaType], overflowing: Set<ByteName>) {
    var given: [ByteName: LuaType] = [:]
    var overflowing: Set<ByteName> = []
    var open: Set<ByteName> = []
    for model in models {
      let typing = RuleTyping(TypeAnalysis(model, self), FunctionUsers(model.rules))
      for rule in model.rules {
        let key = ByteName(rule.key)
        guard keys[key] != nil, !open.contains(key) else { continue }
        guard let (type, mayOverflow) = typing.given(by: rule.outcome), type.isNarrow else {
          open.insert(key)
          continue
        }
        if mayOverflow { overflowing.insert(key) }
        given[key] = given[key].map { $0.union(type) } ?? type
      }
    }
    for (key, rules) in keys where !open.contains(key) {
      let name = rules[0].key
      if !isAnsweredByRules(name), let value = defaults[name] {
        given[key] = given[key]?.union(LuaType(value: value))
      }
    }
    let answers = given.filter { key, answer in
      guard !open.contains(key), answer.isNarrow, let name = keys[key]?.first?.key,
        let type = schema.type(of: name)
      else { return false }
      let declared = values(of: DeclaredPlace(type: type, path: name))
      // That a function always gives the same is told where it stands.
      return answer.isInside(declared) && !answer.present.isSingle
    }
    return (answers, overflowing)
  }

  /// Returns the values of a declared type that rules give.
  func given(_ values: LuaType, for key: String) -> LuaType {
    guard !isStrict, !answers.isEmpty, let answer = answers[ByteName(key)] else { return values }
    return values.given(answer)
  }

  /// Whether a path is a key whose type lists no texts, and whose rules give only some.
  func hasOpenTexts(_ path: [String]) -> Bool {
    guard path.count == 1, case .string? = schema.type(of: path[0])?.present else { return false }
    return answers[ByteName(path[0])]?.texts != nil
  }

  /// What rules give to a key, if that is less than what is declared of its values.
  func answer(for key: String) -> LuaType? {
    guard let answer = answers[ByteName(key)], let type = schema.type(of: key) else { return nil }
    let declared = values(of: DeclaredPlace(type: type, path: key)).without(.nothing)
    let given = declared.given(answer)
    return given == declared ? nil : given
  }
}

extension RuleTyping {
  /// Returns the values that a rule gives to its key, and whether a calculation of them may leave the range of
  /// integers; `nil` if they may be any.
  fileprivate func given(
    by outcome: InspectedRule.Outcome
  ) -> (type: LuaType, mayOverflow: Bool)? {
    switch outcome {
    case .constant(let value): (LuaType(value: value), false)
    case .host: nil
    case .function(let function):
      follow(function.number).map { known in
        (known.results.reduce(LuaType.never) { $0.union($1.type) }, known.mayOverflow)
      }
    }
  }
}

extension InspectedRule.Outcome {
  /// Whether what a rule gives may be known.
  fileprivate var mayBeNarrow: Bool { if case .host = self { false } else { true } }
}

extension LuaType {
  /// Whether the type tells more of its values than what kinds they are.
  fileprivate var isNarrow: Bool {
    let kinds = kinds.subtracting([.nothing, .null])
    if kinds.isSubset(of: .number) { return !range.mayBeNaN && range != .all }
    if kinds.isSubset(of: .boolean) { return true }
    return kinds == .text && texts != nil
  }

  /// Whether the values are of kinds that another type has, in its range and among the texts that it lists.
  fileprivate func isInside(_ other: LuaType) -> Bool {
    let kinds = kinds.subtracting([.nothing, .null])
    guard LuaType(kinds).kindsOnly.kinds.isSubset(of: other.kindsOnly.kinds),
      !mayBe(.number) || range.intersection(other.range) == range
    else { return false }
    guard mayBe(.text), let listed = other.texts else { return true }
    return texts?.isSubset(of: listed) == true
  }

  /// Returns the values of the type that are among some answers; all if none is.
  fileprivate func given(_ answers: LuaType) -> LuaType {
    var result = self
    if mayBe(.number), answers.mayBe(.number) {
      result.range = range.intersection(answers.range)
      if result.range.isEmpty { return self }
      // A float that a rule gives for an integer stays a float.
      if answers.mayBe(.float) { result.kinds.insert(.float) }
    }
    if mayBe(.boolean), answers.mayBe(.boolean) {
      result.kinds.subtract(LuaType.Kinds.boolean.subtracting(answers.kinds))
    }
    if isOnly([.text, .nothing]), let given = answers.texts {
      let both = texts.map { $0.intersection(given) } ?? given
      if !both.isEmpty { result.texts = both }
    }
    return result
  }
}
