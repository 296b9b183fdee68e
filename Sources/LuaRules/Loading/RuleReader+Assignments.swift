import LuaBridge

extension RuleReader {
  mutating func assignments(
    _ table: LuaNodeTable, _ site: TableSite?, _ place: SourceLocation, key: String?
  ) -> [(key: String, assignment: Assignment, location: SourceLocation)] {
    if let set = table["set"] {
      for field in ["key", "value"] where table[field] != nil {
        report(
          .badRule, "a rule with `set` has no `\(field)`",
          at: fieldLocation(field, site) ?? place)
      }
      let setPlace = fieldLocation("set", site) ?? place
      guard case .table(let values) = set, values.elements.isEmpty, !values.fields.isEmpty else {
        report(
          .badRule, "`set` is \(Self.shown(set)); expected keys with values", at: setPlace,
          hint: "write `set = { title = \"Hello\", color = \"red\" }`")
        return []
      }
      return assignments(of: values, site?.field("set")?.table, setPlace)
    }
    guard let key else {
      if table["key"] == nil {
        report(
          .badRule, "a rule without `key`", at: place,
          hint: "write `key = \"…\"`, or `set = { … }` for several keys")
      }
      return []
    }
    guard let value = table["value"] else {
      report(
        .badRule, "the rule for `\(key)` has no `value`", at: place,
        hint: "write `value = null` when it should give nothing")
      return []
    }
    let valuePlace = fieldLocation("value", site) ?? place
    checkAssigning(key, at: fieldLocation("key", site) ?? place)
    return assignment(value, at: valuePlace, key: key).map { [(key, $0, valuePlace)] } ?? []
  }

  private mutating func assignments(
    of values: LuaNodeTable, _ site: TableSite?, _ place: SourceLocation
  ) -> [(key: String, assignment: Assignment, location: SourceLocation)] {
    var result: [(key: String, assignment: Assignment, location: SourceLocation)] = []
    let fields = (site?.fields ?? []).map { ($0.name, $0.site.line) }
    let lines = Dictionary(fields, uniquingKeysWith: { first, _ in first })
    for field in values.fields {
      guard canGoOn(place.line) else { break }
      let fieldPlace = lines[field.name].map { location($0) } ?? place
      guard isKey(field.name, at: fieldPlace) else { continue }
      checkAssigning(field.name, at: fieldPlace)
      if let assignment = assignment(field.node, at: fieldPlace, key: field.name) {
        result.append((field.name, assignment, fieldPlace))
      }
    }
    return result
  }

  private mutating func assignment(
    _ node: LuaNode, at place: SourceLocation, key: String
  ) -> Assignment? {
    guard case .function(let number) = node else {
      if node.firstFunction != nil {
        report(
          .badRule, "the value of `\(key)` is a table with a function inside", at: place,
          hint: "write `value = function(c) return { … } end`")
        return nil
      }
      return .constant(node.value)
    }
    do throws(RuleError) {
      let facts = try facts(number)
      if let host = facts.host { return .host(host) }
      if let violation = facts.violation { throw violation }
      if facts.neverReturns { throw neverReturns("value", at: facts.location ?? place) }
      return .function(number)
    } catch {
      errors.append(error)
      return nil
    }
  }

  func neverReturns(_ field: String, at place: SourceLocation) -> RuleError {
    RuleError(
      .noReturn, "the `\(field)` function never returns anything", at: place,
      hint: "write `return` before the expression")
  }
}
