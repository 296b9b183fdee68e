import LuaBridge
import LuaBytecode

/// Reads the tables that a rule file returned as rules.
///
/// It continues after an error, so that one load reports all errors.
struct RuleReader {
  /// Returns the facts about a rule function; called once for each function.
  let facts: (Int) throws(RuleError) -> FunctionFacts
  /// Charges the loading budget for work.
  let spend: (Int) throws(RuleError) -> Void
  let file: String
  let places: TablePlaces
  /// The source of the file, if the source is restricted.
  let source: GrantedSource?
  private let grantID: Int
  private let mostErrors: Int

  private(set) var rules: [Rule] = []
  /// Rules with a mistake that have an assignment, whose constants are checked too.
  private(set) var mistakenRules: [Rule] = []
  var errors: [RuleError] = []
  /// The error of the budget, if not all rules were read.
  var budgetError: RuleError?
  /// The keys of rules that could not be read; incomplete, because some rules
  /// show no key.
  private(set) var brokenKeys: Set<ByteName> = []
  /// Whether ``emptyCells`` are kept.
  var keepsEmptyCells = false
  /// The rows of decision tables that give nothing to a key, as rules for it.
  private(set) var emptyCells: [Rule] = []
  /// What the patterns of this file, and of those before it, read.
  var patternReads = PatternReads()
  private(set) var nextIndex: Int
  /// The last key that was found valid; the next rule often has the same key.
  var lastKey: String?

  /// Creates a reader that numbers the rules from `firstIndex`.
  init(
    file: String, places: TablePlaces, firstIndex: Int, source: GrantedSource? = nil,
    grantID: Int = 0,
    mostErrors: Int = Self.mostErrors,
    facts: @escaping (Int) throws(RuleError) -> FunctionFacts,
    spend: @escaping (Int) throws(RuleError) -> Void
  ) {
    self.file = file
    self.places = places
    self.source = source
    self.grantID = grantID
    self.mostErrors = mostErrors
    self.nextIndex = firstIndex
    self.facts = facts
    self.spend = spend
  }

  /// Moves the rules out of the reader, so that they are not copied.
  mutating func takeRules() -> [Rule] {
    let taken = rules
    rules = []
    return taken
  }

  /// The values that a rule inherits from the groups around it.
  struct Inherited {
    var key: String?
    var priority = Priority.normal
    var predicate = Predicate.always
    var complexity = 0
  }

  /// Reads the result of a file.
  mutating func read(_ node: LuaNode) {
    let place = places.place(of: node)
    let (line, site) = (place.line, place.written)
    guard case .table(let table) = node else {
      report(
        .noRules, "the file returns \(node.typeName); expected a list of rules",
        at: location(line))
      return
    }
    if table.hasNoFields {
      readList(table, site: site, inherited: Inherited())
    } else if table["rules"] != nil || table["rows"] != nil {
      readRule(table, site: site, line: line, inherited: Inherited())
    } else {
      let place = location(line)
      report(
        .noRules, "the file returns one table with fields; expected a list of rules", at: place,
        hint: place.file.hasSuffix(".test.lua")
          ? "tests are run by `luarules test`" : "write `return { { key = …, value = … } }`")
    }
  }

  private mutating func readList(
    _ table: LuaNodeTable, site: WrittenTable?, inherited: Inherited, line: Int? = nil
  ) {
    let lines = site?.elementLines(count: table.elements.count)
    for (index, element) in table.elements.enumerated() {
      let place = places.place(of: element)
      let elementLine = place.line ?? functionLine(of: element) ?? lines?[index] ?? line
      guard canGoOn(elementLine, fields: place.written?.fieldCount ?? 0) else { return }
      guard case .table(let rule) = element else {
        report(
          .badRule, "rule \(index + 1) of the list is \(element.typeName); expected a table",
          at: location(elementLine))
        continue
      }
      readRule(rule, site: place.written, line: elementLine, inherited: inherited)
    }
  }

  /// The instructions that are charged for reading a rule, without its
  /// functions.
  private static let pricePerRule = 50

