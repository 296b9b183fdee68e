import LuaBridge
import Synchronization

/// The plan of a key, with caches that all threads share.
///
/// INVARIANT: the model keeps the compiled key alive, so it is read without
/// a lock and never retained.
final class CompiledKey: Sendable {
  let plan: NativePlan
  /// The candidates, best first.
  private let rules: [Rule]
  /// The same rules, unretained, for callers that do not keep them.
  private let unretainedRules: FixedValue<[UnretainedReference<Rule>]>
  /// Whether the fast path without an evaluation cannot answer: the first step is a
  /// call of Lua or of host code.
  @inline(__always)
  var needsEvaluation: Bool { beginsWithLua || beginsWithHost.load(ordering: .relaxed) }
  private let beginsWithLua: Bool
  /// Whether the first read of the last evaluation was a member that host code computes.
  private let beginsWithHost = Atomic(false)
  /// By candidate, best first: its constant as other rules read it; `nil` if a
  /// function gives the value.
  private let outcomes: FixedValue<[NativeValue?]>
  /// By path of the plan: how it is read.
  private let places: FixedValue<[ResolvedPath]>
  /// The steps of all paths, one path after the other; a step is the number of the path up to it.
  private let steps: FixedValue<[Int32]>
  /// By path: the number of the last layout, and the position of the member in that layout.
  private let positions: SharedNumbers
  /// By candidate: its constant, cached in the Swift type that a caller asked for first.
  private let constants: PublishedTable<KeptAnswer>
  /// The declaration of the key in the schema.
  private let declared: DeclaredKey?

  init(_ plan: NativePlan, of rules: [Rule], for key: String, in schema: RuleSchema) {
    self.plan = plan
    declared = schema[key]
    signature = declared?.signature
    self.rules = rules
    unretainedRules = FixedValue(rules.map { UnretainedReference($0) })
    beginsWithLua = plan.plan.beginsWithLua
    outcomes = FixedValue(
      rules.map { rule in
        if case .constant(let value) = rule.assignment { NativeValue(value) } else { nil }
      })
    var steps: [Int32] = []
    places = FixedValue(
      plan.paths.entries.indices.map { ResolvedPath($0, of: plan, in: schema, &steps) })
    self.steps = FixedValue(steps)
    positions = SharedNumbers(count: plan.paths.entries.count)
    constants = PublishedTable(capacity: rules.count)
  }

  /// What the schema declares; `nil` for a key that is not declared.
  let signature: DeclaredKey.Signature?

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

  /// How a path of the plan is read.
  @inline(__always)
  func place(of path: NativePaths.ID) -> ResolvedPath { places.value[Int(path.number)] }

  /// Returns a step of a path: the path up to it.
  @inline(__always)
  func step(_ index: Int, of place: ResolvedPath) -> Int32 { steps.value[place.firstStep + index] }

  /// The name that the last step of a path reads; `nil` for a position.
  func name(of path: Int32) -> String? {
    guard case .name(let name) = plan.paths.entries[Int(path)].step else { return nil }
    return name.string
  }

  /// The position that the last step of a path reads; `nil` for a name.
  func index(of path: Int32) -> Int64? {
    guard case .index(let index) = plan.paths.entries[Int(path)].step else { return nil }
    return index
  }

  /// Whether the last step of a path gives `nil` when the value before it has no members.
  func isLenient(_ path: Int32) -> Bool { plan.paths.entries[Int(path)].isLenient }

  /// Returns the position of the member that the last step of a path reads; 0 if there is none.
  @inline(__always)
  func position(of path: Int32, in value: LaidOutValue) -> UInt32 {
    let known = positions[Int(path)]
    let isKnown = UInt32(truncatingIfNeeded: known >> 32) == value.layoutNumber
    return isKnown ? UInt32(truncatingIfNeeded: known) : newPosition(of: path, in: value)
  }

  @inline(never)
  private func newPosition(of path: Int32, in value: LaidOutValue) -> UInt32 {
    guard case .name(let name) = plan.paths.entries[Int(path)].step else { return 0 }
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
    guard place.isInTables, case .name(let name) = plan.paths.entries[Int(place.path)].step else {
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
}
