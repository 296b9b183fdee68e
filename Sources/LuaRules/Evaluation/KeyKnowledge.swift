import LuaBridge

/// What a model has to say about one key, laid out for one thread.
///
/// INVARIANT: belongs to a ``Workplace``, which one thread uses at a time, and
/// the model outlives it; so nothing in here is counted that threads share.
final class KeyKnowledge {
  let key: KeyID
  /// The candidates, best first.
  let candidates: [Candidate]
  /// What the schema says.
  let declared: DeclaredKey?
  /// Whether some rule's key is a path below this one.
  let isPrefix: Bool
  /// Whether no rule's key is a path.
  let readsPlainly: Bool
  /// Counts what becomes of the candidates; `nil` for nobody.
  let log: CandidateLog?
  /// By candidate: its constant in the Swift type that was asked for last.
  private let constants: ThreadCell<[KeptAnswer?]>
  /// By source that may not do everything: what it may read of the key.
  private let rights = ThreadCell<[Int: ReadingRight]>([:])

  /// The plan of the candidates, once it was asked for.
  private let found = ThreadCell(FoundPlan.unknown)
  /// By path of the plan: where it is read.
  private let places = ThreadCell<[ReadPlace]>([])

  private enum FoundPlan {
    case unknown
    case none
    /// INVARIANT: the model keeps it.
    case plan(Uncounted<NativePlan>)
  }

  /// Whether some rule assigns the key.
  var isAssigned: Bool { !candidates.isEmpty }

  /// A rule, as far as most are asked: without looking at the rule itself.
  struct Candidate {
    let test: Test
    let gives: Gift
    /// The number of the rule's source, if that may not do everything; else 0.
    let scope: Int
    private let uncounted: Uncounted<Rule>

    var rule: Rule { uncounted.object }

    enum Test { case always, never, function(Int), other }
    enum Gift { case constant, function(Int), host(Int) }
  }

  init(_ key: KeyID, in core: ModelCore) {
    let name = key.name
    self.key = key
    candidates = (core.plan.candidates[name] ?? []).map { Candidate($0) }
    declared = core.schema[name]
    isPrefix = core.plan.prefixes.contains(name)
    readsPlainly = core.plan.prefixes.isEmpty
    log = core.request.log
    constants = ThreadCell(Array(repeating: nil, count: candidates.count))
  }

  /// The plan of the candidates, if it was asked for; `nil` for none.
  @inline(__always)
  var knownPlan: Uncounted<NativePlan>? {
    if case .plan(let plan) = found.value { plan } else { nil }
  }

  /// The plan of the candidates, made when it is asked for the first time.
  @inline(__always)
  func nativePlan(in core: ModelCore, _ make: () -> NativePlan?) -> NativePlan? {
    switch found.value {
    case .plan(let plan): return plan.object
    case .none: return nil
    case .unknown: return take(core.isPlanned ? make() : nil, isPlanned: core.isPlanned)
    }
  }

  private func take(_ plan: NativePlan?, isPlanned: Bool) -> NativePlan? {
    guard let plan else {
      if !isPlanned { found.value = .none }
      return nil
    }
    places.value = plan.paths.entries.indices.map { ReadPlace($0, of: plan) }
    found.value = .plan(Uncounted(plan))
    return plan
  }

  /// Where a path of the plan is read.
  @inline(__always)
  func place(of path: NativePaths.ID) -> ReadPlace {
    places.value[Int(path.number)]
  }

  /// Finds the position of a member among the stored scalars of a family, and keeps it.
  func resolve(_ place: ReadPlace, in scalars: StoredScalars) -> UInt32 {
    guard let plan, case .name(let name) = plan.paths.entries[Int(place.path)].step else {
      return 0
    }
    // What is secret is noted when it is read.
    let position = scalars.openPosition(of: name.string)
    places.value[Int(place.path)].family = scalars.family
    places.value[Int(place.path)].position = position
    return position
  }

  private var plan: NativePlan? {
    if case .plan(let plan) = found.value { plan.object } else { nil }
  }

  /// The constant of a candidate, as it was converted last.
  func constant(of candidate: Int, as type: Any.Type) -> KeptAnswer? {
    guard let known = constants.value[candidate], known.type == type else { return nil }
    return known
  }

  /// What a source that may not do everything may read of the key.
  func right(ofScope scope: Int, _ source: () -> GrantedSource?) -> ReadingRight {
    if let known = rights.value[scope] { return known }
    let right = source()?.right(toRead: key.name) ?? .whole
    rights.value[scope] = right
    return right
  }

  /// Keeps the constant of a candidate in a Swift type.
  func keep(_ constant: AnswerBox, of candidate: Int) {
    constants.value[candidate] = constant.kept()
  }
}

/// An answer in a Swift type, which generic code puts in and takes out.
class AnswerBox {
  let type: Any.Type

  fileprivate init(_ type: Any.Type) {
    self.type = type
  }

  /// The same, to be kept; `nil` for what is not.
  fileprivate func kept() -> KeptAnswer? { nil }

  /// Returns the answer; `type` must be the type of the box.
  @inline(__always) func value<Value>(as type: Value.Type) -> Value {
    SameType.downcast(self, to: TypedAnswerBox<Value>.self).value
  }
}

final class TypedAnswerBox<Value>: AnswerBox {
  fileprivate let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(Value.self)
  }

  fileprivate override func kept() -> KeptAnswer? {
    let placed = PlacedValue(value)
    return KeptAnswer(self, owner: placed, at: placed.place)
  }
}

/// An answer that is given again and again, in a place from which it is copied.
///
/// INVARIANT: `@unchecked Sendable` because copies of the value are copies of its
/// bytes, and nobody writes to it.
final class KeptAnswer: @unchecked Sendable {
  let type: Any.Type
  let box: AnswerBox
  let place: ValuePlace
  private let owner: AnyObject

  fileprivate init(_ box: AnswerBox, owner: AnyObject, at place: ValuePlace) {
    type = box.type
    self.box = box
    self.owner = owner
    self.place = place
  }

  /// Returns the answer; `type` must be the type of the box.
  @inline(__always) func value<Value>(as type: Value.Type) -> Value {
    withExtendedLifetime(self) { place.value(as: type) }
  }
}

extension KeyKnowledge.Candidate {
  fileprivate init(_ rule: Rule) {
    uncounted = Uncounted(rule)
    scope = rule.scope
    test =
      switch rule.predicate {
      case .always: .always
      case .never: .never
      case .function(let number): .function(number)
      case .pattern, .host, .all: .other
      }
    gives =
      switch rule.assignment {
      case .constant: .constant
      case .function(let number): .function(number)
      case .host(let number): .host(number)
      }
  }
}
