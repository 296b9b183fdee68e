import LuaBridge
import Synchronization

/// The plan of a key, with what asking by it has found out, for all threads at once.
///
/// INVARIANT: the model keeps it; so it is read without a lock, and never counted.
final class CompiledKey: Sendable {
  let plan: NativePlan
  /// The candidates, best first.
  private let rules: [Rule]
  /// The same, for who does not keep them.
  private let unretainedRules: FixedValue<[UnretainedReference<Rule>]>
  /// Whether a question cannot be answered without an evaluation: the first thing to do is to ask Lua, or
  /// to run code of the host's.
  @inline(__always)
  var needsEvaluation: Bool { beginsWithLua || beginsWithHost.load(ordering: .relaxed) }
  private let beginsWithLua: Bool
  /// Whether the first thing that was read in the last evaluation was a member that code of the host's
  /// computes.
  private let beginsWithHost = Atomic(false)
  /// By candidate, best first: its constant as other rules read it; `nil` for a function.
  private let outcomes: FixedValue<[NativeValue?]>
  /// By path of the plan: where it is read.
  private let places: FixedValue<[ResolvedPath]>
  /// The steps of all paths, one path after the other, each as the path up to it.
  private let steps: FixedValue<[Int32]>
  /// By path: a layout, and the position of the member in it.
  private let positions: SharedNumbers
  /// By candidate: its constant in the Swift type that was asked for first.
  private let constants: PublishedTable<KeptAnswer>
  /// What the schema says of the key.
  private let declared: DeclaredKey?

  init(_ plan: NativePlan, of rules: [Rule], for key: String, in schema: RuleSchema) {
    self.plan = plan
    declared = schema[key]
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

  /// Notes whether the first thing that was read is a member that code of the host's computes.
  @inline(__always)
  func noteBeginning(withHost isHost: Bool) {
    // Most evaluations find what the last one has noted, and threads share the line.
    guard beginsWithHost.load(ordering: .relaxed) != isHost else { return }
    beginsWithHost.store(isHost, ordering: .relaxed)
  }

  /// A candidate.
  @inline(__always)
  func rule(_ candidate: Int) -> UnretainedReference<Rule> { unretainedRules.value[candidate] }

  /// Where a path of the plan is read.
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

  /// Whether the last step of a path gives nothing where there is nothing to go on from.
  func isLenient(_ path: Int32) -> Bool { plan.paths.entries[Int(path)].isLenient }

  /// Returns the position of the member that the last step of a path reads; 0 for none.
  @inline(__always)
  func position(of path: Int32, in value: LaidOutValue) -> UInt32 {
    let known = positions[Int(path)]
    let isKnown = UInt32(truncatingIfNeeded: known >> 32) == value.layoutNumber
    return isKnown ? UInt32(truncatingIfNeeded: known) : newPosition(of: path, in: value)
  }

  @inline(never)
  private func newPosition(of path: Int32, in value: LaidOutValue) -> UInt32 {
    guard case .name(let name) = plan.paths.entries[Int(path)].step else { return 0 }
    // What is secret is noted when it is read.
    let position = value.position(of: name.string)
    positions[Int(path)] = UInt64(value.layoutNumber) << 32 | UInt64(position)
    return position
  }

  /// Reads a member of a table; undecided for what has to be looked at.
  func member(at place: ResolvedPath, in table: LuaTable) -> NativeValue {
    guard place.isInTables, case .name(let name) = plan.paths.entries[Int(place.path)].step else {
      return .undecided
    }
    // Where the name was found last, in another table perhaps.
    let hint = Int(truncatingIfNeeded: positions[Int(place.path)] & 0xFFFF_FFFF)
    if hint < table.fields.count,
      NativeValue.haveSameBytes(table.fields[hint].name, name.string)
    {
      return NativeValue(member: table.fields[hint].value)
    }
    guard let position = table.fields.position(ofName: name.string, in: { $0.name }) else {
      return .nil
    }
    positions[Int(place.path)] = UInt64(position)
    return NativeValue(member: table.fields[position].value)
  }

  /// What a candidate gives, if that is a constant; undecided for a table.
  @inline(__always)
  func constant(of candidate: Int) -> NativeValue? { outcomes.value[candidate] }

  /// Writes the declared default of the key into a place of its type.
  ///
  /// - Returns: Whether there is one; `nil` where it has to be converted.
  func fillWithDefault(_ place: borrowing VacantPlace) -> Bool? {
    guard let type = declared?.valueType else { return false }
    guard type == place.type, case .swift(let value)? = declared?.defaultPayload() else {
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

  /// The constant of a candidate, as it was converted first.
  @inline(__always)
  func constant(of candidate: Int, as type: Any.Type) -> UnretainedReference<KeptAnswer>? {
    guard let known = constants[candidate], known.with({ $0.type == type }) else { return nil }
    return known
  }

  /// Whether the constant of a candidate is kept in some Swift type.
  func hasConstant(of candidate: Int) -> Bool { constants[candidate] != nil }

  /// Keeps the constant of a candidate in a Swift type.
  func keep(_ constant: KeptAnswer, of candidate: Int) {
    constants.publish(constant, at: candidate)
  }
}
