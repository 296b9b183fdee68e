public import Foundation
import LuaRules

/// What is open about a ticket.
public enum TicketState: Sendable, Equatable {
  /// Nobody has begun.
  case open
  /// Somebody else has to act.
  case waiting(on: String)
  /// It is done.
  case closed(by: String, at: Date)
}

/// How much a ticket matters.
public enum Urgency: String, Sendable, Codable { case low, normal, high }

/// What a customer reported: a plain struct with the types that programs have.
public struct Ticket: Sendable {
  /// The number of the ticket.
  public var id: UUID
  /// What is wrong.
  public var title: String
  /// How much it matters.
  public var urgency: Urgency
  /// When it was reported.
  public var opened: Date
  /// When it has to be done.
  public var due: Date?
  /// Words to find it by.
  public var tags: Set<String>
  /// Where it is shown.
  public var link: URL
  /// What the work costs.
  public var price: Decimal
  /// What is open.
  public var state: TicketState
  /// Numbers by subject and name.
  public var details: [String: [String: Int]]

  /// A ticket that all questions are about.
  public static let printer = Ticket(
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
    title: "The printer is on fire", urgency: .high,
    opened: Date(timeIntervalSince1970: 1_700_000_000), due: nil, tags: ["printer", "fire"],
    link: URL(filePath: "/tickets/1"), price: Decimal(1234) / 100, state: .waiting(on: "Ann"),
    details: ["pages": ["today": 3, "ever": 12_000]])
}

/// Who reported it.
public struct Customer: Codable, Sendable {
  /// What the customer is called.
  public var name: String
  /// What the customer pays for.
  public var plan: String
  /// Since when.
  public var since: Date

  /// The customer that all questions are about.
  public static let acme = Customer(
    name: "Acme", plan: "gold", since: Date(timeIntervalSince1970: 1_500_000_000))
}

/// Who works on it: a class with a secret.
public final class Agent: Sendable {
  /// What the agent is called.
  public let name: String
  /// What must not be printed.
  public let token: String

  init(name: String, token: String) {
    self.name = name
    self.token = token
  }

  /// The agent that all questions are about.
  public static let ann = Agent(name: "Ann", token: "s3cr3t-t0ken")
}

extension Agent: RuleObject {
  /// What rules may read.
  public static let ruleMembers: RuleMembers<Agent> = [
    .init("name", \.name),
    .init("token", \.token, isSecret: true),
  ]
}
