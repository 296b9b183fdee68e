import LuaSyntax

// Operators with the same on both sides.

extension WrittenFile {
  /// Returns the comparisons by order, and the differences, of an expression with itself; `x == x` is how one tests for
  /// the number that is none.
  func sameOperands() -> [WrittenFault] {
    syntax.expressions.compactMap { expression in
      guard case .binary(let word, let left, let right, let sign) = expression.kind,
        ["<", "<=", ">", ">=", "-"].contains(word), isNamed(left),
        text(of: left) == text(of: right)
      else { return nil }
      return WrittenFault(
        code: .decidedTest,
        message: "both sides of this \(word == "-" ? "`-`" : "comparison") are the same",
        fix: "one of them is probably meant to be another value",
        tokens: expression.tokens, subject: syntax.text(sign))
    }
  }

  /// Whether an expression reads something, and makes nothing.
  private func isNamed(_ expression: Int) -> Bool {
    var isNamed = false
    var isMade = false
    syntax.forEachPart(of: expression) { part in
      switch syntax.expressions[part].kind {
      case .name: isNamed = true
      case .table, .function, .missing: isMade = true
      default: break
      }
    }
    return isNamed && !isMade
  }
}
