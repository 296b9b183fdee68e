/// Reads expressions and unary tests.
struct FEELParser {
  /// How deep expressions may be nested, and how many operators one may have; both are far from what the stack holds.
  static let (depthLimit, operatorLimit) = (40, 150)
  /// How long an expression may be.
  static let lengthLimit = 100_000

  static let keywords: Set<String> = [
    "if", "then", "else", "for", "in", "return", "some", "every", "satisfies", "and", "or",
    "between", "instance", "function", "true", "false", "null", "external",
  ]

  var tokens: [FEELToken] = []
  var index = 0
  var depth = 0
  var operators = 0
  /// Whether a `[` may close a range instead of beginning a filter.
  var isInRangeEnd = false
  var scopes: [FEELNames]
  var members: FEELNames
  let types: [String: FEELType]
  let typeNames: FEELNames

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - names: The variables and functions that expressions may name.
  ///   - members: The names of members of contexts.
  ///   - types: The types that the model defines.
  init(names: FEELNames, members: FEELNames, types: [String: FEELType]) {
    (scopes, self.members, self.types) = ([names], members, types)
    typeNames = FEELNames(
      Array(types.keys) + [
        "days and time duration", "years and months duration", "date and time", "string", "number",
        "boolean", "date", "time", "context", "list", "function", "range", "Any", "Null",
      ])
  }

  // MARK: Entrances

  mutating func expression(of source: String) throws(FEELFault) -> FEELExpression {
    try begin(source)
    let result = try expression()
    try end()
    return result
  }

  /// Reads a cell of a decision table; `nil` if it tests nothing.
  mutating func unaryTests(of source: String) throws(FEELFault) -> FEELUnaryTests? {
    try begin(source)
    if token.kind == .end { return nil }
    if token.text == "-", tokens[index + 1].kind == .end { return nil }
    var isNegated = false
    if isWord("not"), tokens[index + 1].text == "(", closesAtEnd(index + 1) {
      isNegated = true
      index += 2
    }
    let tests = try self.tests()
    if isNegated { try expect(")") }
    try end()
    return FEELUnaryTests(tests: tests, isNegated: isNegated)
  }

  mutating func begin(_ source: String) throws(FEELFault) {
    guard source.utf8.count <= Self.lengthLimit else {
      throw FEELFault(message: "the expression is too long")
    }
    tokens = try FEELTokens.of(source)
    (index, depth, operators, isInRangeEnd) = (0, 0, 0, false)
    scopes = [scopes[0]]
  }

  func end() throws(FEELFault) {
    guard token.kind == .end else { throw unexpected() }
  }

  /// Whether the parenthesis closes with the last token.
  func closesAtEnd(_ start: Int) -> Bool {
    var open = 0
    for position in start..<tokens.count {
      guard tokens[position].kind == .symbol else { continue }
      if tokens[position].text == "(" { open += 1 }
      if tokens[position].text == ")" { open -= 1 }
      if open == 0 { return tokens[position + 1].kind == .end }
    }
    return false
  }

  // MARK: Tokens

  var token: FEELToken { tokens[index] }

  func isSymbol(_ text: String) -> Bool { token.kind == .symbol && token.text == text }

  func isWord(_ text: String) -> Bool { token.kind == .word && token.text == text }

  mutating func takes(_ text: String) -> Bool {
    guard token.kind == .symbol || token.kind == .word, token.text == text else { return false }
    index += 1
    return true
  }

  mutating func expect(_ text: String) throws(FEELFault) {
    guard takes(text) else {
      throw FEELFault(
        message: token.kind == .end
          ? "`\(text)` is missing at the end" : "`\(text)` is missing before `\(token.text)`",
        offset: token.offset)
    }
  }

  func unexpected() -> FEELFault {
    FEELFault(
      message: token.kind == .end
        ? "the expression ends too early" : "`\(token.text)` is not understood here",
      offset: token.offset)
  }

  mutating func countOperator() throws(FEELFault) {
    operators += 1
    guard operators <= Self.operatorLimit else {
      throw FEELFault(message: "the expression has too many operators", offset: token.offset)
    }
  }

  // MARK: Tests

  mutating func tests() throws(FEELFault) -> [FEELExpression] {
    var tests = [try test()]
    while takes(",") { tests.append(try test()) }
    return tests
  }

  mutating func test() throws(FEELFault) -> FEELExpression {
    if let side = try side() { return side }
    return try expression()
  }

  /// Reads `< 5` and the like.
  mutating func side() throws(FEELFault) -> FEELExpression? {
    guard token.kind == .symbol, let sign = FEELOperator(rawValue: token.text), sign.isComparison
    else { return nil }
    index += 1
    return .side(sign, try additive())
  }

  // MARK: Expressions

