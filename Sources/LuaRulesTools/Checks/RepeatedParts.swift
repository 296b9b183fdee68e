import LuaSyntax

// What is written twice where one of the two is probably meant to be something else.

extension WrittenFile {
  /// Returns the same operand twice, the same value for both outcomes, branches that are all the same, and the same
  /// argument twice.
  func repeatedParts() -> [WrittenFault] {
    let inChoices: [WrittenFault] = syntax.expressions.indices.compactMap { number in
      guard isChoice(number), !(parents[number].map(isChoice) ?? false) else { return nil }
      return repeatedPart(ofChoice: number)
    }
    return inChoices + repeatedBranches() + syntax.calls.compactMap { repeatedArgument(of: $0) }
  }

  private func isChoice(_ expression: Int) -> Bool {
    guard case .binary(let word, _, _, _) = syntax.expressions[expression].kind else {
      return false
    }
    return word == "and" || word == "or"
  }

  // MARK: Operands

  /// Returns the operands that an operator joins.
  private func operands(of expression: Int, joinedBy sign: LuaWord) -> [Int] {
    var operands: [Int] = []
    var next = expression
    while case .binary(sign, let left, let right, _) = syntax.expressions[next].kind {
      operands.append(right)
      next = left
    }
    return (operands + [next]).reversed()
  }

  private func tokens(_ expressions: [Int]) -> Range<Int> {
    syntax.expressions[expressions[0]].tokens
      .lowerBound..<syntax.expressions[expressions[expressions.count - 1]].tokens.upperBound
  }

  private func repeatedPart(ofChoice choice: Int) -> WrittenFault? {
    let alternatives = operands(of: choice, joinedBy: "or").map {
      operands(of: $0, joinedBy: "and")
    }
    guard mayRepeat(alternatives) else { return nil }
    var before: Set<[[UInt8]]> = []
    for (index, parts) in alternatives.enumerated() {
      var joined: Set<[UInt8]> = []
      for (position, part) in parts.enumerated() where !mayDiffer(part) {
        guard !joined.insert(text(of: part)).inserted else { continue }
        // The last one may be there for its value: `name and name ~= "" and name`.
        if position == parts.count - 1, parts.count > 2, !isTruth(part, of: choice) { continue }
        return repeated(
          tokens([part]), "`\(written(tokens([part])))` appears twice in what `and` joins",
          "one of them is probably meant to be something else")
      }
      guard !parts.contains(where: mayDiffer) else { continue }
      let texts = parts.map { text(of: $0) }
      if parts.count == 1, index > 0, let other = alternatives[index - 1].last,
        alternatives[index - 1].count > 1, text(of: other) == texts[0]
      {
        var fault = repeated(
          tokens([other]),
          "both outcomes give `\(written(tokens(parts)))`: the left side of `and` decides nothing",
          "one of them is probably meant to be another value")
        fault.subject = nil
        return fault
      }
      if !before.insert(texts).inserted {
        return repeated(
          tokens(parts), "`\(written(tokens(parts)))` appears twice in what `or` chooses from",
          "one of them is probably meant to be something else")
      }
    }
    return nil
  }

  /// Whether only the truth of a part counts.
  private func isTruth(_ part: Int, of choice: Int) -> Bool {
    if conditions.contains(choice) { return true }
    guard case .binary(let word, _, _, _) = syntax.expressions[part].kind else { return false }
    return word.isComparison
  }

  /// Whether two parts may be the same; most choices have no such parts.
  private func mayRepeat(_ alternatives: [[Int]]) -> Bool {
    var sums: Set<Int> = []
    for part in alternatives.joined() {
      let tokens = syntax.expressions[part].tokens
      var sum = tokens.count
      for token in tokens {
        let token = syntax.tokens[token]
        for byte in syntax.tokens.bytes[token.start..<token.end] { sum = sum &* 31 &+ Int(byte) }
      }
      if !sums.insert(sum).inserted { return true }
    }
    return false
  }

  private func repeated(_ tokens: Range<Int>, _ message: String, _ fix: String) -> WrittenFault {
    WrittenFault(
      code: .decidedTest, message: message, fix: fix, tokens: tokens,
      subject: lastName(in: tokens))
  }

  // MARK: Branches

  private func repeatedBranches() -> [WrittenFault] {
    syntax.blocks.flatMap { block in
      block.statements.indices.compactMap { index -> WrittenFault? in
        let number = block.statements[index]
        guard case .if(let conditions, let blocks) = syntax.statements[number].kind else {
          return nil
        }
        var branches = blocks.map { syntax.blocks[$0].tokens }
        if blocks.count == conditions.count {
          // What follows an `if` may be its other case, and behind several one more of several cases.
          guard let next = statement(behind: index, in: block),
            case .return = syntax.statements[next].kind,
            index == 0 || !isTest(block.statements[index - 1])
          else { return nil }
          branches.append(syntax.statements[next].tokens)
        }
        guard conditions.allSatisfy({ isRepeatable($0) }), !branches[0].isEmpty,
          branches.allSatisfy({ $0.count == branches[0].count }),
          branches.dropFirst().allSatisfy({ text(of: $0) == text(of: branches[0]) })
        else { return nil }
        let start = syntax.statements[number].tokens.lowerBound
        return WrittenFault(
          code: .decidedTest,
          message: "all branches do the same: the condition decides nothing",
          fix: "one of them is probably meant to do something else", tokens: start..<start + 1,
          subject: "if")
      }
    }
  }

  private func statement(behind index: Int, in block: SyntaxTree.Block) -> Int? {
    index + 1 < block.statements.count ? block.statements[index + 1] : nil
  }

  private func isTest(_ statement: Int) -> Bool {
    if case .if = syntax.statements[statement].kind { true } else { false }
  }

  // MARK: Arguments

  private func repeatedArgument(of call: SyntaxTree.Call) -> WrittenFault? {
    guard let path = syntax.globalPath(call.calledExpression), path.count == 2, path[0] == "math",
      ["min", "max"].contains(path[1])
    else { return nil }
    var seen: Set<[UInt8]> = []
    for argument in call.argumentExpressions
    where !seen.insert(text(of: argument)).inserted && isRepeatable(argument) {
      return repeated(
        tokens([argument]), "`math.\(path[1])` gets `\(written(tokens([argument])))` twice",
        "one of them is probably meant to be another value")
    }
    return nil
  }
}
