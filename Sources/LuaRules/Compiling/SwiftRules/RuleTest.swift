import LuaBridge

/// One test of a predicate.
struct RuleTest: Sendable {
  enum Kind: Sendable {
    /// A comparison of values with names in Lua, with the result that Lua
    /// gives.
    case compares(Comparison, [RulePlace.Step], Operand)
    case closure(Closure)

    /// Creates a test that Swift code decides.
    static func closure(_ holds: @escaping @Sendable (RuleContext) throws -> Bool) -> Kind {
      .closure(Closure(holds))
    }
  }

  /// A closure; two tests with the same closure are the same condition.
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
  /// The paths that the test reads.
  let places: [RulePlace]

  init(reading places: [RulePlace], _ kind: Kind) {
    self.kind = kind
    self.places = places
  }

  /// Compares a path with a constant: in Lua if Lua is as exact as Swift,
  /// otherwise in Swift.
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

  /// Tests that the value at a path is missing.
  init<Value>(
    isNothing path: RulePath<Value>,
    else holds: @escaping @Sendable (RuleContext) throws -> Bool
  ) {
    places = [path.place]
    let type = OptionalType.wrapped(Value.self) ?? Value.self
    // A type that defines its own Lua form may have a value that is `nil` in Lua.
    if let steps = path.place.steps,
      ScalarForm(of: type) != nil || !(type is any LuaConvertible.Type)
    {
      kind = .compares(.equal, steps, .constant(.null))
    } else {
      kind = .closure(holds)
    }
  }
}
