import LuaBridge

/// When a rule that is written in Swift holds.
///
/// Made with operators over key paths, such as `\.todo?.priority == .low`, or of
/// a closure, and put together with `&&`, `||` and `!`.
public struct RulePredicate: Sendable {
  let form: Form

  /// The tests that a predicate consists of.
  indirect enum Form: Sendable {
    case test(RuleTest)
    case not(Form)
    case all([Form])
    case any([Form])
  }

  init(_ form: Form) {
    self.form = form
  }

  init(_ test: RuleTest) {
    form = .test(test)
  }

  /// Creates a predicate of the user's own.
  ///
  /// It is one condition, whatever it tests inside. What goes wrong when it asks
  /// the context fails the question, as what it throws does.
  public init(_ holds: @escaping @Sendable (RuleContext) throws -> Bool) {
    form = .test(RuleTest(reading: [], .closure(holds)))
  }
}

/// One test of a predicate.
struct RuleTest: Sendable {
  enum Kind: Sendable {
    /// Compares what has names in Lua, as Lua does.
    case compares(Comparison, [RulePlace.Step], Operand)
    case closure(Closure)

    /// Swift code decides it.
    static func closure(_ holds: @escaping @Sendable (RuleContext) throws -> Bool) -> Kind {
      .closure(Closure(holds))
    }
  }

  /// A closure, which is the same condition wherever it stands.
  final class Closure: Sendable {
    let holds: @Sendable (RuleContext) throws -> Bool

    init(_ holds: @escaping @Sendable (RuleContext) throws -> Bool) { self.holds = holds }
  }

  enum Comparison: String, Sendable {
    case equal = "=="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  enum Operand: Sendable {
    case constant(LuaValue)
    case path([RulePlace.Step])
  }

  let kind: Kind
  /// The paths that it reads.
  let places: [RulePlace]

  init(reading places: [RulePlace], _ kind: Kind) {
    self.kind = kind
    self.places = places
  }

  /// Compares a path with a constant: as Lua does if it does that as exactly as Swift.
  init<Value>(
    _ path: RulePath<Value>, _ comparison: Comparison, _ constant: Any, as type: Any.Type,
    else holds: @escaping @Sendable (RuleContext) throws -> Bool
  ) {
    places = [path.place]
    let scalar = ScalarForm(of: type)
    if let steps = path.place.steps, let scalar, scalar.allows(comparison),
      let constant = scalar.value(of: constant)
    {
      kind = .compares(comparison, steps, .constant(constant))
    } else {
      kind = .closure(holds)
    }
  }

  /// Compares two paths.
  init<Left, Right>(
    _ left: RulePath<Left>, _ comparison: Comparison, _ right: RulePath<Right>,
    as type: Any.Type, else holds: @escaping @Sendable (RuleContext) throws -> Bool
  ) {
    places = [left.place, right.place]
    if let first = left.place.steps, let second = right.place.steps,
      ScalarForm(of: type)?.allows(comparison) == true
    {
      kind = .compares(comparison, first, .path(second))
    } else {
      kind = .closure(holds)
    }
  }

  /// Tests that there is nothing at a path.
  init<Value>(
    isNothing path: RulePath<Value>,
    else holds: @escaping @Sendable (RuleContext) throws -> Bool
  ) {
    places = [path.place]
    let type = OptionalType.wrapped(Value.self) ?? Value.self
    // What says itself what it is in Lua may be nothing there.
    if let steps = path.place.steps,
      ScalarForm(of: type) != nil || !(type is any LuaConvertible.Type)
    {
      kind = .compares(.equal, steps, .constant(.null))
    } else {
      kind = .closure(holds)
    }
  }
}

extension RulePredicate.Form {
  /// Calls `body` with each test.
  func forEachTest(_ body: (RuleTest) -> Void) {
    switch self {
    case .test(let test): body(test)
    case .not(let form): form.forEachTest(body)
    case .all(let forms), .any(let forms): for form in forms { form.forEachTest(body) }
    }
  }
}
