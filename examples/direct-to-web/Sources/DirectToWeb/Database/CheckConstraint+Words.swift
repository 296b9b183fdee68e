extension CheckConstraint {
  /// The condition in words: `ends >= starts` is `Ends is at least Starts`.
  ///
  /// What has no words stays as it is written. The closure gives the name of a column for people.
  func words(naming name: (Identifier) -> String) -> String {
    var words: [String] = []
    var rest = tokens[...].withoutOuterParentheses
    while !rest.isEmpty { words.append(Self.words(&rest, columns, name)) }
    var text = ""
    for word in words {
      let isGlued = text.isEmpty || text.hasSuffix("(") || [")", ","].contains(word)
      text += isGlued ? word : " " + word
    }
    return text
  }

  private static let phrases: [([String], String)] = [
    (["IS", "NOT", "NULL"], "has a value"), (["IS", "NULL"], "is empty"),
    (["NOTNULL"], "has a value"), (["ISNULL"], "is empty"),
    (["NOT", "IN"], "is none of"), (["NOT", "BETWEEN"], "is not between"),
    (["NOT", "LIKE"], "is not like"), (["NOT", "GLOB"], "is not like"), (["IS", "NOT"], "is not"),
    (["IN"], "is one of"), (["BETWEEN"], "is between"), (["LIKE"], "is like"),
    (["GLOB"], "is like"), (["IS"], "is"), (["AND"], "and"), (["OR"], "or"), (["NOT"], "not"),
  ]
  private static let symbols = [
    ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than", "=": "is",
    "==": "is", "<>": "is not", "!=": "is not",
  ]

  /// Takes the tokens of a word or phrase.
  private static func words(
    _ rest: inout ArraySlice<Token>, _ columns: [Identifier], _ name: (Identifier) -> String
  ) -> String {
    for (phrase, words) in phrases
    where rest.count >= phrase.count && zip(rest, phrase).allSatisfy({ $0.isWord($1) }) {
      rest = rest.dropFirst(phrase.count)
      return words
    }
    if let (call, column) = call(rest, columns) {
      rest = rest.dropFirst(4)
      return call(name(column))
    }
    switch rest.removeFirst() {
    case .word(let word), .quotedName(let word, _):
      let isCall = rest.first == .symbol("(")
      return isCall ? word : columns.first { $0.matches(word) }.map(name) ?? word
    case .text(let text): return "“\(text)”"
    case .number(let digits): return digits
    case .blob(let digits): return "x'\(digits)'"
    case .symbol(let symbol): return symbols[symbol] ?? symbol
    case .illegal: return "?"
    }
  }

  /// A function of one column that has words.
  private static func call(
    _ tokens: ArraySlice<Token>, _ columns: [Identifier]
  ) -> ((String) -> String, Identifier)? {
    let head = Array(tokens.prefix(4))
    guard head.count == 4, head[1] == .symbol("("), head[3] == .symbol(")"),
      let column = head[2].name.flatMap({ name in columns.first { $0.matches(name) } })
    else { return nil }
    if head[0].isWord("length") { return ({ "the length of \($0)" }, column) }
    if head[0].isWord("json_valid") { return ({ "\($0) is valid JSON" }, column) }
    return nil
  }
}
