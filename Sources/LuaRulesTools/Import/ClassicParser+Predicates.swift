import LuaRules

extension ClassicParser {
  /// Reads a condition: NOT binds more tightly than AND, and AND more tightly
  /// than OR.
  mutating func predicate() throws(ClassicFault) -> ClassicPredicate {
    var parts = [try conjunction()]
    while current.isWord("or") || current.isSign("||") {
      advance()
      parts.append(try conjunction())
    }
    return ClassicPredicate.any(of: parts)
  }

  private mutating func conjunction() throws(ClassicFault) -> ClassicPredicate {
    var parts = [try negation()]
    while current.isWord("and") || current.isSign("&&") {
      advance()
      parts.append(try negation())
    }
    return ClassicPredicate.all(of: parts)
  }

  private mutating func negation() throws(ClassicFault) -> ClassicPredicate {
    guard current.isWord("not") || current.isSign("!") else { return try condition() }
    try goDeeper()
    defer { depth -= 1 }
    advance()
    return .not(try negation())
  }

  private mutating func condition() throws(ClassicFault) -> ClassicPredicate {
    if skip("*true*") { return .constant(true) }
    if skip("*false*") { return .constant(false) }
    if current.isSign("(") {
      try goDeeper()
      defer { depth -= 1 }
      advance()
      let inner = try predicate()
      guard skip(")") else { throw expected("`)`, AND, or OR") }
      return inner
    }
    guard case .word = current.kind else {
      throw expected(
        "a condition",
        hint: current.isSign("{")
          ? "a property list of rules has to be written as text first: `condition => key = value`"
          : nil)
    }
    if current.isWord("true", "false"), following.isSign("=>") || following.isSign(")") {
      let isTrue = current.isWord("true")
      advance()
      return .constant(isTrue)
    }
    return try comparison(of: try path())
  }

  /// Reads a key with its members.
  mutating func path() throws(ClassicFault) -> ClassicPath {
    guard case .word(let word) = current.kind else { throw expected("a key") }
    let steps = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if word.contains("@") {
      throw fault(
        "`\(word)`: operators in paths have no equivalent", hint: "write the rule by hand")
    }
    guard !steps.contains("") else {
      throw fault("`\(word)` is no path", hint: "names have one dot between them")
    }
    if let problem = Self.problem(of: word, steps) { throw fault(problem) }
    advance()
    return ClassicPath(steps: steps)
  }

  /// Returns the error of a path that rules cannot name; `nil` for a valid
  /// path.
  ///
  /// Each name of a path is tested before the next one, so a long path would
  /// become a large rule.
  static func problem(of path: String, _ steps: [String]) -> String? {
    NamePath.problem(of: path)?.hint.map { hint in
      "`\(steps.prefix(3).joined(separator: ".").prefix(60))…` is no path: \(hint)"
    }
  }

  private mutating func comparison(of path: ClassicPath) throws(ClassicFault) -> ClassicPredicate {
    if case .sign(let sign) = current.kind, let comparison = Self.comparisons[sign] {
      advance()
      let start = current
      let operand = try operand()
      if case .constant(let constant) = operand, comparison.isOrdering, !constant.isOrdered {
        throw ClassicFault(
          message: "expected a number, a string or a key, found \(start.name)",
          position: start.position)
      }
      return .compares(path, comparison, operand)
    }
    if current.isWord("like", "caseinsensitivelike") {
      let ignoresCase = current.isWord("caseinsensitivelike")
      advance()
      guard case .string(let pattern) = current.kind else { throw expected("a string") }
      advance()
      return .isLike(path, pattern, ignoresCase: ignoresCase)
    }
    if current.isWord("in") {
      advance()
      return try membership(of: path)
    }
    if case .word(let word) = current.kind, !current.isWord("and", "or") {
      let known = ["like", "caseInsensitiveLike", "in", "and", "or"]
      let meant = RuleError.likelyName(for: word, among: known)
      throw fault(
        "unknown operator `\(word)`",
        hint: meant.map { "did you mean `\($0)`?" }
          ?? "there are =, !=, <, <=, >, >=, LIKE, caseInsensitiveLike and IN")
    }
    // A key alone must be true.
    return .compares(path, .equal, .constant(.boolean(true)))
  }

  private mutating func membership(of path: ClassicPath) throws(ClassicFault) -> ClassicPredicate {
    if case .word = current.kind { return .isIn(path, try self.path()) }
    let closing = current.isSign("{") ? "}" : ")"
    guard skip("(") || skip("{") else {
      throw expected("a list in parentheses, or a key")
    }
    var constants: [ClassicConstant] = []
    while !current.isSign(closing) {
      let start = current
      let constant = try constant()
      guard constant.isScalar else {
        throw ClassicFault(
          message: "IN compares with strings, numbers, true, false and nil only",
          position: start.position)
      }
      constants.append(constant)
      if !skip(",") { break }
    }
    guard skip(closing) else { throw expected("`,` or `\(closing)`") }
    return .isOneOf(path, constants)
  }

  private mutating func operand() throws(ClassicFault) -> ClassicOperand {
    if isNextComparison { throw expected("a string, a number or a key") }
    if case .word = current.kind, Self.constant(of: current) == nil { return .path(try path()) }
    let start = current
    if start.isSign("(") || start.isSign("{") {
      throw fault(
        "expected a string, a number or a key, found \(start.name)",
        hint: "one of several values is `key IN ('a', 'b')`")
    }
    return .constant(try constant())
  }

  mutating func goDeeper() throws(ClassicFault) {
    guard depth < Self.greatestDepth else {
      throw fault("the rule is nested deeper than \(Self.greatestDepth) levels")
    }
    depth += 1
  }

  static let comparisons: [String: ClassicPredicate.Comparison] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    ">": .greater, ">=": .greaterOrEqual,
  ]
}

extension ClassicPredicate {
  /// Returns the conjunction, with nested conjunctions flattened.
  static func all(of parts: [ClassicPredicate]) -> ClassicPredicate {
    if parts.count == 1 { return parts[0] }
    return .all(parts.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } })
  }

  /// Returns the disjunction, with nested disjunctions flattened.
  static func any(of parts: [ClassicPredicate]) -> ClassicPredicate {
    if parts.count == 1 { return parts[0] }
    return .any(parts.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } })
  }
}

extension ClassicConstant {
  fileprivate var isOrdered: Bool {
    switch self {
    case .integer, .number, .string: true
    default: false
    }
  }
}
