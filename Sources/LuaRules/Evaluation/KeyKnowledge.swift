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
  /// Counts what becomes of the candidates; `nil` for nobody.
  let log: CandidateLog?
  /// By candidate: its constant in the Swift type that was asked for last.
  private let constants: ThreadCell<[AnswerBox?]>

  /// Whether some rule assigns the key.
  var isAssigned: Bool { !candidates.isEmpty }

  /// A rule, as far as most are asked: without looking at the rule itself.
  struct Candidate {
    let test: Test
    let gives: Gift
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
    log = core.request.log
    constants = ThreadCell(Array(repeating: nil, count: candidates.count))
  }

  /// The constant of a candidate, as it was converted last.
  func constant(of candidate: Int, as type: Any.Type) -> AnswerBox? {
    guard let known = constants.value[candidate], known.type == type else { return nil }
    return known
  }

  /// Keeps the constant of a candidate in a Swift type.
  func keep(_ constant: AnswerBox, of candidate: Int) {
    constants.value[candidate] = constant
  }
}

/// An answer in a Swift type, which generic code puts in and takes out.
class AnswerBox {
  let type: Any.Type

  fileprivate init(_ type: Any.Type) {
    self.type = type
  }

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
}

extension KeyKnowledge.Candidate {
  fileprivate init(_ rule: Rule) {
    uncounted = Uncounted(rule)
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
