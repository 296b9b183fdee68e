import LuaBridge
import LuaRules

/// The Lua rule file made from classic rules.
struct ImportedFile {
  private let rules: [ClassicRule]
  private let lastComments: [String]
  private let name: String

  init(_ rules: [ClassicRule], lastComments: [String], name: String) {
    self.rules = rules
    self.lastComments = lastComments
    self.name = name
  }

  /// Returns the text of the file.
  ///
  /// - Parameter complexities: The complexities to write, by the number of the
  ///   rule.
  /// - Returns: Lua source.
  func text(complexities: [Int: Int] = [:]) -> String {
    var writer = LuaConditionWriter()
    var body = ""
    for (number, rule) in rules.enumerated() {
      let fields = fields(of: rule, complexity: complexities[number], &writer)
      // An empty line separates a rule with a comment from the rule before it.
      if !rule.comments.isEmpty, number > 0 { body += "\n" }
      for comment in rule.comments { body += "  --\(Self.comment(comment))\n" }
      // The comma needs a column, too.
      body += "  \(LuaLayout.table(fields).written(indent: 2, used: 3)),\n"
    }
    for comment in lastComments { body += "  --\(Self.comment(comment))\n" }
    let functions = LuaLocalFunction.allCases.filter(writer.functions.contains)
    let head = "--- Imported from\(Self.comment(name)).\n\n"
    return head + functions.map { $0.source + "\n" }.joined()
      + "---@type Rules\nreturn {\n\(body)}\n"
  }

  private func fields(
    of rule: ClassicRule, complexity: Int?, _ writer: inout LuaConditionWriter
  ) -> [LuaLayout.Field] {
    var fields = [LuaLayout.Field("key", .text(LuaText.quoted(rule.key)))]
    if let condition = condition(of: rule, &writer) {
      fields.append(LuaLayout.Field("when", condition))
    }
    switch rule.value {
    case .constant(let constant): fields.append(LuaLayout.Field("value", constant.layout))
    case .path(let path):
      fields.append(LuaLayout.Field("value", writer.function(giving: path)))
    }
    if let priority = rule.priority {
      fields.append(LuaLayout.Field("priority", .text(priority)))
    }
    if let complexity {
      fields.append(LuaLayout.Field("complexity", .text(String(complexity))))
    }
    return fields
  }

  private func condition(
    of rule: ClassicRule, _ writer: inout LuaConditionWriter
  ) -> LuaLayout? {
    switch rule.predicate {
    case .constant(true): nil
    case .constant(false): .text("false")
    case let predicate: predicate.pattern ?? writer.function(for: predicate)
    }
  }

  private static func comment(_ text: String) -> String {
    " " + String(text.map { $0.isNewline ? " " : $0 })
  }

  // MARK: Complexities

  /// Returns the complexities that differ from those that the engine would
  /// compute.
  ///
  /// They are the complexities of the original conditions, without the extra
  /// tests for missing values.
  func complexitiesToWrite() throws(RuleError) -> [Int: Int] {
    var writer = LuaConditionWriter(isGuarded: false)
    var probes = ""
    for rule in rules {
      let condition =
        switch rule.predicate {
        case .constant(let flag): flag ? "true" : "false"
        case let predicate: writer.function(for: predicate).written()
        }
      probes += "  { key = \"k\", when = \(condition), value = true },\n"
    }
    let functions = writer.functions.map(\.source).joined()
    let wanted = try Self.complexities(in: "\(functions)return {\n\(probes)}\n", name: name)
    let counted = try Self.complexities(in: text(), name: name)
    var result: [Int: Int] = [:]
    for (number, complexity) in wanted.enumerated() where counted[number] != complexity {
      result[number] = complexity
    }
    return result
  }

  /// Returns the complexities of the rules of a file, in the order of
  /// declaration.
  private static func complexities(in text: String, name: String) throws(RuleError) -> [Int] {
    var budget = Budget.loading
    budget.instructions = .max
    budget.time = nil
    budget.fileSize = .max
    budget.totalSize = .max
    budget.valueNodes = .max
    budget.valueBytes = .max
    let model = try RuleModel(
      text: text, name: name,
      options: RuleOptions(budget: Budget(memory: 1 << 32), loadingBudget: budget))
    return try model.listedRules().map(\.complexity)
  }
}
