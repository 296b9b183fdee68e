import LuaRules

extension ClassicParser {
  /// Reads the value of a rule; a word without quotes is a key to read.
  mutating func value() throws(ClassicFault) -> ClassicValue {
    if case .word = current.kind, Self.constant(of: current) == nil { return .path(try path()) }
    return .constant(try constant())
  }

  /// Reads a constant, in the syntax of property lists.
  mutating func constant() throws(ClassicFault) -> ClassicConstant {
    switch current.kind {
    case .string(let text):
      advance()
      return .string(text)
    case .integer(let number):
      advance()
      return .integer(number)
    case .number(let number):
      advance()
      return .number(number)
    case .word(let text):
      // In a list, a word without quotes is a string.
      let constant = Self.constant(of: current) ?? .string(text)
      advance()
      return constant
    case .sign("("): return try list()
    case .sign("{"): return try dictionary()
    default: throw expected("a value")
    }
  }

  /// Returns the constant that a word stands for; `nil` if the word is a key.
  static func constant(of token: ClassicToken) -> ClassicConstant? {
    guard case .word(let word) = token.kind else { return nil }
    switch word.lowercased() {
    case "true", "yes": return .boolean(true)
    case "false", "no": return .boolean(false)
    case "nil", "null": return .null
    default: return nil
    }
  }

  private mutating func list() throws(ClassicFault) -> ClassicConstant {
    try goDeeper()
    defer { depth -= 1 }
    advance()
    var elements: [ClassicConstant] = []
    while !current.isSign(")") {
      elements.append(try constant())
      if !skip(",") { break }
    }
    guard skip(")") else { throw expected("`,` or `)`") }
    return .list(elements)
  }

  private mutating func dictionary() throws(ClassicFault) -> ClassicConstant {
    try goDeeper()
    defer { depth -= 1 }
    advance()
    var entries: [ClassicConstant.Entry] = []
    // Lua compares names by their bytes.
    var names: Set<[UInt8]> = []
    while !current.isSign("}") {
      let name: String
      switch current.kind {
      case .word(let text), .string(let text): name = text
      default: throw expected("a name or `}`")
      }
      guard names.insert(Array(name.utf8)).inserted else {
        throw fault("the name `\(name)` is there twice")
      }
      advance()
      guard skip("=") else { throw expected("`=`") }
      entries.append(ClassicConstant.Entry(name: name, value: try constant()))
      guard skip(";") else { throw expected("`;`") }
    }
    advance()
    return .dictionary(entries)
  }

  // MARK: Assignment classes

  /// The conversion of a written value by an assignment class.
  fileprivate enum Assignment {
    case constant, boolean, path
  }

  // Each class with its historical variants.
  private static let assignments: [String: Assignment] = [
    "Assignment": .constant, "RuleAssignment": .constant,
    "BooleanAssignment": .boolean, "BoolAssignment": .boolean, "RuleBoolAssignment": .boolean,
    "KeyValueAssignment": .path, "DelayedKeyValueAssignment": .path, "KeyAssignment": .path,
    "RuleKeyAssignment": .path,
  ]

  /// Reads an assignment class, and returns the value that it makes of a
  /// written value.
  mutating func assign(_ value: ClassicValue) throws(ClassicFault) -> ClassicValue {
    advance()
    if isNextRule { throw expected("an assignment class") }
    let start = current
    // The name may have a prefix: `[WO:com.webobjects.directtoweb.Assignment]`.
    if case .word = start.kind, following.isSign(":") {
      advance()
      advance()
    }
    guard case .word(let text) = current.kind else { throw expected("an assignment class") }
    let name = String(text.split(separator: ".").last ?? "")
    guard let assignment = Self.assignments[name] else {
      let names = Self.assignments.keys.sorted()
      let meant = RuleError.likelyName(for: name, among: names)
      throw fault(
        "the assignment class `\(text)` has no equivalent",
        hint: meant.map { "did you mean `\($0)`?" }
          ?? "write the rule by hand, or name one of \(names.joined(separator: ", "))")
    }
    let result = try value.assigned(assignment, at: start.position)
    advance()
    guard skip("]") else { throw expected("`]`") }
    return result
  }
}

extension ClassicValue {
  fileprivate func assigned(
    _ assignment: ClassicParser.Assignment, at position: ClassicPosition
  ) throws(ClassicFault) -> ClassicValue {
    switch (assignment, self) {
    case (.constant, _), (.boolean, .constant(.boolean)), (.path, .path): return self
    case (.boolean, .constant(.integer(0))): return .constant(.boolean(false))
    case (.boolean, .constant(.integer(1))): return .constant(.boolean(true))
    case (.boolean, .constant(.string(let text))):
      switch text.lowercased() {
      case "true", "yes", "1": return .constant(.boolean(true))
      case "false", "no", "0": return .constant(.boolean(false))
      default: break
      }
    case (.path, .constant(.string(let text))):
      let steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if let problem = ClassicParser.problem(of: text, steps) {
        throw ClassicFault(message: problem, position: position)
      }
      if !steps.contains(""), !text.contains("@") { return .path(ClassicPath(steps: steps)) }
    default: break
    }
    throw ClassicFault(
      message: assignment == .boolean
        ? "this assignment class takes true or false"
        : "this assignment class takes a path of keys",
      position: position)
  }
}
