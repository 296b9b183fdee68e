public import Foundation
public import LuaRules

/// The ticket that is asked about.
public struct TicketKey: DynamicEnvironmentKey {
  /// None.
  public static let defaultValue: Ticket? = nil
}

/// Who reported it.
public struct CustomerKey: DynamicEnvironmentKey {
  /// Nobody.
  public static let defaultValue: Customer? = nil
}

/// Who works on it.
public struct AgentKey: DynamicEnvironmentKey {
  /// Nobody.
  public static let defaultValue: Agent? = nil
}

/// The line in which the ticket waits.
public struct QueueKey: DynamicEnvironmentKey {
  /// The usual one.
  public static let defaultValue = ""
}

/// What the ticket is about.
public struct SubjectKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = ""
}

/// What the customer pays.
public struct FeeKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = Decimal(0)
}

/// What has to be noted.
public struct NotesKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue: [String] = []
  /// All notes.
  public static let hitPolicy = HitPolicy.collect
}

/// How the customer is greeted.
public struct GreetingKey: DynamicEnvironmentKey {
  /// Not at all.
  public static let defaultValue = ""
}

/// The title of an answer.
public struct ReplyKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = ""
}

/// What is below each answer.
public struct FooterKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = ""
}

extension DynamicEnvironmentPaths {
  /// The ticket that is asked about.
  public var ticket: Ticket? {
    get { self[dynamic: TicketKey.self] }
    set { self[dynamic: TicketKey.self] = newValue }
  }
  /// Who reported it.
  public var customer: Customer? {
    get { self[dynamic: CustomerKey.self] }
    set { self[dynamic: CustomerKey.self] = newValue }
  }
  /// Who works on it.
  public var agent: Agent? {
    get { self[dynamic: AgentKey.self] }
    set { self[dynamic: AgentKey.self] = newValue }
  }
  /// The line in which the ticket waits.
  public var queue: String {
    get { self[dynamic: QueueKey.self] }
    set { self[dynamic: QueueKey.self] = newValue }
  }
  /// What the ticket is about.
  public var subject: String {
    get { self[dynamic: SubjectKey.self] }
    set { self[dynamic: SubjectKey.self] = newValue }
  }
  /// What the customer pays.
  public var fee: Decimal {
    get { self[dynamic: FeeKey.self] }
    set { self[dynamic: FeeKey.self] = newValue }
  }
  /// What has to be noted.
  public var notes: [String] {
    get { self[dynamic: NotesKey.self] }
    set { self[dynamic: NotesKey.self] = newValue }
  }
  /// How the customer is greeted.
  public var greeting: String {
    get { self[dynamic: GreetingKey.self] }
    set { self[dynamic: GreetingKey.self] = newValue }
  }
  /// The title of an answer.
  public var reply: String {
    get { self[dynamic: ReplyKey.self] }
    set { self[dynamic: ReplyKey.self] = newValue }
  }
  /// What is below each answer.
  public var footer: String {
    get { self[dynamic: FooterKey.self] }
    set { self[dynamic: FooterKey.self] = newValue }
  }
}
