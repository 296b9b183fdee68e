import LuaRules

/// A line of a file with contexts: a context as JSON, or a line of a decision
/// log.
package struct ComparedQuestion: Sendable {
  /// The values of the context.
  let values: LuaTable

  /// The key of the decision; `nil` if the line is a context.
  package let key: String?

  /// Whether a value was secret, so that the log does not contain it.
  package let isMasked: Bool

  /// Reads a line.
  ///
  /// Returns `nil` for a line of a decision log without an answer, such as the
  /// line of a new generation.
  ///
  /// - Throws: `RuleError` with code `bad-context`.
  package init?(_ text: String, at location: SourceLocation) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(text, isPrivate: true)
    } catch {
      throw RuleError(error, reading: "the line", of: location.file, line: location.line)
    }
    guard case .table(let table) = value, table.isObject else {
      throw RuleError(.badContext, "the line is no object", at: location)
    }
    guard table.isOfDecisionLog else {
      (values, key, isMasked) = (table, nil, false)
      return
    }
    guard case .string(let key)? = table["key"] else { return nil }
    guard case .table(let context)? = table["context"] else {
      throw RuleError(
        .badContext, "the line does not say what its context was", at: location,
        hint: "create the log with what to tell: `DecisionLog(contextKeys: [\"todo\"], …)`")
    }
    var values = LuaTable.emptyObject
    var isMasked = false
    for field in context.fields {
      switch field.value {
      case .null: continue  // nothing was set
      case .string("•••"): isMasked = true
      default:
        guard let path = Self.steps(of: field.name) else {
          throw RuleError(
            .badContext, "\(LuaValue.string(field.name).literal) is not a path", at: location)
        }
        values = values.setting(field.value, at: path[...])
      }
    }
    (self.values, self.key, self.isMasked) = (values, key, isMasked)
  }

  /// The maximum number of names in a path.
  private static let longestPath = 100

  /// Returns the names in a path; `nil` for an invalid path.
  static func steps(of path: String) -> [String]? {
    let steps = path.split(
      separator: ".", maxSplits: longestPath, omittingEmptySubsequences: false)
    guard steps.count <= longestPath, !steps.contains(where: \.isEmpty) else { return nil }
    return steps.map(String.init)
  }

  /// Returns the context with a model.
  func context(_ model: RuleModel) throws(RuleError) -> RuleContext {
    var context = RuleContext(model)
    try context.setValues(of: values)
    return context
  }
}

extension LuaTable {
  /// Whether the table is a line of a ``DecisionLog``, which is recognized by
  /// its fields.
  fileprivate var isOfDecisionLog: Bool {
    guard case .string? = self["time"] else { return false }
    if self["key"] != nil { return self["nanoseconds"] != nil }
    return self["event"] != nil && self["generation"] != nil
      || self["dropped"] != nil && fields.count == 2
  }
}
