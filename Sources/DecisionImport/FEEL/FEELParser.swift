/// Reads expressions and unary tests.
struct FEELParser {
  /// How deep expressions may be nested, and how many operators one may have; both are far from what the stack holds.
  private static let (depthLimit, operatorLimit) = (40, 150)
  /// How long an expression may be.
  static let lengthLimit = 100_000

  private static let keywords: Set<String> = [
    "if", "then", "else", "for", "in", "return", "some", "every", "satisfies", "and", "or",
    "between", "instance", "function", "true", "false", "null", "external",
  ]

  private var tokens: [FEELToken] = []
  private var index = 0
  private var depth = 0
  private var operators = 0
  /// Whether a `[` may close a range instead of beginning a filter.
  private var isInRangeEnd = false
  private var scopes: [FEELNames]
  private var members: FEELNames
  private let types: [String: FEELType]
  private let typeNames: FEELNames

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

  private mutating func begin(_ source: String) throws(FEELFault) {
    guard source.utf8.count <= Self.lengthLimit else {
      throw FEELFault(message: "the expression is too long")
    }
    tokens = try FEELTokens.of(source)
    (index, depth, operators, isInRangeEnd) = (0, 0, 0, false)
    scopes = [scopes[0]]
  }

  private func end() throws(FEELFault) {
    guard token.kind == .end else { throw unexpected() }
  }

