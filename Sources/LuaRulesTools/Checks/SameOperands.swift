import LuaSyntax

// Operators with the same on both sides.

extension WrittenFile {
  /// Returns the comparisons by order, and the differences, of an expression with itself; `x == x` is how one tests for
  /// the number that is none.
  func sameOperands() -> [WrittenFault] {
    syntax.expressions.compactMap { expression in
      guard case .binary(let word, let left, let right, let sign) = expression.kind,
        ["<", "<=", ">", ">=", "-"].contains(word),
        syntax.expressions[left].tokens.count == syntax.expressions[right].tokens.count,
        text(of: left) == text(of: right), isRepeatable(left),
        lastName(in: expression.tokens) != nil
      else { return nil }
      return WrittenFault(
        code: .decidedTest,
        message: "both sides of this \(word == "-" ? "`-`" : "comparison") are the same",
        fix: "one of them is probably meant to be another value",
        tokens: expression.tokens, subject: syntax.text(sign))
    }
  }
}
