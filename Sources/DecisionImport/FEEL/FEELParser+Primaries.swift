extension FEELParser {
  mutating func primary() throws(FEELFault) -> FEELExpression {
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

  func knownName() -> (name: String, count: Int)? {
    var best: (name: String, count: Int)?
    for scope in scopes.reversed() {
      if let found = scope.longest(in: tokens, at: index), found.count > best?.count ?? 0 {
        best = found
      }
    }
    return best
  }

  mutating func symbol() throws(FEELFault) -> FEELExpression {
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

  mutating func range(_ open: String, _ low: FEELExpression) throws(FEELFault)
    -> FEELExpression
  {
    isInRangeEnd = true
    let high = try disjunction()
    isInRangeEnd = false
    if takes("]") { return .range(low, high, form: open + "]") }
    if takes(")") || takes("[") { return .range(low, high, form: open + ")") }
    throw unexpected()
  }

  mutating func choice() throws(FEELFault) -> FEELExpression {
    let condition = try expression()
    try expect("then")
    let yes = try expression()
    try expect("else")
    return .choice(condition, yes, try expression())
  }

  mutating func loop() throws(FEELFault) -> FEELExpression {
    let (iterators, count) = try iterators()
    try expect("return")
    scopes.append(FEELNames(["partial"]))
    let result = try expression()
    scopes.removeLast(count + 1)
    return .loop(iterators, result)
  }

  mutating func quantified(isEvery: Bool) throws(FEELFault) -> FEELExpression {
    let (iterators, count) = try iterators()
    try expect("satisfies")
    let condition = try expression()
    scopes.removeLast(count)
    return .quantified(isEvery: isEvery, iterators, condition)
  }

  /// Reads `x in list, y in list`; the names stay in scope.
  mutating func iterators() throws(FEELFault) -> ([FEELIterator], Int) {
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
  mutating func name(until ends: Set<String>) throws(FEELFault) -> String {
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

  mutating func function() throws(FEELFault) -> FEELExpression {
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

  mutating func context() throws(FEELFault) -> FEELExpression {
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

  mutating func type() throws(FEELFault) -> FEELType {
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
