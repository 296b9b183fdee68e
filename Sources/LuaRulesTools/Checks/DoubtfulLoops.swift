import LuaSyntax

// Loops that stand wrong: those that count in the wrong direction, or have one round.

extension WrittenFile {
  /// Returns the loops that are probably meant in another way.
  func doubtfulLoops() -> [WrittenFault] {
    syntax.statements.indices.compactMap { number in
      let doubt: Doubt? =
        switch syntax.statements[number].kind {
        case .count(let binding, let bounds, let body):
          doubt(ofEnd: bounds, body) ?? doubt(ofBounds: bounds, binding, body)
            ?? doubt(ofBody: body, number, counts: true)
        case .iterate(_, _, let body): doubt(ofBody: body, number, counts: false)
        default: nil
        }
      guard let doubt else { return nil }
      let start = syntax.statements[number].tokens.lowerBound
      return WrittenFault(
        code: doubt.code, message: doubt.message, fix: doubt.fix,
        tokens: doubt.tokens ?? start..<start + 1, subject: doubt.subject)
    }
  }

  private struct Doubt {
    var code = RuleFinding.Code.doubtfulLoop
    /// What it is about, if not the whole loop.
    var tokens: Range<Int>?
    var subject = "for"
    let message: String
    let fix: String
  }

  // MARK: Directions and ends

  private func doubt(ofEnd bounds: [Int], _ body: Int) -> Doubt? {
    let body = syntax.blocks[body].tokens
    let exits: [LuaWord] = ["break", "goto", "return"]
    guard bounds.count == 2 || bounds.count == 3 && integer(bounds[2]).map({ $0 > 0 }) == true,
      syntax.globalPath(bounds[1]) == ["math", "huge"],
      !body.contains(where: { exits.contains(syntax.tokens[$0].word) }),
      !syntax.calls.contains(where: { body.contains($0.open) })
    else { return nil }
    return Doubt(
      code: .endlessLoop, tokens: syntax.expressions[bounds[1]].tokens, subject: "math.huge",
      message: "this loop never ends: `math.huge` is no limit",
      fix: "leave it with `break` or `return`")
  }

  private func doubt(ofBounds bounds: [Int], _ binding: Int, _ body: Int) -> Doubt? {
    // A loop that does not use its number may add what is missing.
    guard bounds.count >= 2,
      uses(in: syntax.blocks[body].tokens).contains(where: { $0.binding == binding })
    else { return nil }
    let step = bounds.count > 2 ? integer(bounds[2]) : 1
    if step == 1, case .unary("#", _) = syntax.expressions[bounds[0]].kind,
      let end = integer(bounds[1]), (0...2).contains(end)
    {
      let least = ["one element", "two elements", "three elements"][end]
      return Doubt(
        message: "the loop counts up from the length of a list to \(end): a list of "
          + "\(least) or more has no round",
        fix: "write `, -1` behind its end to count down")
    }
    if let step, step < 0, integer(bounds[0]) == 1, isLength(bounds[1]) {
      return Doubt(
        message: "the loop counts down from 1: it has no second round unless its end is less",
        fix: "leave the step out to count up")
    }
    return nil
  }

  /// Whether an expression is the length of something, perhaps by the name of a variable.
  private func isLength(_ expression: Int) -> Bool {
    if case .unary("#", _) = syntax.expressions[expression].kind { return true }
    return syntax.onlyValue(expression).map { isLength($0) } ?? false
  }

  private func integer(_ expression: Int) -> Int? {
    if case .unary("-", let operand) = syntax.expressions[expression].kind {
      return integer(operand).map { -$0 }
    }
    guard let token = syntax.literal(expression), token.kind == .number else { return nil }
    return Int(syntax.tokens.text(token))
  }

  // MARK: Rounds