  /// Returns whether another rule can be read: the budget suffices, and there
  /// are not too many errors.
  ///
  /// - Parameters:
  ///   - line: The line of the rule.
  ///   - fields: How many fields are searched for their lines.
  /// - Returns: Whether to continue.
  mutating func canGoOn(_ line: Int?, fields: Int = 0) -> Bool {
    guard budgetError == nil, errors.count < mostErrors else { return false }
    do {
      try spend(Self.pricePerRule + fields)
    } catch {
      var error = error
      error.location = location(line)
      budgetError = error
    }
    return budgetError == nil
  }

  // MARK: One rule

  private mutating func readRule(
    _ table: LuaNodeTable, site: WrittenTable?, line: Int?, inherited: Inherited
  ) {
    let count = errors.count
    let place = location(line)
    let fields = RuleFields(table)
    for name in fields.unknown {
      guard errors.count < mostErrors else { return }
      report(
        .unknownField, "unknown field `\(name)`", at: FieldPlace(name, site, in: place).location,
        hint: RuleFields.hint(for: name))
    }
    let isMisspelt = errors.count > count
    if !table.hasNoElements {
      report(
        .badRule, "a rule has named fields only, this one has values without a name", at: place,
        hint: "nested rules go into `rules = { … }`")
    }
    var scope = inherited
    scope.priority = priority(fields.priority, site, place) ?? inherited.priority
    if fields.priority != nil || fields.rules == nil && fields.rows == nil {
      limitPriority(&scope.priority, isWritten: fields.priority != nil, site, place)
    }
    if let key = key(fields.key, site, place) { scope.key = key }
    readPredicate(fields, site, place, into: &scope)
    let name = text("name", fields.name, site, place)
    let doc = text("doc", fields.doc, site, place)

    if let rows = fields.rows {
      readTable(rows, fields, site, place, scope)
      return
    }
    if fields.inputs != nil || fields.outputs != nil {
      report(
        .badTable, "a decision table without `rows`", at: place,
        hint: "write `rows = { { at_least(18), \"adult\" }, … }`")
      return
    }
    if let nested = fields.rules {
      readGroup(nested, fields, site, place, scope)
      return
    }
    // A missing field is probably the misspelt one, which is already reported.
    if isMisspelt, fields.set == nil, scope.key == nil || fields.value == nil {
      noteBroken(fields, key: scope.key)
      return
    }
    let single =
      fields.set == nil ? keyAssignment(fields, site, place, key: scope.key) : nil
    let several = fields.set.map { setAssignments($0, fields, site, place) } ?? []
    checkComplexity(scope.complexity, site, place)
    func rule(_ assignment: KeyAssignment) -> Rule {
      self.rule(assignment, scope, name: name, doc: doc, at: place)
    }
    guard errors.count == count else {
      noteBroken(fields, key: scope.key)
      if let single { mistakenRules.append(rule(single)) }
      mistakenRules += several.map(rule)
      return
    }
    if let single { add(single, scope, name: name, doc: doc, at: place) }
    for assignment in several { add(assignment, scope, name: name, doc: doc, at: place) }
  }

  private func rule(
    _ assignment: KeyAssignment, _ scope: Inherited, name: String?, doc: String?,
    at place: SourceLocation
  ) -> Rule {
    Rule(
      key: assignment.key, predicate: scope.predicate, assignment: assignment.assignment,
      rank: Rank(
        priority: scope.priority, complexity: scope.complexity, declarationIndex: nextIndex),
      name: name, doc: doc, location: place, valueLocation: assignment.location,
      grantID: grantID)
  }

  mutating func add(
    _ assignment: KeyAssignment, _ scope: Inherited, name: String?, doc: String?,
    at place: SourceLocation
  ) {
    rules.append(rule(assignment, scope, name: name, doc: doc, at: place))
    nextIndex += 1
  }

  /// Takes back the rules that were added last.
  mutating func removeRules(from start: (rules: Int, index: Int)) {
    rules.removeSubrange(start.rules...)
    nextIndex = start.index
  }