  /// Whether the parenthesis closes with the last token.
  private func closesAtEnd(_ start: Int) -> Bool {
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

  private var token: FEELToken { tokens[index] }

  private func isSymbol(_ text: String) -> Bool { token.kind == .symbol && token.text == text }

  private func isWord(_ text: String) -> Bool { token.kind == .word && token.text == text }

  private mutating func takes(_ text: String) -> Bool {
    guard token.kind == .symbol || token.kind == .word, token.text == text else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ text: String) throws(FEELFault) {
    guard takes(text) else {
      throw FEELFault(
        message: token.kind == .end
          ? "`\(text)` is missing at the end" : "`\(text)` is missing before `\(token.text)`",
        offset: token.offset)
    }
  }

  private func unexpected() -> FEELFault {
    FEELFault(
      message: token.kind == .end
        ? "the expression ends too early" : "`\(token.text)` is not understood here",
      offset: token.offset)
  }

  private mutating func countOperator() throws(FEELFault) {
    operators += 1
    guard operators <= Self.operatorLimit else {
      throw FEELFault(message: "the expression has too many operators", offset: token.offset)
    }
  }

  // MARK: Tests

  private mutating func tests() throws(FEELFault) -> [FEELExpression] {
    var tests = [try test()]
    while takes(",") { tests.append(try test()) }
    return tests
  }

  private mutating func test() throws(FEELFault) -> FEELExpression {
    if let side = try side() { return side }
    return try expression()
  }

  /// Reads `< 5` and the like.
  private mutating func side() throws(FEELFault) -> FEELExpression? {
    guard token.kind == .symbol, let sign = FEELOperator(rawValue: token.text), sign.isComparison
    else { return nil }
    index += 1
    return .side(sign, try additive())
  }

  // MARK: Expressions

  private mutating func expression() throws(FEELFault) -> FEELExpression {
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

  private mutating func disjunction() throws(FEELFault) -> FEELExpression {
    var left = try conjunction()
    while takes("or") {
      try countOperator()
      left = .binary(.or, left, try conjunction())
    }
    return left
  }

  private mutating func conjunction() throws(FEELFault) -> FEELExpression {
    var left = try comparison()
    while takes("and") {
      try countOperator()
      left = .binary(.and, left, try comparison())
    }
    return left
  }

  private mutating func comparison() throws(FEELFault) -> FEELExpression {
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

  private mutating func inTests() throws(FEELFault) -> [FEELExpression] {
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

  private mutating func additive() throws(FEELFault) -> FEELExpression {
    var left = try multiplicative()
    while isSymbol("+") || isSymbol("-"), let sign = FEELOperator(rawValue: token.text) {
      try countOperator()
      index += 1
      left = .binary(sign, left, try multiplicative())
    }
    return left
  }

  private mutating func multiplicative() throws(FEELFault) -> FEELExpression {
    var left = try power()
    while isSymbol("*") || isSymbol("/"), let sign = FEELOperator(rawValue: token.text) {
      try countOperator()
      index += 1
      left = .binary(sign, left, try power())
    }
    return left
  }

  private mutating func power() throws(FEELFault) -> FEELExpression {
    var left = try negation()
    while isSymbol("**") {
      try countOperator()
      index += 1
      left = .binary(.power, left, try negation())
    }
    return left
  }

  private mutating func negation() throws(FEELFault) -> FEELExpression {
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

  private mutating func instance() throws(FEELFault) -> FEELExpression {
    var value = try postfix()
    while isWord("instance"), tokens[index + 1].text == "of" {
      try countOperator()
      index += 2
      value = .instance(value, try type())
    }
    return value
  }

  private mutating func postfix() throws(FEELFault) -> FEELExpression {
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
  private func endsRange(_ position: Int) -> Bool {
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

  private mutating func memberName() throws(FEELFault) -> String {
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

  private mutating func call(_ callee: FEELExpression) throws(FEELFault) -> FEELExpression {
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

  private mutating func argument() throws(FEELFault) -> FEELExpression {
    if let side = try side() { return side }
    return try expression()
  }

  /// Reads the name of an argument and its colon; `nil` without them.
  private mutating func argumentName() -> String? {
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

  // MARK: Primaries

  private mutating func primary() throws(FEELFault) -> FEELExpression {
    let start = token
    switch start.kind {
    case .number:
      index += 1
      return .number(start.text)
    case .text:
      index += 1
      return .text(start.text)
    case .symbol: return try symbol()
    case .end: throw unexpected()
    case .word: break
    }
    if let (name, count) = knownName(), count > 1 || !Self.keywords.contains(name) {
      index += count
      return .name(name)
    }
    index += 1
    switch start.text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    case "if": return try choice()
    case "for": return try loop()
    case "some": return try quantified(isEvery: false)
    case "every": return try quantified(isEvery: true)
    case "function": return try function()
    default: break
    }
    guard !Self.keywords.contains(start.text) else {
      index -= 1
      throw unexpected()
    }
    return .name(start.text)
  }

  private func knownName() -> (name: String, count: Int)? {
    var best: (name: String, count: Int)?
    for scope in scopes.reversed() {
      if let found = scope.longest(in: tokens, at: index), found.count > best?.count ?? 0 {
        best = found
      }
    }
    return best
  }

  private mutating func symbol() throws(FEELFault) -> FEELExpression {
    let start = token
    index += 1
    switch start.text {
    case "[":
      if takes("]") { return .list([]) }
      let first = try argument()
      if takes("..") { return try range("[", first) }
      var values = [first]
      while takes(",") { values.append(try argument()) }
      try expect("]")
      return .list(values)
    case "(":
      if let side = try side() {
        try expect(")")
        return side
      }
      let value = try expression()
      if takes("..") { return try range("(", value) }
      try expect(")")
      return value
    case "]":
      let value = try expression()
      try expect("..")
      return try range("(", value)
    case "{": return try context()
    case "@":
      if token.kind == .text {
        index += 1
        return .call(.name("@"), [.text(tokens[index - 1].text)])
      }
      throw FEELFault(
        message: "`@` begins a date, a time or a duration, which cannot be converted",
        offset: start.offset)
    default:
      index -= 1
      throw unexpected()
    }
  }

  private mutating func range(_ open: String, _ low: FEELExpression) throws(FEELFault)
    -> FEELExpression
  {
    isInRangeEnd = true
    let high = try disjunction()
    isInRangeEnd = false
    if takes("]") { return .range(low, high, form: open + "]") }
    if takes(")") || takes("[") { return .range(low, high, form: open + ")") }
    throw unexpected()
  }

  private mutating func choice() throws(FEELFault) -> FEELExpression {
    let condition = try expression()
    try expect("then")
    let yes = try expression()
    try expect("else")
    return .choice(condition, yes, try expression())
  }

  private mutating func loop() throws(FEELFault) -> FEELExpression {
    let (iterators, count) = try iterators()
    try expect("return")
    scopes.append(FEELNames(["partial"]))
    let result = try expression()
    scopes.removeLast(count + 1)
    return .loop(iterators, result)
  }

  private mutating func quantified(isEvery: Bool) throws(FEELFault) -> FEELExpression {
    let (iterators, count) = try iterators()
    try expect("satisfies")
    let condition = try expression()
    scopes.removeLast(count)
    return .quantified(isEvery: isEvery, iterators, condition)
  }

  /// Reads `x in list, y in list`; the names stay in scope.
  private mutating func iterators() throws(FEELFault) -> ([FEELIterator], Int) {
    var iterators: [FEELIterator] = []
    repeat {
      let name = try name(until: ["in"])
      try expect("in")
      var values = try expression()
      if takes("..") { values = .steps(values, try expression()) }
      iterators.append(FEELIterator(name: name, values: values))
      scopes.append(FEELNames([name]))
    } while takes(",")
    return (iterators, iterators.count)
  }

  /// Reads the words up to one of some signs.
  private mutating func name(until ends: Set<String>) throws(FEELFault) -> String {
    let start = token
    var name = ""
    var last = start.offset
    while token.kind != .end, token.kind != .text, !ends.contains(token.text) {
      if !name.isEmpty, token.offset > last { name += " " }
      name += token.text
      last = token.end
      index += 1
    }
    guard !name.isEmpty else {
      throw FEELFault(message: "a name is missing", offset: start.offset)
    }
    return name
  }

  private mutating func function() throws(FEELFault) -> FEELExpression {
    try expect("(")
    var parameters: [FEELParameter] = []
    if !takes(")") {
      repeat {
        let name = try name(until: [",", ":", ")"])
        let type = takes(":") ? try self.type() : .any
        parameters.append(FEELParameter(name: name, type: type))
      } while takes(",")
      try expect(")")
    }
    if isWord("external") {
      throw FEELFault(message: "an external function cannot be converted", offset: token.offset)
    }
    scopes.append(FEELNames(parameters.map(\.name)))
    let body = try expression()
    scopes.removeLast()
    return .function(parameters, body)
  }

  private mutating func context() throws(FEELFault) -> FEELExpression {
    var entries: [FEELEntry] = []
    scopes.append(FEELNames())
    defer { scopes.removeLast() }
    if takes("}") { return .context([], result: nil) }
    repeat {
      let key: String
      if token.kind == .text {
        key = token.text
        index += 1
      } else {
        key = try name(until: [":", ",", "}"])
      }
      try expect(":")
      guard !entries.contains(where: { $0.name == key }) else {
        throw FEELFault(message: "the context has `\(key)` twice", offset: token.offset)
      }
      entries.append(FEELEntry(name: key, value: try expression()))
      scopes[scopes.count - 1].add(key)
      members.add(key)
    } while takes(",")
    try expect("}")
    return .context(entries, result: nil)
  }

  // MARK: Types

  private mutating func type() throws(FEELFault) -> FEELType {
    depth += 1
    defer { depth -= 1 }
    let start = token
    guard depth <= Self.depthLimit, let (name, count) = typeNames.longest(in: tokens, at: index)
    else {
      throw FEELFault(message: "`\(start.text)` is no type that is known", offset: start.offset)
    }
    index += count
    if let type = types[name] { return type }
    guard isSymbol("<") else {
      guard let type = FEELType(word: name) else { throw unexpected() }
      return type
    }
    index += 1
    switch name {
    case "list", "range":
      let element = try type()
      try expect(">")
      return name == "list" ? .list(element) : .range(element)
    case "context":
      var members: [FEELMember] = []
      repeat {
        let member = try self.name(until: [":", ">"])
        try expect(":")
        members.append(FEELMember(name: member, type: try type()))
      } while takes(",")
      try expect(">")
      return .context(members)
    case "function":
      if !isSymbol(">") {
        repeat { _ = try type() } while takes(",")
      }
      try expect(">")
      try expect("->")
      _ = try type()
      return .temporal("function with certain parameters")
    default: throw unexpected()
    }
  }
}

/// What a cell of a decision table tests.
struct FEELUnaryTests: Sendable {
  let tests: [FEELExpression]
  let isNegated: Bool
}
