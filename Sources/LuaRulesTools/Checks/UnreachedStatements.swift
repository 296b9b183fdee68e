import LuaSyntax

// Statements where no way leads.

extension WrittenFile {
  /// Returns the statements behind a `return`, or a loop that only a `return` leaves; what gives `nil`, or fails on
  /// purpose, is there to be careful.
  func unreachedStatements(in graph: FlowGraph) -> [WrittenFault] {
    let isReached = graph.reached(from: [0])
    var faults: [WrittenFault] = []
    for block in graph.blocks {
      let statements = syntax.blocks[block].statements.compactMap { number in
        graph.starts[number].map { (number: number, isReached: isReached[$0]) }
      }
      for (before, next) in zip(statements, statements.dropFirst())
      where before.isReached && !next.isReached && hasReturn(before.number)
        && !isDefensive(next.number)
      {
        let isLoop = syntax.statements[before.number].loopBody != nil
        faults.append(
          WrittenFault(
            code: .unreachableBranch,
            message: isLoop
              ? "this is never reached: only a `return` leaves the loop before it"
              : "this is never reached: it comes after a `return`",
            fix: isLoop
              ? "remove it, or leave the loop with `break`" : "remove it, or the `return`",
            tokens: syntax.statements[next.number].tokens))
      }
    }
    return faults
  }

  private func hasReturn(_ statement: Int) -> Bool {
    if case .return = syntax.statements[statement].kind { return true }
    return syntax.blocks(in: statement).contains { block in
      syntax.blocks[block].statements.contains { hasReturn($0) }
    }
  }

  private func isDefensive(_ statement: Int) -> Bool {
    switch syntax.statements[statement].kind {
    case .return(let values):
      guard let first = values.first else { return true }
      return syntax.literal(first)?.is("nil") == true || raises(first)
    case .expressions(let values): return values.first.map(raises) ?? false
    default: return false
    }
  }

  private func raises(_ expression: Int) -> Bool {
    guard case .call(let call) = syntax.expressions[expression].kind else { return false }
    return syntax.globalPath(syntax.calls[call].calledExpression) == ["error"]
  }
}
