import LuaBridge

/// Writes conditions, and the paths in them, as Lua expressions over `c`.
struct LuaConditionWriter {
  /// Whether a path with a missing value is nothing, as in classic rules, and
  /// not an error.
  var isGuarded = true
  /// The local functions that the expressions call.
  private(set) var functions: Set<LuaLocalFunction> = []

  /// How tightly the outermost operator of an expression binds.
  private enum Binding: Int {
    case or, and, comparison, operand
  }

  private typealias Expression = (text: String, binding: Binding)

  /// Returns the function for a condition.
  mutating func function(for predicate: ClassicPredicate) -> LuaLayout {
    switch predicate {
    case .all(let parts):
      .function(returning: parts.map { operand($0, of: .and) }, joinedBy: "and")
    case .any(let parts):
      .function(returning: parts.map { operand($0, of: .or) }, joinedBy: "or")
    default: .function(returning: [expression(predicate).text], joinedBy: "and")
    }
  }

  /// Returns the function for the value at a path, including an explicit
  /// `null`.
  mutating func function(giving path: ClassicPath) -> LuaLayout {
    .function(returning: [call(.orNull, chain(path).joined(separator: " and "))], joinedBy: "and")
  }

  // MARK: Expressions

  private mutating func operand(_ predicate: ClassicPredicate, of binding: Binding) -> String {
    let (text, inner) = expression(predicate)
    return inner.rawValue < binding.rawValue ? "(\(text))" : text
  }

  private mutating func expression(_ predicate: ClassicPredicate) -> Expression {
    switch predicate {
    case .constant(let flag): return (flag ? "true" : "false", .operand)
    case .all(let parts):
      return (parts.map { operand($0, of: .and) }.joined(separator: " and "), .and)
    case .any(let parts):
      return (parts.map { operand($0, of: .or) }.joined(separator: " or "), .or)
    case .not(let inner): return negation(of: inner)
    case .compares(let path, let comparison, let operand):
      return self.comparison(path, comparison, operand)
    case .isLike(let path, let pattern, let ignoresCase):
      return like(path, LikePattern(pattern), ignoresCase: ignoresCase)
    case .isOneOf(let path, let constants):
      if constants.isEmpty { return ("false", .operand) }
      let tests = constants.map { "\(value(path)) == \($0.operand)" }
      return (tests.joined(separator: " or "), tests.count == 1 ? .comparison : .or)
    case .isIn(let path, let list):
      return (call(.isIn, value(path), value(list)), .operand)
    }
  }

  private mutating func negation(of predicate: ClassicPredicate) -> Expression {
    switch predicate {
    case .not(let inner): return expression(inner)
    case .compares(let path, .equal, let operand): return comparison(path, .notEqual, operand)
    case .compares(let path, .notEqual, let operand): return comparison(path, .equal, operand)
    default: return ("not \(operand(predicate, of: .operand))", .operand)
    }
  }

  private func comparison(
    _ path: ClassicPath, _ comparison: ClassicPredicate.Comparison, _ operand: ClassicOperand
  ) -> Expression {
    guard comparison.isOrdering else {
      let right =
        switch operand {
        case .constant(let constant): constant.operand
        case .path(let other): value(other)
        }
      return ("\(value(path)) \(comparison.rawValue) \(right)", .comparison)
    }
    var steps = chain(path)
    let right: String
    switch operand {
    case .constant(let constant): right = constant.operand
    case .path(let other):
      right = plain(other)
      for step in chain(other) where !steps.contains(step) { steps.append(step) }
    }
    let test = "\(plain(path)) \(comparison.rawValue) \(right)"
    // Nothing is neither less nor greater than a value; in Lua the comparison would be an
    // error.
    return isGuarded ? ((steps + [test]).joined(separator: " and "), .and) : (test, .comparison)
  }

  private mutating func like(
    _ path: ClassicPath, _ pattern: LikePattern, ignoresCase: Bool
  ) -> Expression {
    if let text = pattern.text, !ignoresCase {
      return ("\(value(path)) == \(LuaText.quoted(text))", .comparison)
    }
    let call = call(
      ignoresCase ? .likeInAnyCase : .like, value(path), pattern.lua(isLowercase: ignoresCase))
    return (call, .operand)
  }

  private mutating func call(_ function: LuaLocalFunction, _ arguments: String...) -> String {
    functions.insert(function)
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  // MARK: Paths

  private func plain(_ path: ClassicPath) -> String {
    path.steps.reduce(into: "c") { $0 += LuaText.member($1) }
  }

  /// Returns the path and all shorter paths before it; each of them must have a
  /// value.
  private func chain(_ path: ClassicPath) -> [String] {
    guard isGuarded else { return [plain(path)] }
    return path.steps.indices.map { plain(ClassicPath(steps: Array(path.steps[...$0]))) }
  }

  private func value(_ path: ClassicPath) -> String {
    let steps = chain(path)
    return steps.count == 1 ? steps[0] : "(\(steps.joined(separator: " and ")))"
  }
}
