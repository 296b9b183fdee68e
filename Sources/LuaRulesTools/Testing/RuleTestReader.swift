import LuaBridge
import LuaRules

/// A reader of the result of a test file.
///
/// It continues after an error, so that one load reports all errors.
struct RuleTestReader {
  private(set) var file: RuleTestFile
  var errors: [RuleError] = []

  /// The values that a test inherits from the tables around it.
  struct Inherited {
    var names: [String] = []
    var context = LuaTable.emptyObject
    /// The locations of the context's values, by name.
    var places: [String: SourceLocation] = [:]
    var expectations: [RuleTestExpectation] = []
    var hosts: [String] = []
    var skipped: String?
  }

  static let fileFields = ["context", "fallback", "host", "rules"]
  static let testFields = ["cases", "context", "errors", "expect", "given", "host", "skip"]
  private static let mostErrors = 20
  /// The maximum number of values in all tests, where 16 bytes of a name count
  /// as one value.
  private static let mostValues = 1_000_000
  private var valueCount = 0

  init(path: String) {
    file = RuleTestFile(path: path)
  }

  mutating func read(_ node: LocatedNode) {
    guard case .table = node.node else {
      report(
        "the file returns \(node.value.typeName); expected a list of tests", at: node.location,
        hint: "write `return { { \"a name\", context = { … }, expect = { … } } }`")
      return
    }
    var inherited = Inherited()
    for (name, field) in node.fields {
      switch name {
      case "rules": file.rules = paths(field, name)
      case "fallback": file.fallback = paths(field, name)
      case "context": readContext(field, into: &inherited)
      case "host": readHost(field, code: "tests", into: &inherited)
      default: unknown(name, among: Self.fileFields, at: field.location)
      }
    }
    if file.rules.isEmpty, errors.isEmpty {
      file.rules = [file.path.dropping(".test.lua") + ".lua"]
    }
    for (index, element) in node.elements.enumerated() {
      readTest(element, code: "tests[\(index + 1)]", inherited)
    }
    if file.tests.isEmpty, errors.isEmpty {
      report(
        "the file has no tests", at: node.location,
        hint: "write `return { { \"a name\", context = { … }, expect = { … } } }`")
    }
  }

  // MARK: One test

  mutating func readTest(_ node: LocatedNode, code: String, _ inherited: Inherited) {
    guard errors.count < Self.mostErrors else { return }
    guard case .table = node.node else {
      report("a test is \(node.value.typeName); expected a table", at: node.location)
      return
    }
    let count = errors.count
    var scope = inherited
    scope.names.append(name(of: node))
    let fields = Dictionary(node.fields.map { ($0.name, $0.node) }) { first, _ in first }
    for (name, field) in node.fields where !Self.testFields.contains(name) {
      unknown(name, among: Self.testFields, at: field.location)
    }
    if let context = fields["context"] { readContext(context, into: &scope) }
    if let host = fields["host"] { readHost(host, code: code, into: &scope) }
    if let skip = fields["skip"] { readSkip(skip, into: &scope) }
    if let given = fields["given"] {
      readRows(of: node, fields, given, scope)
      return
    }
    if let expect = fields["expect"] { readValues(expect, into: &scope) }
    if let wanted = fields["errors"] { readErrors(wanted, into: &scope) }
    if let cases = fields["cases"] {
      let inner = list(cases, "cases", of: "tests")
      for (index, element) in inner.enumerated() {
        readTest(element, code: "\(code).cases[\(index + 1)]", scope)
      }
      return
    }
    // A missing field may be present under a misspelt name, which is already reported.
    if errors.count == count { add(scope, at: node.location) }
  }

  /// Adds the test of a table with its inherited values.
  mutating func add(_ scope: Inherited, at location: SourceLocation) {
    let name = scope.names.joined(separator: " › ")
    guard spend(scope.context.fields.count + name.utf8.count / 16, at: location) else { return }
    if scope.expectations.isEmpty {
      report(
        "the test \(LuaValue.string(name).literal) expects nothing", at: location,
        hint: "write `expect = { key = value }`")
      return
    }
    let values = scope.context.fields.map { field in
      RuleTest.ContextValue(
        name: field.name, value: field.value, location: scope.places[field.name] ?? location)
    }
    file.tests.append(
      RuleTest(
        name: name, location: location, values: values, expectations: scope.expectations,
        hosts: scope.hosts, skipped: scope.skipped))
  }

  private mutating func name(of node: LocatedNode) -> String {
    if node.elements.count > 1 {
      report(
        "the test has values without a name after the first one", at: node.location,
        hint: "further tests go into `cases = { … }`")
    }
    guard let first = node.elements.first else {
      return node.location.line.map { "line \($0)" } ?? "test \(file.tests.count + 1)"
    }
    if case .scalar(.string(let name)) = first.node { return PrintableText.of(name) }
    report(
      "the name of a test is \(first.value.literal); expected a string", at: node.location)
    return "test"
  }

  // MARK: Limits

  /// Counts inherited values, once for each test.
  ///
  /// - Returns: Whether the limit is not exceeded.
  mutating func spend(_ count: Int, at location: SourceLocation) -> Bool {
    guard valueCount <= Self.mostValues else { return false }
    valueCount += count
    guard valueCount > Self.mostValues else { return true }
    report("the tests of the file are too many, or too large", at: location)
    return false
  }

  // MARK: Errors

  mutating func report(_ message: String, at location: SourceLocation, hint: String? = nil) {
    guard errors.count < Self.mostErrors else { return }
    errors.append(RuleError(.badTest, message, at: location, hint: hint))
  }

  private mutating func unknown(_ name: String, among names: [String], at place: SourceLocation) {
    let meant = RuleError.likelyName(for: name, among: names)
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let hint =
      name == "name" && names == Self.testFields
      ? "the name comes first: `{ \"a name\", expect = { … } }`"
      : meant.map { "did you mean `\($0)`?" } ?? "there are \(list)"
    guard errors.count < Self.mostErrors else { return }
    errors.append(RuleError(.unknownField, "unknown field `\(name)`", at: place, hint: hint))
  }
}

extension String {
  fileprivate func dropping(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
