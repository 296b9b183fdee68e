import LuaSyntax

/// What the tables and the functions of a file are for.
struct FileRoles {
  /// What the names in a table are.
  enum TableRole: Equatable {
    /// Fields of rules or of tests.
    case fields
    /// The names of keys, or of members below a path.
    case path([String])
    /// Members of the module.
    case module
    /// Names that only this file uses.
    case own
    case unknown
  }

  private(set) var tables: [Int: TableRole] = [:]
  /// The functions whose first parameter is the context.
  private(set) var contextFunctions: Set<Int> = []
  /// The chains that stand where a rule has a function.
  private(set) var functionChains: Set<Int> = []
  /// The calls that stand where a rule has a function: `when = has "admin"`.
  private(set) var functionCalls: Set<Int> = []
  /// The local variables that are functions.
  private(set) var bindings: [Int: Int] = [:]
  /// The functions that are members of the module, with their names, and whether they are called
  /// with `:`.
  private(set) var members: [Int: String] = [:]
  /// The calls by the chain that is called.
  private(set) var calls: [Int: Int] = [:]
  /// The local functions that the module returns as members, with the names of these.
  private(set) var exported: [Int: [String]] = [:]
  /// The chains that make these functions members.
  private(set) var exports: Set<Int> = []
  /// The variable that the file returns as its module.
  private(set) var module: Int?
  /// The tokens of names with their tables.
  private(set) var fields: [Int: Int] = [:]
  /// The tables in contexts of tests, and in patterns, that are written elsewhere: the first token of
  /// such a value, and its path.
  private(set) var distant: [(token: Int, path: [String])] = []
  /// Whether values are added that a test gives, or a pattern compares.
  private var isContext = false
  private let file: EditedFile
  /// Whether the rules of a key are joined in a list.
  private let isJoined: (String) -> Bool

  private var syntax: SyntaxTree { file.outline.syntax }

  init(_ file: EditedFile, isJoined: @escaping (String) -> Bool) {
    self.file = file
    self.isJoined = isJoined
    for (number, call) in syntax.calls.enumerated() {
      if let chain = call.chain { calls[chain] = number }
    }
    for (number, binding) in syntax.bindings.enumerated() {
      if case .function(let function)? = binding.value, !syntax.assigned.contains(number) {
        bindings[function] = number
      }
    }
    for (number, table) in syntax.tables.enumerated() {
      for field in table.fields { if let name = field.name { fields[name] = number } }
    }
    isContext = file.outline.isTestFile
    if isContext { addTests() } else { addRules() }
    isContext = false
    addModule()
    addOwnTables()
  }

  /// Returns what the names in a table are.
  func role(ofTable table: Int) -> TableRole { tables[table] ?? .unknown }

  private mutating func assign(_ role: TableRole, to table: Int) {
    tables[table] = tables[table].map { $0 == role ? role : .unknown } ?? role
  }

  // MARK: Values at a path

  /// Adds a value of the context, or of a rule: names in its tables are members below the path.
  private mutating func add(_ value: SyntaxTree.Value, at path: [String]) {
    switch value {
    case .table(let table):
      // What is at two paths is unknown, and so is all that is in it.
      if tables[table] == .path(path) || tables[table] == .unknown { return }
      assign(.path(path), to: table)
      for field in syntax.tables[table].fields {
        guard let name = field.name else {
          add(field.value, at: path + [RuleFileOutline.element])
          continue
        }
        add(field.value, at: path + LuaPlace.names(syntax.text(name)))
      }
    case .chain(let chain):
      if let table = ownTable(chain) {
        add(.table(table), at: path)
      } else if isContext, syntax.chains[chain].use.binding != nil {
        distant.append((syntax.chains[chain].use.token, path))
      }
    case .call(let call) where isContext:
      distant.append((syntax.calls[call].open, path))
    case .either(let values): for value in values { add(value, at: path) }
    default: break
    }
  }

  /// The table of a local variable that is named alone.
  private func ownTable(_ chain: Int) -> Int? {
    let chain = syntax.chains[chain]
    guard chain.steps.isEmpty, let binding = chain.use.binding,
      !syntax.assigned.contains(binding), case .table(let table)? = syntax.bindings[binding].value
    else { return nil }
    return table
  }

  /// Adds a function of a rule; what it returns is at a path.
  private mutating func addFunction(_ value: SyntaxTree.Value, returning path: [String]?) {
    var function: Int?
    switch value {
    case .function(let number): function = number
    case .chain(let chain):
      functionChains.insert(chain)
      let chain = syntax.chains[chain]
      // What a variable is given later may be called with anything.
      if chain.steps.isEmpty, let binding = chain.use.binding, !syntax.assigned.contains(binding),
        case .function(let number)? = syntax.bindings[binding].value
      {
        function = number
      }
    case .call(let call): functionCalls.insert(call)
    default: return
    }
    guard let function else { return }
    contextFunctions.insert(function)
    guard let path else { return }
    for value in syntax.functions[function].returns { add(value, at: path) }
  }

  // MARK: Rules

