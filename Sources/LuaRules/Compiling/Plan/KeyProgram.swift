import LuaBridge
import Synchronization

/// The program of a key: the functions of its candidates as a decision program, the index that says which candidates
/// to try, how the paths that they read are resolved, and caches that all threads share.
///
/// It is made once, from a state whose files were run and frozen. It is valid for every state of the model, because
/// all states have the same content.
///
/// An evaluation of a key has these steps:
/// 1. ``ask(_:_:)`` evaluates the candidates with a ``NativeReader``.
/// 2. If a candidate is known to hold, its value is next: its constant, or ``result(from:reader:)`` of its value
///    function, which is the number of a constant, a path that is still to be read, or a value; `nil` declines. If
///    the result is undecided, or the function has no decision program, Lua is called.
/// 3. If a candidate is not known to hold, the engine evaluates it completely in its usual way: Lua repeats the
///    reads of the program, and raises the errors.
///
/// INVARIANT: the model keeps the program alive, so it is read without a lock and never retained.
final class KeyProgram: Sendable {
  /// The content that is read often, and never copied.
  struct Content: ~Copyable, Sendable {
    let code: DecisionProgram
    /// The paths that the code reads.
    let paths: NativePaths
    let index: CandidateIndex
    /// For each candidate the entry of its predicate; negative if only the engine can decide it.
    let predicates: [Int32]
    /// For each candidate the entry of its value function; negative if there is none, or only Lua can run it.
    let values: [Int32]
  }

  private let fixed: FixedValue<Content>
  /// Whether every candidate that may hold is tried, also after one that answers.
  let triesAll: Bool
  /// The paths of which some rule may read only parts.
  private let limitedPaths: Set<NativePaths.ID>
  /// The keys that rules with a restricted grant read.
  private let grantedKeys: [String]
  /// The candidates, best first.
  private let rules: [Rule]
  /// The same rules, unretained, for callers that do not keep them.
  private let unretainedRules: FixedValue<[UnretainedReference<Rule>]>
  private let beginsWithLua: Bool
  /// Whether the first read of the last evaluation was a member that host code computes.
  private let beginsWithHost = Atomic(false)
  /// By candidate, best first: its constant as other rules read it; `nil` if a function gives the value.
  private let outcomes: FixedValue<[NativeValue?]>
  /// By path: how it is read.
  private let resolvedPaths: FixedValue<[ResolvedPath]>
  /// The steps of all paths, one path after the other; a step is the number of the path up to it.
  private let steps: FixedValue<[Int32]>
  /// By path: the number of the last layout, and the position of the member in that layout.
  private let positions: SharedNumbers
  /// By candidate: its constant, cached in the Swift type that a caller asked for first.
  private let constants: PublishedTable<KeptAnswer>
  /// The declaration of the key in the schema.
  private let declared: DeclaredKey?
  /// What the schema declares; `nil` for a key that is not declared.
  let signature: DeclaredKey.Signature?

  /// Makes the program of a key.
  ///
  /// - Parameters:
  ///   - rules: The candidates, in the order of evaluation.
  ///   - key: The name of the key.
  ///   - schema: What the model declares.
  ///   - limit: The limit of work for the rules.
  ///   - sources: The restricted sources, by the grant IDs of the rules from 1 on.
  ///   - outside: The values that the rules' functions capture.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus the bounded work for each function.
  init(
    _ rules: [Rule], for key: String, in schema: RuleSchema,
    limit: Int = PlanningLimit.standard.steps, sources: [GrantedSource] = [],
    outside: any CapturedValues
  ) {
    let declared = schema[key]
    self.declared = declared
    signature = declared?.signature
    let triesAll = declared?.hitPolicy.answersAlone == false
    self.triesAll = triesAll
    self.rules = rules
    unretainedRules = FixedValue(rules.map { UnretainedReference($0) })
    outcomes = FixedValue(
      rules.map { rule in
        if case .constant(let value) = rule.assignment { NativeValue(value) } else { nil }
      })
    constants = PublishedTable(capacity: rules.count)
    var builder = DecisionBuilder(outside: outside, totalLimit: limit)
    if rules.contains(where: \.hasFunctions) { builder.code.reserve(constants: rules.count) }
    var granted = GrantedReads(sources)
    let predicates = rules.map { rule in
      let predicate = builder.build(rule.predicate)
      let isPermitted = granted.permit(predicate.reads, to: rule, in: builder.paths)
      return isPermitted ? predicate.entry ?? -1 : -1
    }
    var candidates: [CandidateIndex.Candidate] = []
    candidates.reserveCapacity(rules.count)
    let values = rules.enumerated().map { number, rule in
      let function = builder.build(valueOf: rule.assignment)
      let isPermitted = granted.permit(function?.reads ?? [], to: rule, in: builder.paths)
      candidates.append(
        CandidateIndex.Candidate(
          entry: predicates[number] < 0 ? nil : predicates[number],
          canDecline: triesAll || rule.assignment.canDecline(isPermitted ? function : nil)))
      return isPermitted ? function?.entry ?? -1 : -1
    }
    let index = CandidateIndex(candidates, code: builder.code, paths: builder.paths)
    beginsWithLua = index.beginsWithLua
    let limitedPaths = granted.limitedPaths(among: builder.paths)
    self.limitedPaths = limitedPaths
    grantedKeys = granted.keys.sortedByBytes()
    var steps: [Int32] = []
    resolvedPaths = FixedValue(
      builder.paths.entries.indices.map {
        ResolvedPath($0, of: builder.paths, limited: limitedPaths, in: schema, &steps)
      })
    self.steps = FixedValue(steps)
    positions = SharedNumbers(count: builder.paths.entries.count)
    fixed = FixedValue(
      Content(
        code: builder.code, paths: builder.paths, index: index, predicates: predicates,
        values: values))
  }