  /// Notes that a row of a decision table gives nothing to a key.
  mutating func noteEmptyCell(of key: String, _ scope: Inherited, at place: SourceLocation) {
    let nothing = KeyAssignment(key: key, assignment: .constant(.nil), location: place)
    emptyCells.append(rule(nothing, scope, name: nil, doc: nil, at: place))
  }

  mutating func noteBroken(_ key: String) { brokenKeys.insert(key) }

  private mutating func noteBroken(_ fields: borrowing RuleFields, key: String?) {
    if let key { brokenKeys.insert(key) }
    if case .table(let values)? = fields.set {
      brokenKeys.formUnion(values.fields.map(\.name))
    }
  }

  private mutating func readGroup(
    _ nested: LuaNode, _ fields: borrowing RuleFields, _ site: WrittenTable?,
    _ place: SourceLocation,
    _ scope: Inherited
  ) {
    for (field, node) in [("value", fields.value), ("set", fields.set)] where node != nil {
      report(
        .badRule, "a rule with `rules` has no `\(field)`",
        at: FieldPlace(field, site, in: place).location)
    }
    guard case .table(let list) = nested, list.hasNoFields else {
      report(
        .badRule, "`rules` is \(nested.typeName); expected a list of rules",
        at: FieldPlace("rules", site, in: place).location)
      return
    }
    readList(list, site: places.place(of: list).written, inherited: scope, line: place.line)
  }

  private mutating func readPredicate(
    _ fields: borrowing RuleFields, _ site: WrittenTable?, _ place: SourceLocation,
    into scope: inout Inherited
  ) {
    var counted = 0
    if let node = fields.when {
      do {
        let predicate = try predicate(node, at: FieldPlace("when", site, in: place))
        scope.predicate = scope.predicate.and(predicate.predicate)
        counted = predicate.complexity
      } catch {
        errors.append(error)
      }
    }
    scope.complexity += complexity(fields.complexity, site, place) ?? counted
  }

  /// Reads the complexity that a rule gives; `nil` if it gives none, or one that is no complexity.
  mutating func complexity(
    _ node: LuaNode?, _ site: WrittenTable?, _ place: SourceLocation
  ) -> Int? {
    guard let node else { return nil }
    if let number = Self.integer(node), number >= 0, number <= 1_000_000 { return number }
    report(
      .badRule, "`complexity` is \(Self.shown(node)); expected an integer from 0 on",
      at: FieldPlace("complexity", site, in: place).location)
    return nil
  }

  private mutating func predicate(
    _ node: LuaNode, at place: @autoclosure () -> FieldPlace
  ) throws(RuleError) -> (predicate: Predicate, complexity: Int) {
    switch node {
    case .function(let number):
      let facts = try facts(number)
      if let host = facts.host { return (.host(host), 1) }
      if let violation = facts.violation { throw violation }
      if facts.neverReturns { throw neverReturns("when", at: facts.location ?? place().location) }
      return (.function(number), facts.complexity)
    case .scalar(.boolean(let isTrue)):
      return (isTrue ? .always : .never, 0)
    case .table(let table):
      let pattern = try PatternReader.pattern(table, at: place().location)
      try checkReads(of: pattern)
      for entry in pattern.entries { patternReads.note(entry.path, at: pattern.location) }
      return (.pattern(pattern), pattern.entries.count)
    case .condition(let condition):
      throw RuleError(
        .badPattern, "the pattern is the condition `\(condition.name)`; expected names with values",
        at: place().location, hint: "write `when = { age = \(condition.name)(…) }`")
    case .scalar(let value):
      throw RuleError(
        .badRule, "`when` is \(Self.shown(.scalar(value))); expected a function or a pattern",
        at: place().location,
        hint: "write `when = function(c) return … end` or `when = { key = value }`")
    }
  }

  // MARK: Errors

  /// The maximum number of errors that are reported for one file.
  static let mostErrors = 20

  mutating func report(
    _ code: RuleError.Code, _ message: String, at place: SourceLocation, hint: String? = nil
  ) {
    guard errors.count < mostErrors else { return }
    errors.append(RuleError(code, message, at: place, hint: hint))
  }
}