  mutating func expression() throws(FEELFault) -> FEELExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw FEELFault(message: "the expression is nested too deeply", offset: token.offset)
    }
    let wasInRangeEnd = isInRangeEnd
    isInRangeEnd = false
    defer { isInRangeEnd = wasInRangeEnd }
    return try disjunction()
  }

  mutating func disjunction() throws(FEELFault) -> FEELExpression {
    var left = try conjunction()
    while takes("or") {
      try countOperator()
      left = .binary(.or, left, try conjunction())
    }
    return left
  }

  mutating func conjunction() throws(FEELFault) -> FEELExpression {
    var left = try comparison()
    while takes("and") {
      try countOperator()
      left = .binary(.and, left, try comparison())
    }
    return left
  }

  mutating func comparison() throws(FEELFault) -> FEELExpression {
    var left = try additive()
    while true {
      try countOperator()
      if token.kind == .symbol, let sign = FEELOperator(rawValue: token.text), sign.isComparison {
        index += 1
        let right: FEELExpression
        if let side = try side() { right = side } else { right = try additive() }
        left = .binary(sign, left, right)
      } else if takes("between") {
        let low = try additive()
        try expect("and")
        left = .between(left, low, try additive())
      } else if takes("in") {
        left = .within(left, try inTests())
      } else {
        operators -= 1
        return left
      }
    }
  }

  mutating func inTests() throws(FEELFault) -> [FEELExpression] {
    if let side = try side() { return [side] }
    guard isSymbol("(") else { return [try additive()] }
    // Parentheses may hold several tests, or be those of a range.
    let start = index
    index += 1
    let first = try test()
    if isSymbol("..") {
      index = start
      return [try additive()]
    }
    var tests = [first]
    while takes(",") { tests.append(try test()) }
    try expect(")")
    return tests
  }

  mutating func additive() throws(FEELFault) -> FEELExpression {
    var left = try multiplicative()
    while isSymbol("+") || isSymbol("-"), let sign = FEELOperator(rawValue: token.text) {
      try countOperator()
      index += 1
      left = .binary(sign, left, try multiplicative())
    }
    return left
  }

  mutating func multiplicative() throws(FEELFault) -> FEELExpression {
    var left = try power()
    while isSymbol("*") || isSymbol("/"), let sign = FEELOperator(rawValue: token.text) {
      try countOperator()
      index += 1
      left = .binary(sign, left, try power())
    }
    return left
  }

  mutating func power() throws(FEELFault) -> FEELExpression {
    var left = try negation()
    while isSymbol("**") {
      try countOperator()
      index += 1
      left = .binary(.power, left, try negation())
    }
    return left
  }

  mutating func negation() throws(FEELFault) -> FEELExpression {
    var count = 0
    while takes("-") {
      try countOperator()
      count += 1
    }
    var value = try instance()
    for _ in 0..<count {
      if case .number(let digits) = value, !digits.hasPrefix("-") {
        value = .number("-" + digits)
      } else {
        value = .minus(value)
      }
    }
    return value
  }

  mutating func instance() throws(FEELFault) -> FEELExpression {
    var value = try postfix()
    while isWord("instance"), tokens[index + 1].text == "of" {
      try countOperator()
      index += 2
      value = .instance(value, try type())
    }
    return value
  }

  mutating func postfix() throws(FEELFault) -> FEELExpression {
    var value = try primary()
    while true {
      if isSymbol(".") {
        try countOperator()
        index += 1
        value = .member(value, try memberName())
      } else if isSymbol("[") {
        if isInRangeEnd, endsRange(index + 1) { return value }
        try countOperator()
        index += 1
        scopes.append(members)
        scopes.append(FEELNames(["item"]))
        let condition = try expression()
        scopes.removeLast(2)
        try expect("]")
        value = .filter(value, condition)
      } else if isSymbol("(") {
        try countOperator()
        value = try call(value)
      } else {
        return value
      }
    }
  }

  /// Whether no expression begins at a token, so that the bracket before it is the end of a range.
  func endsRange(_ position: Int) -> Bool {
    let token = tokens[position]
    switch token.kind {
    case .end: return true
    case .symbol: return [")", ",", "]", "}", "=", ".", "!=", "["].contains(token.text)
    case .word:
      return ["and", "or", "then", "else", "return", "satisfies", "instance", "in"].contains(
        token.text)
    default: return false
    }
  }

  mutating func memberName() throws(FEELFault) -> String {
    if let (name, count) = members.longest(in: tokens, at: index) {
      index += count
      return name
    }
    guard token.kind == .word else { throw unexpected() }
    // A member that the model does not declare: the words up to a word or sign that goes on.
    for name in ["start included", "end included"] {
      let words = name.split(separator: " ").map(String.init)
      if token.text == words[0], tokens[index + 1].text == words[1] {
        index += 2
        return name
      }
    }
    defer { index += 1 }
    return token.text
  }

  mutating func call(_ callee: FEELExpression) throws(FEELFault) -> FEELExpression {
    try expect("(")
    if takes(")") { return .call(callee, []) }
    var named: [(name: String, value: FEELExpression)] = []
    while let name = argumentName() {
      named.append((name, try argument()))
      if !takes(",") { break }
    }
    if !named.isEmpty {
      try expect(")")
      return .namedCall(callee, named)
    }
    var values = [try argument()]
    while takes(",") { values.append(try argument()) }
    try expect(")")
    return .call(callee, values)
  }

  mutating func argument() throws(FEELFault) -> FEELExpression {
    if let side = try side() { return side }
    return try expression()
  }

  /// Reads the name of an argument and its colon; `nil` without them.
  mutating func argumentName() -> String? {
    var position = index
    var words: [String] = []
    while tokens[position].kind == .word || tokens[position].kind == .number {
      words.append(tokens[position].text)
      position += 1
    }
    guard !words.isEmpty, tokens[position].kind == .symbol, tokens[position].text == ":" else {
      return nil
    }
    index = position + 1
    return words.joined(separator: " ")
  }
}

/// What a cell of a decision table tests.
struct FEELUnaryTests: Sendable {
  let tests: [FEELExpression]
  let isNegated: Bool
}