  // MARK: Candidates

  /// Whether the fast path without an evaluation cannot answer: the first step is a call of Lua or of host code.
  @inline(__always)
  var needsEvaluation: Bool { beginsWithLua || beginsWithHost.load(ordering: .relaxed) }

  /// Notes whether the first read was a member that host code computes.
  @inline(__always)
  func noteBeginning(withHost isHost: Bool) {
    // Usually the value is unchanged; a store would move the cache line between threads.
    guard beginsWithHost.load(ordering: .relaxed) != isHost else { return }
    beginsWithHost.store(isHost, ordering: .relaxed)
  }

  /// A candidate.
  @inline(__always)
  func rule(_ candidate: Int) -> UnretainedReference<Rule> { unretainedRules.value[candidate] }

  /// The candidates in the order in which they are tried.
  var index: CandidateIndex { fixed.with { $0.index } }

  /// Evaluates candidates; see ``CandidateIndex/ask(_:_:_:)``.
  @inline(__always)
  func ask<Reader: NativeReader, Failure: Error>(
    _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try fixed.with { content throws(Failure) in
      try content.index.ask(content.code, &reader, attempt)
    }
  }

  /// Returns whether a candidate's predicate holds, using only its own code.
  func holds<Reader: NativeReader>(
    _ candidate: Int, reader: inout Reader
  ) -> NativeVerdict {
    fixed.with { content in
      let entry = content.predicates[candidate]
      return entry < 0 ? .undecided : content.code.holds(from: entry, reader: &reader)
    }
  }

  /// Returns the entry of a candidate's value function; negative if there is
  /// none, or only Lua can run it.
  func valueEntry(of candidate: Int) -> Int32 { fixed.with { $0.values[candidate] } }

