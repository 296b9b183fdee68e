import LuaBridge

extension Grant {
  private static let fieldNames = [
    "accept", "assign", "complexity", "functions", "priority", "read",
  ]

  /// Creates a grant from the text of a JSON object.
  ///
  /// ```json
  /// {"assign": ["theme"], "read": ["todo", "user.name"], "functions": [], "priority": 100}
  /// ```
  ///
  /// A priority may be written as its name, as in rules. Fields that are left
  /// out do not limit anything.
  ///
  /// - Throws: ``RuleError`` with code `bad-grant`.
  public init(json: String, name: String = "grant") throws(RuleError) {
    let place = SourceLocation(file: name)
    let value: LuaValue
    do {
      value = try JSON.read(json)
    } catch {
      throw RuleError(
        .badGrant, error.message, at: SourceLocation(file: name, line: error.line))
    }
    // `[]` and `{}` are the same value; `{}` is a grant of everything, `[]` is a mistake.
    let isList = json.drop { !"[{".contains($0) }.first == "["
    do throws(RuleError) {
      if isList { throw RuleError(.badGrant, "a grant is an object, not a list") }
      try self.init(value)
    } catch {
      var error = error
      error.location = place
      throw error
    }
  }

  private init(_ value: LuaValue) throws(RuleError) {
    guard case .table(let table) = value, table.elements.isEmpty else {
      throw RuleError(.badGrant, "a grant is an object, not \(value.typeName)")
    }
    self.init()
    for (field, value) in table.fields {
      switch field {
      case "accept": accept = try Self.accepted(value)
      case "assign": assign = Names(try Self.list(value, of: field))
      case "read": read = Names(try Self.list(value, of: field))
      case "functions": functions = Set(try Self.list(value, of: field))
      case "priority": priority = try Self.priority(value)
      case "complexity": complexity = try Self.number(value, of: field)
      default:
        throw RuleError(
          .badGrant, "unknown field \(LuaValue.string(field).literal) in a grant",
          hint: Spelling.suggestion(for: field, among: Self.fieldNames)
            .map { "did you mean `\($0)`?" } ?? "grants have " + Self.fieldNames.listed)
      }
    }
    if let problem { throw problem }
  }

  private static func list(_ value: LuaValue, of field: String) throws(RuleError) -> [String] {
    guard case .table(let table) = value, table.fields.isEmpty else {
      throw RuleError(.badGrant, "`\(field)` is \(value.literal); expected a list of names")
    }
    var names: [String] = []
    for element in table.elements {
      guard case .string(let name) = element else {
        throw RuleError(.badGrant, "`\(field)` has \(element.literal) in it; expected names")
      }
      names.append(name)
    }
    return names
  }

  private static func number(_ value: LuaValue, of field: String) throws(RuleError) -> Int {
    guard case .integer(let integer) = value, let number = Int(exactly: integer) else {
      throw RuleError(.badGrant, "`\(field)` is \(value.literal); expected an integer")
    }
    return number
  }

  private static func accepted(_ value: LuaValue) throws(RuleError) -> ExecutionPolicy {
    if case .string(let name) = value, let accepted = ExecutionPolicy(rawValue: name) {
      return accepted
    }
    throw RuleError(
      .badGrant,
      "`accept` is \(value.literal); expected "
        + ExecutionPolicy.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
  }

  private static func priority(_ value: LuaValue) throws(RuleError) -> Int {
    guard case .string(let name) = value else { return try number(value, of: "priority") }
    guard let priority = Priority(name: name) else {
      throw RuleError(
        .badGrant,
        "`priority` is \(value.literal); expected an integer, or one of "
          + Priority.names.map(\.name).joined(separator: ", "))
    }
    return priority.rawValue
  }

  /// The grant as the text of a JSON object that can be read back.
  public var json: String {
    var table = LuaTable.emptyObject
    func add(_ field: String, _ names: [String]?) {
      guard let names else { return }
      let list = names.map { LuaValue.string($0) }
      table.fields.append((field, .table(LuaTable(elements: list))))
    }
    if accept != .anyLua { table.fields.append(("accept", .string(accept.rawValue))) }
    add("assign", assign.names?.sortedByBytes())
    table.fields.append(("complexity", .integer(Int64(complexity))))
    add("functions", functions?.sortedByBytes())
    table.fields.append(("priority", .integer(Int64(priority))))
    add("read", read.names?.sortedByBytes())
    return (try? JSON.write(.table(table))) ?? "{}"
  }
}
