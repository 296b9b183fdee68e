import LuaSyntax

// Loops that read their list in each round, and never the element.

extension WrittenFile {
  func loopsWithoutElement() -> [WrittenFault] {
    syntax.statements.compactMap { statement in
      guard case .iterate(let bindings, let values, let body) = statement.kind,
        bindings.count == 2, values.count == 1,
        case let element = syntax.bindings[bindings[1]], !element.name.hasPrefix("_"),
        case .call(let call) = syntax.expressions[values[0]].kind,
        syntax.calls[call].argumentExpressions.count == 1,
        case let range = syntax.blocks[body].tokens,
        !uses(in: range).contains(where: { $0.binding.map(bindings.contains) ?? false }),
        !range.contains(where: { syntax.tokens[$0].is("function") }),
        isRead(syntax.calls[call].argumentExpressions[0], in: range)
      else { return nil }
      return WrittenFault(
        code: .unusedLocal,
        message: "the loop reads its list in each round, and never the element `\(element.name)`",
        fix: "use `\(element.name)`, or call it `_\(element.name)`",
        tokens: element.token..<element.token + 1, subject: element.name)
    }
  }

  /// Whether a variable, or a member, is read in tokens.
  private func isRead(_ expression: Int, in range: Range<Int>) -> Bool {
    switch syntax.expressions[expression].kind {
    case .name, .member: break
    default: return false
    }
    let text = text(of: expression)
    let count = syntax.expressions[expression].tokens.count
    // They are in the order in which they end.
    let first = syntax.expressions.partitioningIndex { $0.tokens.upperBound > range.lowerBound }
    return syntax.expressions[first...].prefix { $0.tokens.upperBound <= range.upperBound }
      .contains { $0.tokens.count == count && self.text(of: $0.tokens) == text }
  }
}
