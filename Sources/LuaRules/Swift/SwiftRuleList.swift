/// The rules of a source that are written in Swift.
struct SwiftRuleList: Sendable {
  let rules: [SwiftRule.Single]
  /// Counts the sources of a model that are written in Swift.
  var number = 1
  /// Why there is no such list.
  var problem: RuleError?

  /// What a model has that was not written as a list of rules.
  static let missing = SwiftRuleList(
    rules: [],
    problem: RuleError(
      .noRules, "the model was not written as a list of rules in Swift",
      hint: "give the sources of the model, or make it a fallback"))

  /// What errors and explanations call the list; a rule's line is its place in it.
  var name: String { number == 1 ? Self.firstName : "\(Self.firstName) \(number)" }

  private static let firstName = "Swift rules"

  /// Whether a list may be called so.
  static func isName(_ name: String) -> Bool {
    guard name != firstName else { return true }
    guard let number = name.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
    return name == "\(firstName) \(number)"
  }

  /// Returns the list as a rule file, with what it needs.
  func written() throws(RuleError) -> SwiftRuleWriter {
    if let problem { throw problem }
    var writer = SwiftRuleWriter(name: name)
    try writer.write(rules)
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
  /// Returns the sources, those in Swift with numbers, and what these need.
  func numbered(
    _ host: HostFunctions, _ schema: RuleSchema
  ) throws(RuleError) -> (sources: [RuleSource], host: HostFunctions, schema: RuleSchema) {
    var sources: [RuleSource] = []
    var host = host
    var schema = schema
    var count = 0
    for source in self {
      guard case .swift(var list) = source.content else {
        sources.append(source)
        continue
      }
      count += 1
      list.number = count
      let written = try list.written()
      host = host.adding(written.functions)
      schema = schema.merging(RuleSchema(declaring: written.keys))
      sources.append(RuleSource(list))
    }
    return (sources, host, schema)
  }
}
