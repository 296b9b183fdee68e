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
    let list = SwiftRuleList(rules: elements.flatMap(\.singles))
    do {
      try self.init(sources: [RuleSource(list)])
    } catch {
      self.init(links: [.broken(BrokenModel(error, list))])
    }
  }

  /// The rules, if the model was written as a list of them.
  fileprivate var swiftRules: SwiftRuleList? {
    switch onlyLink {
    case .broken(let broken): broken.list
    case .fixed(let core): core.request.swiftRules
    default: links.isEmpty ? SwiftRuleList(rules: []) : nil
    }
  }
}

/// Rules in Swift that make no model.
final class BrokenModel: Sendable {
  let error: RuleError
  let list: SwiftRuleList
  let reporter = ErrorReporter()

  init(_ error: RuleError, _ list: SwiftRuleList) {
    self.error = error
    self.list = list
  }
}