  private func doubt(ofBody body: Int, _ loop: Int, counts: Bool) -> Doubt? {
    let statements = syntax.blocks[body].statements
    guard let last = statements.last else { return nil }
    if !counts, alwaysReturns(body), endsDifferently(body) {
      return Doubt(
        message:
          "the loop never comes to its second round: every way through the first one returns",
        fix: "put the last `return` behind the loop")
    }
    // A `break` at the end is a way to get the first element, unless a test leads straight to it, which is then meant
    // behind it, or the loop counts, or adds something to 0 or an empty text.
    guard case .break = syntax.statements[last].kind,
      counts || !contains(body, where: { syntax.statements[$0].loopBody != nil }),
      !contains(body, where: { isJump($0) }),
      counts || isTest(before: last, statements)
        || contains(body, where: { addsToNothing($0, before: loop) })
    else { return nil }
    return Doubt(
      message: "the loop never comes to its second round: a `break` ends the first one",
      fix: "put the `break` behind a test, or leave it out")
  }

  /// Whether each way through a block ends with a `return`.
  private func alwaysReturns(_ block: Int) -> Bool {
    guard let last = syntax.blocks[block].statements.last,
      !contains(block, where: { isBreak($0) || isJump($0) })
    else { return false }
    switch syntax.statements[last].kind {
    case .return: return true
    case .do(let body): return alwaysReturns(body)
    case .if(let conditions, let blocks):
      return blocks.count > conditions.count && blocks.allSatisfy { alwaysReturns($0) }
    default: return false
    }
  }

  /// Whether a block that always returns has several ways, or gives the outcome of a test.
  private func endsDifferently(_ block: Int) -> Bool {
    var returns = 0
    var givesOutcome = false
    _ = contains(block) { statement in
      guard case .return(let values) = syntax.statements[statement].kind else { return false }
      returns += 1
      if values.count == 1, isOutcome(values[0]) { givesOutcome = true }
      return false
    }
    return returns > 1 || givesOutcome
  }

  private func isOutcome(_ expression: Int) -> Bool {
    guard case .binary(let word, _, let right, _) = syntax.expressions[expression].kind else {
      return false
    }
    switch word {
    case "==", "~=", "<", "<=", ">", ">=": return true
    case "and", "or": return isOutcome(right)
    default: return false
    }
  }

  private func isBreak(_ statement: Int) -> Bool {
    if case .break = syntax.statements[statement].kind { true } else { false }
  }

  private func isJump(_ statement: Int) -> Bool {
    if case .goto = syntax.statements[statement].kind { true } else { false }
  }

  private func isTest(before last: Int, _ statements: [Int]) -> Bool {
    guard statements.count > 1,
      case .if(let conditions, let blocks) = syntax.statements[statements[statements.count - 2]]
        .kind
    else { return false }
    return blocks.count == conditions.count
  }

  /// Whether a statement adds something to a variable that is 0 or an empty text before the loop, as in `n = n + 1`.
  private func addsToNothing(_ statement: Int, before loop: Int) -> Bool {
    guard case .assignment(let targets, let values) = syntax.statements[statement].kind,
      targets.count == 1, values.count == 1, let binding = syntax.binding(targets[0]),
      case .binary(let word, let left, _, _) = syntax.expressions[values[0]].kind,
      word == "+" || word == "..", syntax.binding(left) == binding,
      syntax.bindings[binding].token < syntax.statements[loop].tokens.lowerBound,
      let first = syntax.bindings[binding].expression, let token = syntax.literal(first)
    else { return false }
    return token.kind == .string
      ? syntax.tokens.inner(token).isEmpty : ["0", "0.0"].contains(syntax.tokens.text(token))
  }

  /// Whether a condition holds for a statement in a block, or in the blocks inside it.
  private func contains(_ block: Int, where condition: (Int) -> Bool) -> Bool {
    syntax.blocks[block].statements.contains { statement in
      condition(statement)
        || syntax.blocks(in: statement).contains { contains($0, where: condition) }
    }
  }
}
