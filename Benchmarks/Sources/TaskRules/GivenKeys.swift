import LuaRules

/// The task that is asked about.
public struct TaskKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Task? = nil
}

/// A ticket, which tells its members.
public struct TicketKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Ticket? = nil
}

/// A row of a table.
public struct RowKey: DynamicEnvironmentKey {
  /// None.
  public static let defaultValue: RuleRecord? = nil
}

/// Who owns the task, an object of a class.
public struct OwnerKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Owner? = nil
}

/// What the user has chosen.
public struct SettingsKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: [String: String] = [:]
}

/// Who asks.
public struct UserKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Person? = nil
}

/// Where the user is.
public struct RegionKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// How often that was tried before.
public struct AttemptKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0
}

/// What is ordered.
public struct OrderKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Order? = nil
}

extension DynamicEnvironmentPaths {
  /// The task that is asked about.
  public var task: Task? {
    get { self[dynamic: TaskKey.self] }
    set { self[dynamic: TaskKey.self] = newValue }
  }
  /// A ticket, which tells its members.
  public var ticket: Ticket? {
    get { self[dynamic: TicketKey.self] }
    set { self[dynamic: TicketKey.self] = newValue }
  }
  /// A row of a table.
  public var row: RuleRecord? {
    get { self[dynamic: RowKey.self] }
    set { self[dynamic: RowKey.self] = newValue }
  }
  /// Who owns the task, an object of a class.
  public var owner: Owner? {
    get { self[dynamic: OwnerKey.self] }
    set { self[dynamic: OwnerKey.self] = newValue }
  }
  /// What the user has chosen.
  public var settings: [String: String] {
    get { self[dynamic: SettingsKey.self] }
    set { self[dynamic: SettingsKey.self] = newValue }
  }
  /// Who asks.
  public var user: Person? {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
  /// Where the user is.
  public var region: String {
    get { self[dynamic: RegionKey.self] }
    set { self[dynamic: RegionKey.self] = newValue }
  }
  /// How often that was tried before.
  public var attempt: Int {
    get { self[dynamic: AttemptKey.self] }
    set { self[dynamic: AttemptKey.self] = newValue }
  }
  /// What is ordered.
  public var order: Order? {
    get { self[dynamic: OrderKey.self] }
    set { self[dynamic: OrderKey.self] = newValue }
  }
}
