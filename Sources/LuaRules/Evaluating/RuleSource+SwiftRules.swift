#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleSource {
  /// A source of a file or a folder; see ``init(contentsOf:grant:accept:)``.
  public static func folder(_ url: URL) -> RuleSource { RuleSource(contentsOf: url) }

  /// A source of rules that are written in Swift.
  ///
  /// Together with other sources, its rules are in one order: priority, complexity, then the order
  /// of the sources. The keys that the rules name are declared.
  ///
  /// - Parameter model: A model that was written as a list of rules; with any other
  ///   model, loading fails.
  /// - Returns: The source.
  public static func rules(_ model: RuleModel) -> RuleSource {
    RuleSource(model.swiftRules ?? .missing)
  }
}

extension RuleModel: ExpressibleByArrayLiteral {
  /// Creates a model of rules that are written in Swift.
  ///
  /// A literal cannot throw. If a path does not begin with the accessor of a key, or two keys
  /// have one name, each question fails with that error.
  public init(arrayLiteral elements: SwiftRule...) {
    self.init(SwiftRuleList(elements))
  }

  /// Creates a model of rules that know their lines.
  ///
  /// If each rule has a line, as ``SwiftRule/init(line:_:)`` gives it, explanations and
  /// errors name a rule by file and line, and the order of lines is the order of declaration;
  /// else they name it by its position in the list. Where this initializer would have to
  /// throw, each question fails instead.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - file: The file in which the rules are written. It is named only if its name ends in
  ///     `.swift`.
  public init(_ rules: [SwiftRule], file: String = #fileID) {
    self.init(SwiftRuleList(rules, file: file))
  }

  private init(_ list: SwiftRuleList) {
    do throws(RuleError) {
      try self.init(sources: [RuleSource(list)])
    } catch {
      self.init(links: [.broken(BrokenModel(error, list))])
    }
  }

  /// The rules, if the model was written as a list of them.
  var swiftRules: SwiftRuleList? {
    switch onlyLink {
    case .broken(let broken): broken.list
    case .fixed(let core): core.request.swiftRules
    default: links.isEmpty ? SwiftRuleList([]) : nil
    }
  }
}

extension SwiftRule {
  /// Creates a rule from a model that was written as a list of rules.
  ///
  /// So one model can be part of another, also behind a predicate:
  /// `\.platform == "watch" => SwiftRule(watchRules)`. With any other model, each question fails.
  /// If the rules get lines, they get the line at which the model is written.
  public init(_ model: RuleModel) {
    self.init(model.swiftRules ?? .missing)
  }
}
