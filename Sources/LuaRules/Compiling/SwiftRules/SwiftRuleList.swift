/// The rules of a source that is written in Swift.
struct SwiftRuleList: Sendable {
  let rules: [SwiftRule.Single]
  /// The number of the source among the Swift sources of a model, from 1.
  var number = 1
  /// The file in which each rule has its line; `nil` if it is unknown.
  var file: String?
  /// Why the list cannot be used.
  let problem: RuleError?

  /// The value for a model that was not written as a list of rules.
  static let missing = SwiftRuleList(
    [],
    problem: RuleError(
      .noRules, "the model was not written as a list of rules in Swift",
      hint: "give the sources of the model, or make it a fallback"))

  /// Creates a list of rules, with the first error in them.
  init(_ rules: [SwiftRule], file: String? = nil) {
    let all = SwiftRule(all: rules)
    self.init(all.singles, file: file, problem: all.problem)
  }

  private init(_ rules: [SwiftRule.Single], file: String? = nil, problem: RuleError?) {
    self.rules = rules
    // Archived generations recognize such lists by this ending.
    let isSwift = file?.hasSuffix(".swift") == true
    self.file = isSwift && Self.areInOrder(rules) ? file : nil
    self.problem = problem
  }

  /// The name of the list in errors and explanations.
  ///
  /// Without a file, the line of a rule is its position in the list.
  var name: String {
    file ?? (number == 1 ? Self.firstName : "\(Self.firstName) \(number)")
  }

  /// The last line that a rule may have: each line before it takes a byte.
  private static let lastLine = 100_000

  /// Returns whether each rule can be written at its own line.
  private static func areInOrder(_ rules: [SwiftRule.Single]) -> Bool {
    var last = 1
    return rules.allSatisfy { rule in
      guard let line = rule.line, line >= last, line <= lastLine else { return false }
      last = line
      return true
    }
  }

  private static let firstName = "Swift rules"

  /// Returns whether a list may have the name.
  static func isName(_ name: String) -> Bool {
    guard name != firstName, !name.hasSuffix(".swift") else { return true }
    guard let number = name.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
    return name == "\(firstName) \(number)"
  }

  /// Returns the list as a rule file, with the functions and keys that it
  /// needs.
  func written() throws(RuleError) -> SwiftRuleWriter {
    if let problem { throw problem }
    var writer = SwiftRuleWriter(name: name)
    try writer.write(rules, atTheirLines: file != nil)
    return writer
  }

  /// Returns the rule file.
  func file(within limits: Budget) throws(RuleError) -> SourceFile {
    let file = SourceFile(
      name: name, bytes: Array(try written().text.utf8), modules: .texts([:]))
    try file.checkSize(within: limits)
    return file
  }
}

extension RuleSource {
  /// The rules, if they are written in Swift.
  var swiftRules: SwiftRuleList? { if case .swift(let list) = content { list } else { nil } }
}

extension [RuleSource] {
  /// Returns the sources, the Swift ones with numbers, and the host functions and the schema with what
  /// rules in Swift need in addition.
  package func numbered(
    _ host: HostFunctions, _ schema: RuleSchema
  ) throws(RuleError) -> (sources: [RuleSource], host: HostFunctions, schema: RuleSchema) {
    var sources: [RuleSource] = []
    var host = host
    let isGiven = !schema.isEmpty
    var schema = schema
    var count = 0
    var names: Set<String> = []
    for source in self {
      guard case .swift(var list) = source.content else {
        sources.append(source)
        continue
      }
      count += 1
      list.number = count
      // Two lists of one file could have closures at the same line.
      if !names.insert(list.name).inserted { list.file = nil }
      let written = try list.written()
      host = host.adding(written.functions)
      schema = schema.merging(RuleSchema(declaring: written.keys))
      sources.append(RuleSource(list))
    }
    schema.isOfSwiftRulesOnly = !isGiven
    return (sources, host, schema)
  }
}
