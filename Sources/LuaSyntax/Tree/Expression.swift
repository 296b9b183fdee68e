extension SyntaxTree {
  /// An expression, with the tokens that it is written with.
  ///
  /// Expressions are numbered as they end: operands come before their operator, and all parts of an expression
  /// before itself, so that a loop over the numbers goes from the inside to the outside.
  package struct Expression: Sendable {
    package let kind: Kind
    package let tokens: Range<Int>

    package enum Kind: Sendable {
      /// Nothing, or what is not understood.
      case missing
      /// `nil`, `true`, `false`, a number, a string, or `...`: its only token tells which.
      case literal
      /// A name; the number of its variable, or `nil` for a global.
      case name(binding: Int?)
      /// A member of another expression, with the token of its name; `nil` if that is missing.
      case member(of: Int, name: Int?, isMethod: Bool)
      /// What is in brackets behind another expression.
      case index(of: Int, Int)
      /// A call, by its number.
      case call(Int)
      /// A function, by its number.
      case function(Int)
      /// A table, by its number.
      case table(Int)
      case parentheses(Int)
      /// One of `-`, `#`, `~` and `not` before an operand.
      case unary(LuaWord, Int)
      /// Two operands with the token of the operator between them.
      case binary(LuaWord, Int, Int, operator: Int)
    }
  }

  /// Returns the expression without the parentheses around it.
  package func withoutParentheses(_ number: Int) -> Int {
    var number = number
    while case .parentheses(let inner) = expressions[number].kind { number = inner }
    return number
  }

  /// Returns the number of the variable that an expression is; `nil` for another expression.
  package func binding(_ number: Int) -> Int? {
    if case .name(let binding) = expressions[number].kind { binding } else { nil }
  }

  /// Returns the expression that a local variable stands for which never gets another value; `nil` for another
  /// expression.
  package func onlyValue(_ number: Int) -> Int? {
    binding(number).flatMap { assigned.contains($0) ? nil : bindings[$0].expression }
  }

  /// Returns the token of a literal; `nil` for another expression.
  package func literal(_ number: Int) -> LuaTokens.Token? {
    if case .literal = expressions[number].kind {
      tokens[expressions[number].tokens.lowerBound]
    } else {
      nil
    }
  }

  /// Returns the names of a global and of its members, such as `math.min`; `nil` for another expression.
  package func globalPath(_ number: Int) -> [String]? {
    var names: [String] = []
    var next = number
    while true {
      switch expressions[next].kind {
      case .name(nil):
        names.append(text(expressions[next].tokens.lowerBound))
        return names.reversed()
      case .member(let base, let name?, isMethod: false):
        names.append(text(name))
        next = base
      default: return nil
      }
    }
  }

  /// Returns the operand with which an expression begins, so that chains of them are followed without recursion.
  package func firstOperand(_ number: Int) -> Int? {
    switch expressions[number].kind {
    case .member(let base, _, _), .index(let base, _): base
    case .call(let call): calls[call].calledExpression
    case .binary(_, let left, _, _): left
    default: nil
    }
  }

  /// Returns the parts of an expression behind ``firstOperand(_:)``, in the order in which they are evaluated; the
  /// bodies of functions are no parts.
  package func otherParts(_ number: Int) -> [Int] {
    switch expressions[number].kind {
    case .missing, .literal, .name, .member, .function: []
    case .index(_, let index): [index]
    case .call(let call): calls[call].argumentExpressions
    case .table(let table):
      tables[table].fields.flatMap { [$0.key, $0.expression].compactMap(\.self) }
    case .parentheses(let inner), .unary(_, let inner): [inner]
    case .binary(_, _, let right, _): [right]
    }
  }

  /// Calls a body with an expression and its parts, the parts first; it does not go into functions.
  package func forEachPart(of number: Int, _ body: (Int) -> Void) {
    var spine = [number]
    while let first = firstOperand(spine[spine.count - 1]) { spine.append(first) }
    for part in spine.reversed() {
      for other in otherParts(part) { forEachPart(of: other, body) }
      body(part)
    }
  }
}
