extension CheckReader {
  func literal(_ tokens: Tokens) -> Value? {
    if let (value, end) = number(tokens) { return end.isEmpty ? value : nil }
    guard tokens.count == 1, case .text(let text)? = tokens.first else { return nil }
    return .text(text)
  }

  func number(_ tokens: Tokens) -> (Value, Tokens)? {
    let isNegative = tokens.first == .symbol("-")
    let tokens = isNegative || tokens.first == .symbol("+") ? tokens.dropFirst() : tokens
    guard case .number(let digits)? = tokens.first else { return nil }
    let text = (isNegative ? "-" : "") + digits
    if let whole = Int64(text) { return (.integer(whole), tokens.dropFirst()) }
    if digits.lowercased().hasPrefix("0x") {
      guard let whole = Int64(digits.dropFirst(2), radix: 16) else { return nil }
      return (.integer(isNegative ? -whole : whole), tokens.dropFirst())
    }
    return Double(text).map { (.real($0), tokens.dropFirst()) }
  }
}

extension Affinity {
  /// Whether a column stores the literal as it is written.
  func keeps(_ literal: Value) -> Bool {
    switch literal {
    case .text(let text): !isNumeric || Double(text) == nil
    case .integer: self != .text && self != .real
    default: self != .text && self != .integer && self != .numeric
    }
  }
}

extension ArraySlice<Token> {
  /// Cuts at a word that stands in no parentheses; the AND of a BETWEEN is not one.
  func split(at word: String) -> [ArraySlice<Token>] {
    var parts: [ArraySlice<Token>] = []
    var start = startIndex
    var depth = 0
    var isBetween = false
    for index in indices {
      switch self[index] {
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case let token where depth == 0 && token.isWord("BETWEEN"): isBetween = true
      case let token where depth == 0 && isBetween && token.isWord("AND"): isBetween = false
      case let token where depth == 0 && token.isWord(word):
        parts.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    return parts + [self[start..<endIndex]]
  }

  var withoutOuterParentheses: ArraySlice<Token> {
    guard first == .symbol("("), last == .symbol(")") else { return self }
    var depth = 0
    for index in indices.dropLast() {
      if self[index] == .symbol("(") { depth += 1 }
      if self[index] == .symbol(")") { depth -= 1 }
      if depth == 0 { return self }
    }
    return dropFirst().dropLast().withoutOuterParentheses
  }
}