  private mutating func addRules() {
    for rule in file.outline.rules {
      assign(.fields, to: rule.table)
      if let when = syntax.field("when", of: rule.table)?.value {
        if case .table = when { isContext = true }
        add(when, at: [])
        isContext = false
        addFunction(when, returning: nil)
      }
      if let value = syntax.field("value", of: rule.table)?.value {
        addAnswer(value, of: rule.key)
      }
      if case .table(let set)? = syntax.field("set", of: rule.table)?.value {
        assign(.path([]), to: set)
        for field in syntax.tables[set].fields {
          addAnswer(field.value, of: field.name.map { syntax.text($0) })
        }
      }
      if let outputs = rule.parent.map({ file.outline.rules[$0].outputs }), !outputs.isEmpty {
        let cells = syntax.tables[rule.table].fields.filter { $0.name == nil }
        for (cell, key) in zip(cells.suffix(outputs.count), outputs) {
          addAnswer(cell.value, of: key)
        }
      }
    }
  }

  private mutating func addAnswer(_ value: SyntaxTree.Value, of key: String?) {
    var path = key.map(LuaPlace.names)
    if let key, isJoined(key) { path?.append(RuleFileOutline.element) }
    if let path { add(value, at: path) }
    addFunction(value, returning: path)
  }

  // MARK: Tests

  private mutating func addTests() {
    if let root = syntax.returnedTable { addParts(ofTest: root) }
    for test in file.outline.tests { addParts(ofTest: test.table) }
  }

  private mutating func addParts(ofTest table: Int) {
    assign(.fields, to: table)
    var columns: [String] = []
    for field in syntax.tables[table].fields {
      guard let name = field.name else { continue }
      switch syntax.text(name) {
      case "context", "expect", "errors": add(field.value, at: [])
      case "host": if case .table(let host) = field.value { assign(.own, to: host) }
      default: break
      }
    }
    for name in ["given", "expect"] {
      guard case .table(let list)? = syntax.field(name, of: table)?.value else { continue }
      columns += syntax.tables[list].fields.map { field in
        if case .string(let token) = field.value { syntax.text(token) } else { "" }
      }
    }
    guard syntax.field("given", of: table) != nil,
      case .table(let rows)? = syntax.field("cases", of: table)?.value
    else { return }
    for row in syntax.tables[rows].fields {
      guard case .table(let cells) = row.value else { continue }
      for (column, cell) in zip(columns, syntax.tables[cells].fields) {
        add(cell.value, at: LuaPlace.names(column))
      }
    }
  }

  // MARK: Modules and tables of the file

  private mutating func addModule() {
    switch syntax.returned {
    case .chain(let chain)?:
      guard let table = ownTable(chain) else { return }
      module = syntax.chains[chain].use.binding
      if tables[table] == nil { addMembers(of: table) }
    case .table(let table)? where tables[table] == nil: addMembers(of: table)
    default: break
    }
    for (chain, value) in syntax.memberValues {
      let chain = syntax.chains[chain]
      guard chain.use.binding == module, module != nil, chain.steps.count == 1,
        let token = chain.steps[0].token, !chain.steps[0].isMethod
      else { continue }
      addMember(syntax.text(token), value)
    }
  }

  private mutating func addMembers(of table: Int) {
    assign(.module, to: table)
    for field in syntax.tables[table].fields {
      if let name = field.name { addMember(syntax.text(name), field.value) }
    }
  }

  private mutating func addMember(_ name: String, _ value: SyntaxTree.Value) {
    switch value {
    case .function(let function): members[function] = name
    case .chain(let chain):
      let use = syntax.chains[chain]
      if use.steps.isEmpty, let binding = use.use.binding {
        exported[binding, default: []].append(name)
        exports.insert(chain)
      }
    default: break
    }
  }

  /// Adds the tables of local variables that stay in the file.
  private mutating func addOwnTables() {
    var escaping: Set<Int> = []
    for (number, chain) in syntax.chains.enumerated() {
      guard let binding = chain.use.binding, chain.steps.isEmpty else { continue }
      if calls[number] == nil, !isSearched(number) { escaping.insert(binding) }
    }
    for (number, binding) in syntax.bindings.enumerated() {
      guard case .table(let table)? = binding.value, tables[table] == nil,
        !escaping.contains(number), !syntax.assigned.contains(number)
      else { continue }
      addOwn(table)
    }
  }

  private mutating func addOwn(_ table: Int) {
    assign(.own, to: table)
    for field in syntax.tables[table].fields {
      if case .table(let inner) = field.value { addOwn(inner) }
    }
  }

  /// Whether a chain is only counted or walked through: `#list`, `ipairs(list)`.
  private func isSearched(_ chain: Int) -> Bool {
    let token = syntax.chains[chain].use.token
    guard token > 1 else { return false }
    if syntax.tokens[token - 1].is("#") { return true }
    guard syntax.tokens[token - 1].is("("), let callee = syntax.use(atToken: token - 2) else {
      return false
    }
    return callee.binding == nil && ["ipairs", "pairs"].contains(syntax.text(callee.token))
  }
}
