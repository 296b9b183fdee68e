/// The properties that identify a rule for a reader.
public struct RuleID: Hashable, Sendable, CustomStringConvertible {
  /// The key, or path, that the rule assigns.
  public let key: String
  /// The rule's name; `nil` if it has none.
  public let name: String?
  /// Where the rule was written.
  public let location: SourceLocation

  package init(_ rule: Rule) {
    key = rule.key
    name = rule.name
    location = rule.location
  }

  /// The location, the key and the name.
  public var description: String {
    "\(location): rule for `\(key)`" + (name.map { " (\($0))" } ?? "")
  }
}
