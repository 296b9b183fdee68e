import LuaRules

/// What is known about the rules of a generation and one schema: found once, used by all requests.
public final class RuleFacts: Sendable {
  /// The keys whose answers open something.
  static let rights: Set = [
    "visibleRows", "visibleEntityNames", "isEntityReadOnly", "isObjectEditable",
    "isObjectDeletable", "isPropertyVisible", "isPropertyEditable", "mayExplain", "mayAssist",
  ]

  /// Whether a rule of the user about a right computes its answer, so that it may give none.
  let mayDecline: Bool
  /// The keys whose answers may depend on the row; nil: all of them.
  private let rowKeys: Set<String>?

  /// Reads the rules of a model.
  ///
  /// What a function of the user looks at is not known, since it may hand its context on; of the default
  /// rules it is. Rules that cannot be listed count as rules that may give no answer and look at everything.
  ///
  /// - Parameters:
  ///   - model: The rules of the user with the default rules as their fallback, or these alone.
  ///   - hasOwnRules: Whether the first model is that of the user.
  /// - Complexity: As `RuleTable`, which runs the files of the rules once more.
  public init(_ model: RuleModel, hasOwnRules: Bool = true) {
    guard let keys = ListedKey.all(of: model) else {
      mayDecline = true
      rowKeys = nil
      return
    }
    mayDecline = keys.contains { key in
      Self.rights.contains(key.key)
        && key.rules.contains { hasOwnRules && $0.model == 0 && !$0.gives.isConstant }
        // Without another model behind it, a missing answer is the key's own: a "no".
        && key.rules.contains { $0.model > 0 }
    }
    var rowKeys: Set = ["object", "propertyValue"]
    var isComplete = false
    while !isComplete {
      let found = keys.filter { key in
        !rowKeys.contains(key.key)
          && key.rules.contains { rule in
            (hasOwnRules && rule.model == 0 && rule.isOpaque)
              || rule.reads.contains { path in path.beginnings.contains(where: rowKeys.contains) }
          }
      }.map(\.key)
      isComplete = found.isEmpty
      rowKeys.formUnion(found)
    }
    self.rowKeys = rowKeys
  }

  /// Whether the answer for a key may be another one for another row.
  func dependsOnRow(_ key: String) -> Bool { rowKeys?.contains(key) ?? true }
}

extension String {
  /// A path and those that it goes through, each of which may be a key.
  ///
  /// Those of `a.b.c` are `a`, `a.b` and `a.b.c`.
  fileprivate var beginnings: [String] {
    let names = split(separator: ".")
    return names.indices.map { names[...$0].joined(separator: ".") }
  }
}
