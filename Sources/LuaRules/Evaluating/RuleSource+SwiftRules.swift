#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleSource {
  /// A source of a file or a folder; see ``init(contentsOf:)``.
  public static func folder(_ url: URL) -> RuleSource { RuleSource(contentsOf: url) }

  /// A source of rules that are written in Swift.
  ///
  /// With others it is in one order: priority, complexity, then the order of the
  /// sources. The keys that the rules name are declared.
  ///
  /// - Parameter model: A model that was written as a list of rules; of another
  ///   one, loading fails.
  /// - Returns: The source.
  public static func rules(_ model: RuleModel) -> RuleSource {
    RuleSource(model.swiftRules ?? .missing)
  }
}

extension RuleModel: ExpressibleByArrayLiteral {
  /// Creates a model of rules that are written in Swift.
  ///
  /// A path that does not begin with the accessor of a key, or two keys of one
  /// name, cannot be told here: each question fails with that error.
  public init(arrayLiteral elements: SwiftRule...) {
    self.init(SwiftRuleList(elements))
  }

  /// Creates a model of rules whose lines are known.
  ///
  /// Explanations and errors call each by its file and line, if all have a line, as
  /// ``SwiftRule/init(line:_:)`` gives it, and stand in its order; else by its place in the list.
  /// What cannot be told here fails each question, as that of a literal does.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - file: The file in which they are written, whose name ends in `.swift`; another name is
  ///     not told.
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
  /// Creates the rules of a model that was written as a list of them.
  ///
  /// So one model may stand in another, also behind a predicate:
  /// `\.platform == "watch" => SwiftRule(watchRules)`. With another model, each question fails.
  /// If the rules get lines, it is that of the place where the model stands.
  public init(_ model: RuleModel) {
    self.init(model.swiftRules ?? .missing)
  }
}
