import LuaRules

/// A struct that tells rules its members.
public struct Ticket: Sendable {
  /// What is to be done.
  public var title: String
  /// How much it matters.
  public var priority: Priority

  /// Creates a ticket.
  public init(title: String, priority: Priority) {
    self.title = title
    self.priority = priority
  }
}

extension Ticket: RuleObject {
  /// What rules may read, of which one member is computed.
  public static let ruleMembers: RuleMembers<Ticket> = [
    .init("title", \.title),
    .init("priority", \.priority),
    .init("isUrgent") { $0.priority == .high },
  ]
}

/// A class that tells rules its members.
public final class Owner: Sendable {
  /// What the owner is called.
  public let name: String
  /// How much the owner's tasks matter.
  public let priority: Priority

  /// Creates an owner.
  public init(name: String, priority: Priority) {
    self.name = name
    self.priority = priority
  }
}

extension Owner: RuleObject {
  /// What rules may read.
  public static let ruleMembers: RuleMembers<Owner> = [
    .init("name", \.name),
    .init("priority", \.priority),
  ]
}

/// A value that a rule gives as a table.
public struct Card: Sendable, Equatable, Decodable {
  /// What it says.
  public var text: String
  /// How often.
  public var count: Int

  /// Creates a card.
  public init(text: String, count: Int) {
    self.text = text
    self.count = count
  }
}
