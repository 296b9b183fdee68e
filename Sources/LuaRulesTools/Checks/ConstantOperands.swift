import LuaSyntax

// `and` and `or` behind a constant, as in `plan = "free" or "team"`.

extension WrittenFile {
  /// Returns the operators whose left side is a constant.
  func constantOperands() -> [WrittenFault] {
    var told: Set<Int> = []
    var faults: [WrittenFault] = []
    for number in syntax.expressions.indices where faults.count < Self.mostFaults {
      guard case .binary(let word, let left, _, _) = syntax.expressions[number].kind,
        word == "and" || word == "or", let operand = constant(endingWith: left, before: word)
      else { continue }
      // One of several of a kind is told, the first one.
      let isFirst = !(told.contains(left) && syntax.literal(operand) != nil)
      told.insert(number)
      if isFirst { faults.append(fault(of: operand, word, number)) }
    }
    return faults
  }

  /// How many of a file are told; each is looked for in patterns.
  private static let mostFaults = 100

  /// Returns the constant that decides what an operator gives; `nil` where its left side may be anything else.
  private func constant(endingWith left: Int, before word: LuaWord) -> Int? {
    var operand = left
    // What `or` gives is true if its right side is; what is behind the constant never counts.
    if word == "or", case .binary("or", _, let last, _) = syntax.expressions[left].kind {
      operand = last
    }
    switch syntax.expressions[operand].kind {
    case .table: return operand
    case .literal: return syntax.literal(operand)?.is("...") == true ? nil : operand
    default: return nil
    }
  }

  private func fault(of operand: Int, _ word: LuaWord, _ number: Int) -> WrittenFault {
    let token = syntax.literal(operand)
    let isTrue = token.map { !$0.is("nil") && !$0.is("false") } ?? true
    let text = token == nil ? "{ … }" : written(operand: operand)
    let isLeft = isTrue == (word == "or")
    var fix = isLeft ? "remove what is behind it" : "remove `\(text) \(word.text)`"
    if word == "or", token != nil, isTrue, isInPattern(number), let values = values(from: number) {
      fix = "a list allows each of its values: `{ \(values.joined(separator: ", ")) }`"
    }
    return WrittenFault(
      code: .decidedTest,
      message: isLeft
        ? "`\(text) \(word.text) …` is always `\(text)`"
        : "`\(text) \(word.text) …` is always what is behind `\(word.text)`",
      fix: fix, tokens: syntax.expressions[operand].tokens, subject: text)
  }

  private func written(operand: Int) -> String {
    let token = syntax.expressions[operand].tokens
    let text = text(of: token).dropLast()
    let word = String(decoding: text, as: UTF8.self)
    return word.count <= 40 && !word.contains("\n") ? word : "\(word.prefix(12))…"
  }

  /// Returns the constants that `or` joins from an operator on; `nil` where it joins anything else.
  private func values(from number: Int) -> [String]? {
    var top = number
    while let parent = parents[top],
      case .binary("or", _, _, _) = syntax.expressions[parent].kind
    {
      top = parent
    }
    var values: [String] = []
    var next = top
    while case .binary("or", let left, let right, _) = syntax.expressions[next].kind {
      values.append(written(operand: right))
      guard syntax.literal(right) != nil else { return nil }
      next = left
    }
    guard syntax.literal(next) != nil else { return nil }
    return (values + [written(operand: next)]).reversed()
  }

  private func isInPattern(_ number: Int) -> Bool {
    let tokens = syntax.expressions[number].tokens
    return syntax.tables.contains { table in
      table.open < tokens.lowerBound && tokens.upperBound <= table.close
        && table.fields.contains { field in
          guard let name = field.name, syntax.text(name) == "when", case .table = field.value else {
            return false
          }
          return field.start < tokens.lowerBound && tokens.upperBound <= field.end + 1
        }
    }
  }
}
