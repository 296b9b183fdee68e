import LuaBridge

/// What a model knows about one key, in the form that one thread needs.
///
/// INVARIANT: belongs to a ``PooledEvaluator``, which one thread uses at a time and which the model
/// outlives; so objects that threads share are not retained here.
final class KeyEntry {
  let key: KeyID
  /// The candidates, best first.
  let candidates: [Candidate]
  /// The declaration of the key in the schema.
  let declared: DeclaredKey?
  /// Whether the schema declares the key; a declaration is large to copy.
  let isDeclared: Bool
  /// What the schema declares, in short; `nil` for a key that is not declared.
  let signature: DeclaredKey.Signature?
  /// Whether the schema declares the key, or what it is a part of, secret.
  let isSecret: Bool
  /// The declared type; `any` if the schema does not declare the key.
  let type: ValueType
  /// How the candidates answer together, as far as this model declares it.
  let hitPolicy: HitPolicy
  /// Whether some rule's key is a path below this one.
  let isPrefix: Bool
  /// Counts how the candidates end; `nil` if nobody counts.
  let log: CandidateLog?
  /// By candidate: its constant, cached in the Swift type of the last
  /// request; for keys without a program.
  private let constants = OwnedObjects<KeptAnswer>()
  /// Whether the model makes programs, which then cache the constants.
  private let hasProgram: Bool
  /// By grant ID: what a source with this limited grant may read of the key.
  private let rights = UncheckedCell<[Int: ReadingRight]>([:])

  /// The program of the candidates, after the first request for it.
  private let found = UncheckedCell(FoundProgram.unknown)

  private enum FoundProgram {
    case unknown
    case none
    /// INVARIANT: the model keeps the program alive.
    case program(UnretainedReference<KeyProgram>)
  }

  /// The candidates by priority and declaration.
  var candidatesByDeclaration: [Int] {
    let ranks = candidates.map(\.rule.rank)
    return candidates.indices.sorted { left, right in
      (ranks[right].priority, ranks[left].declarationIndex)
        < (ranks[left].priority, ranks[right].declarationIndex)
    }
  }

  /// Whether some rule assigns the key.
  var isAssigned: Bool { !candidates.isEmpty }
  /// Whether the model assigns or declares the key, or a path below it.
  var isOfModel: Bool { isAssigned || isDeclared || isPrefix }

  /// The parts of a rule that most evaluations need, so that they need not load the rule.
  struct Candidate {
    let test: Test
    let gives: Outcome
    /// The number of the rule's source, if its grant limits it; else 0.
    let grantID: Int
    private let unretained: UnretainedReference<Rule>

    var rule: Rule { unretained.object }

    var givesConstant: Bool {
      if case .constant = gives { true } else { false }
    }

    enum Test { case always, never, function(Int), other }
    enum Outcome { case constant, function(Int), host(Int) }
  }

  init(_ key: KeyID, in core: ModelCore) {
    let name = key.name
    self.key = key
    let candidates = (core.candidates[name] ?? []).map { Candidate($0) }
    self.candidates = candidates
    declared = core.schema[name]
    isDeclared = declared != nil
    signature = declared?.signature
    isSecret = core.schema.isSecret(name)
    type = declared?.type ?? .any
    hitPolicy = declared?.hitPolicy ?? .first
    isPrefix = core.prefixes.contains(name)
    log = core.log
    hasProgram = core.isPlanned
  }

  /// Returns the program of the candidates; `make` makes it at the first request.
  @inline(__always)
  func program(in core: ModelCore, _ make: () -> KeyProgram?) -> UnretainedReference<KeyProgram>? {
    switch found.value {
    case .program(let program): return program
    case .none: return nil
    case .unknown: return take(core.isPlanned ? make() : nil, isPlanned: core.isPlanned)
    }
  }

  private func take(_ program: KeyProgram?, isPlanned: Bool) -> UnretainedReference<KeyProgram>? {
    guard let program else {
      if !isPlanned { found.value = .none }
      return nil
    }
    found.value = .program(UnretainedReference(program))
    return UnretainedReference(program)
  }

  /// Writes the constant of a candidate into `place`, if it is cached in that type.
  @inline(__always)
  func fill(_ place: borrowing VacantPlace, withConstantOf candidate: Int) {
    let kept: UnretainedReference<KeptAnswer>? =
      if case .program(let program) = found.value {
        program.with { $0.constant(of: candidate, as: place.type) }
      } else if let known = constants[candidate], known.with({ $0.type == place.type }) {
        known
      } else {
        nil
      }
    kept?.with { $0.fill(place) }
  }

  /// Returns what a source with a limited grant may read of the key.
  func right(ofGrant grantID: Int, _ source: () -> GrantedSource?) -> ReadingRight {
    if let known = rights.value[grantID] { return known }
    let right = source()?.right(toRead: key.name) ?? .whole
    rights.value[grantID] = right
    return right
  }

  /// Whether the constant of a candidate may be cached: a program caches it in one
  /// Swift type only, the first.
  func mayKeepConstant(of candidate: Int) -> Bool {
    if case .program(let program) = found.value {
      return program.with { !$0.hasConstant(of: candidate) }
    }
    return !hasProgram
  }

  /// Caches the constant of a candidate in a Swift type.
  func keep(_ constant: AnswerBox, of candidate: Int) {
    let kept = constant.kept()
    if case .program(let program) = found.value {
      program.with { $0.keep(kept, of: candidate) }
    } else if !hasProgram {
      constants.put(kept, at: candidate)
    }
  }
}

extension KeyEntry.Candidate {
  init(_ rule: Rule) {
    unretained = UnretainedReference(rule)
    grantID = rule.grantID
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
