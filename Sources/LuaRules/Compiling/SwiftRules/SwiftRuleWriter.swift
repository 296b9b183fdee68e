import LuaBridge

/// Writes Swift rules as the text of a rule file.
///
/// Each rule is on a line of its own, or at the line that it has in Swift. So Swift rules are
/// loaded, ordered, planned, explained and checked like all other rules. Closures become host
/// functions with the names of their rules, which sources with a grant cannot call.
struct SwiftRuleWriter {
  /// The name of the file.
  let name: String
  private(set) var functions: [HostFunction] = []
  /// The keys that the rules assign and read.
  private(set) var keys: [DeclaredKey] = []
  private(set) var text = ""
  private var line = 1
  /// How many closures the rules on this line have.
  private var closureCount = 0

  init(name: String) {
    self.name = name
  }

  /// Writes rules.
  ///
  /// - Throws: ``RuleError`` for a path that is not the path of a key.
  mutating func write(
    _ rules: [SwiftRule.Single], atTheirLines isAtLines: Bool
  ) throws(RuleError) {
    text = "return {"
    for (index, rule) in rules.enumerated() {
      goOn(toLine: isAtLines ? rule.line ?? line : index + 1)
      let fields = try fields(of: rule)
      text += " { \(fields.map { "\($0.0) = \($0.1)" }.joined(separator: ", ")) },"
    }
    text += "\n}\n"
  }

  private mutating func goOn(toLine next: Int) {
    guard next > line else { return }
    text += String(repeating: "\n", count: next - line)
    line = next
    closureCount = 0
  }

  private var location: SourceLocation { SourceLocation(file: name, line: line) }

  private mutating func fields(
    of rule: SwiftRule.Single
  ) throws(RuleError) -> [(String, String)] {
    try declare([rule.place])
    guard let path = rule.place.path else {
      throw RuleError(
        .notAnAccessor, "the rule is for a path that has no name in Lua", at: location,
        hint: "a rule is for a key, or for a member that rules can read")
    }
    var fields = [("key", LuaText.quoted(path))]
    if let priority = rule.priority { fields.append(("priority", "\(priority)")) }
    if let name = rule.name { fields.append(("name", LuaText.quoted(name))) }
    for condition in rule.conditions {
      var places: [RulePlace] = []
      condition.forEachTest { places += $0.places }
      try declare(places)
    }
    if !rule.conditions.isEmpty {
      fields += predicate(rule.conditions.count == 1 ? rule.conditions[0] : .all(rule.conditions))
    }
    switch rule.value {
    case .constant(let value): fields.append(("value", LuaText.constant(value)))
    case .path(let place, let steps):
      try declare([place])
      fields.append(("value", "function(c) return \(LuaText.path(steps)) end"))
    case .code(let make, let places):
      try declare(places)
      fields.append(("value", function(make)))
    }
    return fields
  }

  private mutating func predicate(_ form: RulePredicate.Form) -> [(String, String)] {
    if let pattern = form.pattern { return [("when", pattern)] }
    if case .test(let test) = form, case .closure = test.kind {
      return [("when", condition(form))]
    }
    return [
      ("when", "function(c) return \(condition(form, isCall: true)) end"),
      ("complexity", "\(form.complexity)"),
    ]
  }

  /// Returns a predicate as a Lua expression; a closure is called, or only
  /// named.
  private mutating func condition(_ form: RulePredicate.Form, isCall: Bool = false) -> String {
    switch form {
    case .test(let test):
      guard case .closure(let closure) = test.kind else { return test.luaText ?? "false" }
      let function = function { name in HostFunction(swiftRule: name, closure.holds) }
      return isCall ? "\(function)(c)" : function
    case .not(.test(let test)):
      if let opposite = test.luaOpposite { return opposite }
      return "not (\(condition(.test(test), isCall: true)))"
    case .not(let form): return "not (\(condition(form, isCall: true)))"
    case .all(let forms): return joined(forms, " and ")
    case .any(let forms): return joined(forms, " or ")
    }
  }

  private mutating func joined(_ forms: [RulePredicate.Form], _ operation: String) -> String {
    var parts: [String] = []
    for form in forms { parts.append("(\(condition(form, isCall: true)))") }
    return parts.joined(separator: operation)
  }

  /// Adds a closure of the rule on the current line; returns its name in Lua.
  private mutating func function(_ make: (String) -> HostFunction) -> String {
    closureCount += 1
    let place = "\(name):\(line)"
    let unique = closureCount == 1 ? place : "\(place) (\(closureCount))"
    functions.append(make(unique))
    return "host[\(LuaText.quoted(unique))]"
  }

  private mutating func declare(_ places: [RulePlace]) throws(RuleError) {
    for place in places {
      guard let key = place.key else {
        throw RuleError(
          .notAnAccessor, "a path does not begin with the accessor of a key", at: location,
          hint: "an accessor is written `self[dynamic: SomeKey.self]`")
      }
      keys.append(key)
    }
  }
}
