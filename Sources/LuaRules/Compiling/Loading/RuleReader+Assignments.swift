import LuaBridge
import LuaBytecode

extension RuleReader {
  /// The assignment of a rule to one key.
  struct KeyAssignment {
    let key: String
    let assignment: Assignment
    let location: SourceLocation
  }

  /// Reads the `value` of a rule.
  mutating func keyAssignment(
    _ fields: borrowing RuleFields, _ site: WrittenTable?, _ place: SourceLocation, key: String?
  ) -> KeyAssignment? {
    guard let key else {
      if fields.key == nil {
        report(
          .badRule, "a rule without `key`", at: place,
          hint: "write `key = \"…\"`, or `set = { … }` for several keys")
      }
      return nil
    }
    guard let value = fields.value else {
      report(
        .badRule, "the rule for `\(key)` has no `value`", at: place,
        hint: "write `value = null` when it should give nothing")
      return nil
    }
    checkAssigning(key, at: FieldPlace("key", site, in: place))
    return assignment(value, at: FieldPlace("value", site, in: place).location, key: key)
  }

  /// Reads the `set` of a rule.
  mutating func setAssignments(
    _ set: LuaNode, _ fields: borrowing RuleFields, _ site: WrittenTable?, _ place: SourceLocation
  ) -> [KeyAssignment] {
    for (field, node) in [("key", fields.key), ("value", fields.value)] where node != nil {
      report(
        .badRule, "a rule with `set` has no `\(field)`",
        at: FieldPlace(field, site, in: place).location,
        hint: "write either `key` and `value`, or `set = { … }` with all keys and their values")
    }
    let setPlace = FieldPlace("set", site, in: place).location
    guard case .table(let values) = set, values.elements.isEmpty, !values.hasNoFields else {
      report(
        .badRule, "`set` is \(Self.shown(set)); expected keys with values", at: setPlace,
        hint: "write `set = { title = \"Hello\", color = \"red\" }`")
      return []
    }
    var result: [KeyAssignment] = []
    let lines = places.place(of: values).written?.fieldLines
    for field in values.fields {
      guard canGoOn(setPlace.line) else { break }
      let fieldPlace = lines?[Array(field.name.utf8)].map { location($0) } ?? setPlace
      let namePlace = FieldPlace(field.name, nil, in: fieldPlace)
      guard isKey(field.name, at: namePlace) else { continue }
      checkAssigning(field.name, at: namePlace)
      if let assignment = assignment(field.node, at: fieldPlace, key: field.name) {
        result.append(assignment)
      }
    }
    return result
  }

  mutating func assignment(
    _ node: LuaNode, at place: SourceLocation, key: String
  ) -> KeyAssignment? {
    if case .scalar(let value) = node {
      return KeyAssignment(key: key, assignment: .constant(value), location: place)
    }
    guard case .function(let number) = node else {
      if node.firstFunction != nil {
        report(
          .badRule, "the value of `\(key)` is a table with a function inside", at: place,
          hint: "write `value = function(c) return { … } end`")
        return nil
      }
      if let condition = node.anyCondition {
        let verb = if case .condition = node { "is" } else { "has" }
        report(
          .badRule,
          "the value of `\(key)` \(verb) the condition `\(condition.name)`; expected a constant",
          at: place, hint: "conditions stand in `when = { age = \(condition.name)(…) }`")
        return nil
      }
      return KeyAssignment(key: key, assignment: .constant(node.value), location: place)
    }
    do throws(RuleError) {
      let facts = try facts(number)
      if let host = facts.host {
        return KeyAssignment(key: key, assignment: .host(host), location: place)
      }
      if let violation = facts.violation { throw violation }
      if facts.neverReturns { throw neverReturns("value", at: facts.location ?? place) }
      return KeyAssignment(key: key, assignment: .function(number), location: place)
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
