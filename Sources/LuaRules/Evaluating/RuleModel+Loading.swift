#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleModel {
  /// Loads sources, whose order is the order of declaration.
  ///
  /// - Parameters:
  ///   - sources: Files, folders and texts.
  ///   - schema: The declared keys: their defaults are visible to rules, and a
  ///     constant that does not fit its key fails the load.
  ///   - host: The Swift functions that rules may call.
  ///   - options: The budgets, and how to load and evaluate.
  /// - Throws: ``RuleError`` for the first error; further errors are in
  ///   ``RuleError/others``.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus running the files once.
  public init(
    sources: [RuleSource], schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    let written = try sources.numbered(host, schema)
    var request = try LoadRequest(reading: written, options: options)
    if written.sources.count == 1 { request.swiftRules = written.sources[0].swiftRules }
    let model = try ModelLoader.load(request)
    try request.accept()
    self.init(links: [.fixed(model)])
  }

  /// Loads a file or a folder; see ``init(sources:schema:host:options:)``.
  public init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(contentsOf: url)], schema: schema, host: host, options: options)
  }

  /// Loads the text of a rule file; errors use `name` as the name of the file.
  public init(
    text: String, name: String = "rules.lua", schema: RuleSchema = RuleSchema(),
    host: HostFunctions = [:], options: RuleOptions = RuleOptions()
  ) throws(RuleError) {
    try self.init(
      sources: [RuleSource(text: text, name: name)], schema: schema, host: host, options: options)
  }

  /// What looks wrong in the rules, without being an error: names that can never matter; see
  /// ``UnusedKeyPolicy``.
  ///
  /// Of this model first, then of its fallbacks. For a live model, of the current generation.
  /// A key that another of these models may read is no warning.
  public var warnings: [RuleWarning] { current.warnings }
}

extension [ModelCore] {
  /// What looks wrong in the rules of models that are asked together.
  var warnings: [RuleWarning] {
    indices.flatMap { index in
      self[index].names.filter { finding in
        indices.allSatisfy { other in
          if other == index { return true }
          return switch finding.code {
          case .unusedKey: self[other].readNames?.mayInclude(finding.subject) == false
          case .unknownKey: !self[other].candidates.mayAssign(finding.subject)
          default: true
          }
        }
      }.map(\.warning)
    }
  }
}