  /// Runs a value function.
  func result<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader
  ) -> DecisionProgram.Result {
    fixed.with { $0.code.result(from: entry, reader: &reader) }
  }

  /// Returns the constant with a number.
  func constant(_ number: Int32) -> NativeValue { fixed.with { $0.code.constants[Int(number)] } }

  /// The constant of a candidate; `nil` if a function gives the value, `undecided` for a table.
  @inline(__always)
  func constant(of candidate: Int) -> NativeValue? { outcomes.value[candidate] }

  /// Writes the declared default of the key into `place`.
  ///
  /// - Returns: Whether there is a default; `nil` if it must be converted to
  ///   the type of `place` first.
  func fillWithDefault(_ place: borrowing VacantPlace) -> Bool? {
    guard let type = declared?.valueType else { return false }
    guard type == place.type, case .swift(let value)? = declared?.defaultRawAnswer() else {
      return nil
    }
    place.put(opening: value)
    return place.isVacant ? nil : true
  }

  /// Whether a candidate gives a constant.
  @inline(__always)
  func givesConstant(_ candidate: Int) -> Bool {
    if case .some = outcomes.value[candidate] { true } else { false }
  }

  /// The constant of a candidate from the cache, if it was cached in this type.
  @inline(__always)
  func constant(of candidate: Int, as type: Any.Type) -> UnretainedReference<KeptAnswer>? {
    guard let known = constants[candidate], known.with({ $0.type == type }) else { return nil }
    return known
  }

  /// Whether the constant of a candidate is cached, in any Swift type.
  func hasConstant(of candidate: Int) -> Bool { constants[candidate] != nil }

  /// Caches the constant of a candidate in a Swift type.
  func keep(_ constant: KeptAnswer, of candidate: Int) {
    constants.publish(constant, at: candidate)
  }

  // MARK: Paths

  /// Returns whether a rule with a restricted grant reads a key through an
  /// alias.
  ///
  /// Then both names must be granted, which is checked when the rule reads.
  func readsAlias(in values: ContextValues) -> Bool {
    grantedKeys.contains { values.original(of: $0) != nil }
  }

  /// Returns whether some rule may read only parts of the value at a path.
  ///
  /// A value without parts is undecided then, for all rules.
  func isLimited(_ path: NativePaths.ID) -> Bool {
    !limitedPaths.isEmpty && limitedPaths.contains(path)
  }

  /// The paths that the programs read.
  var paths: NativePaths { fixed.with { $0.paths } }

  /// Returns the facts about a path.
  func entry(of path: NativePaths.ID) -> NativePaths.Entry { fixed.with { $0.paths[path] } }

  /// How a path is read.
  @inline(__always)
  func place(of path: NativePaths.ID) -> ResolvedPath { resolvedPaths.value[Int(path.number)] }

  /// Returns a step of a path: the path up to it.
  @inline(__always)
  func step(_ index: Int, of place: ResolvedPath) -> Int32 { steps.value[place.firstStep + index] }

  /// The name that the last step of a path reads; `nil` for a position.
  func name(of path: Int32) -> String? {
    guard case .name(let name) = paths.entries[Int(path)].step else { return nil }
    return name.string
  }

  /// The position that the last step of a path reads; `nil` for a name.
  func position(ofStep path: Int32) -> Int64? {
    guard case .index(let index) = paths.entries[Int(path)].step else { return nil }
    return index
  }

  /// Whether the last step of a path gives `nil` when the value before it has no members.
  func isLenient(_ path: Int32) -> Bool { paths.entries[Int(path)].isLenient }

  /// Returns the position of the member that the last step of a path reads; 0 if there is none.
  @inline(__always)
  func position(of path: Int32, in value: LaidOutValue) -> UInt32 {
    let known = positions[Int(path)]
    let isKnown = UInt32(truncatingIfNeeded: known >> 32) == value.layoutNumber
    return isKnown ? UInt32(truncatingIfNeeded: known) : newPosition(of: path, in: value)
  }

  @inline(never)
  private func newPosition(of path: Int32, in value: LaidOutValue) -> UInt32 {
    guard case .name(let name) = paths.entries[Int(path)].step else { return 0 }
    // Secrets have no position here: each read of a secret must be noted.
    let position = value.position(of: name.string)
    positions[Int(path)] = UInt64(value.layoutNumber) << 32 | UInt64(position)
    return position
  }

  /// Reads the element of a list that a step of a path names by its position.
  private static func element(_ step: String, of table: LuaTable) -> NativeValue {
    guard let position = NamePath.position(step), position >= 1, position <= table.elements.count
    else { return .nil }
    return NativeValue(member: table.elements[Int(position) - 1])
  }

  /// Reads a member of a table; returns `undecided` if another way of reading is needed.
  func member(at place: ResolvedPath, in table: LuaTable) -> NativeValue {
    guard place.isInTables, case .name(let name) = paths.entries[Int(place.path)].step else {
      return .undecided
    }
    // Start at the position of the last hit, perhaps in another table.
    let hint = Int(truncatingIfNeeded: positions[Int(place.path)] & 0xFFFF_FFFF)
    if hint < table.fields.count,
      NativeValue.haveSameBytes(table.fields[hint].name, name.string)
    {
      return NativeValue(member: table.fields[hint].value)
    }
    guard let position = table.fields.position(ofName: name.string, in: { $0.name }) else {
      return isLenient(place.path) ? Self.element(name.string, of: table) : .nil
    }
    positions[Int(place.path)] = UInt64(position)
    return NativeValue(member: table.fields[position].value)
  }
}

extension DecisionBuilder {
  /// Makes native code of a rule's assignment, if that is a function.
  fileprivate mutating func build(valueOf assignment: Assignment) -> DecisionFunction? {
    guard case .function(let number) = assignment else { return nil }
    if let known = builtFunctions.value(of: number) { return known }
    let made =
      build(functionNumber: number) ?? .lua(because: DecisionObstacle(kind: .call, line: 0))
    builtFunctions.add(made, of: number)
    return made
  }
}

extension Assignment {
  /// Returns whether the value can be `nil`, so that the next candidate is
  /// evaluated.
  fileprivate func canDecline(_ function: DecisionFunction?) -> Bool {
    switch self {
    case .constant(.nil): true
    case .constant: false
    case .function: function?.canDecline ?? true
    case .host: true
    }
  }
}

extension Rule {
  /// Whether native code of the rule is made from functions, for which a state
  /// is needed.
  var hasFunctions: Bool {
    if case .function = assignment { return true }
    return predicate.hasFunctions
  }
}

extension Predicate {
  fileprivate var hasFunctions: Bool {
    switch self {
    case .function: true
    case .all(let parts): parts.contains(where: \.hasFunctions)
    case .always, .never, .pattern, .host: false
    }
  }
}
