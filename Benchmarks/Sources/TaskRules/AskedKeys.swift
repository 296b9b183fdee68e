import LuaRules

/// The color of the task's row.
public struct ColorKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = Color.black
}

/// Its title.
public struct TitleKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// The title of the page that shows it.
public struct NavKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// A number beside it.
public struct BadgeKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0
}

/// A picture beside it.
public struct IconKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// Whether it may be changed.
public struct CanEditKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = false
}

/// How often it may be tried again.
public struct RetriesKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0
}

/// What is paid with.
public struct CurrencyKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// How the user is greeted.
public struct GreetingKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// The part of the list that shows it.
public struct SectionKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// The part of the world.
public struct ZoneKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = ""
}

/// The number of the rule that holds.
public struct NumberKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0
}

/// What it costs, as the host says.
public struct PriceKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0
}

/// What an order costs.
public struct TotalKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue = 0.0
}

/// Words that are shown beside it.
public struct LabelsKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: [String] = []
}

/// A card about it.
public struct CardKey: DynamicEnvironmentKey {
  /// Without a value, and without a rule.
  public static let defaultValue: Card? = nil
}

extension DynamicEnvironmentPaths {
  /// The color of the task's row.
  public var color: Color {
    get { self[dynamic: ColorKey.self] }
    set { self[dynamic: ColorKey.self] = newValue }
  }
  /// Its title.
  public var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  /// The title of the page that shows it.
  public var nav: String {
    get { self[dynamic: NavKey.self] }
    set { self[dynamic: NavKey.self] = newValue }
  }
  /// A number beside it.
  public var badge: Int {
    get { self[dynamic: BadgeKey.self] }
    set { self[dynamic: BadgeKey.self] = newValue }
  }
  /// A picture beside it.
  public var icon: String {
    get { self[dynamic: IconKey.self] }
    set { self[dynamic: IconKey.self] = newValue }
  }
  /// Whether it may be changed.
  public var canEdit: Bool {
    get { self[dynamic: CanEditKey.self] }
    set { self[dynamic: CanEditKey.self] = newValue }
  }
  /// How often it may be tried again.
  public var retries: Int {
    get { self[dynamic: RetriesKey.self] }
    set { self[dynamic: RetriesKey.self] = newValue }
  }
  /// What is paid with.
  public var currency: String {
    get { self[dynamic: CurrencyKey.self] }
    set { self[dynamic: CurrencyKey.self] = newValue }
  }
  /// How the user is greeted.
  public var greeting: String {
    get { self[dynamic: GreetingKey.self] }
    set { self[dynamic: GreetingKey.self] = newValue }
  }
  /// The part of the list that shows it.
  public var section: String {
    get { self[dynamic: SectionKey.self] }
    set { self[dynamic: SectionKey.self] = newValue }
  }
  /// The part of the world.
  public var zone: String {
    get { self[dynamic: ZoneKey.self] }
    set { self[dynamic: ZoneKey.self] = newValue }
  }
  /// The number of the rule that holds.
  public var number: Int {
    get { self[dynamic: NumberKey.self] }
    set { self[dynamic: NumberKey.self] = newValue }
  }
  /// What it costs, as the host says.
  public var price: Int {
    get { self[dynamic: PriceKey.self] }
    set { self[dynamic: PriceKey.self] = newValue }
  }
  /// What an order costs.
  public var total: Double {
    get { self[dynamic: TotalKey.self] }
    set { self[dynamic: TotalKey.self] = newValue }
  }
  /// Words that are shown beside it.
  public var labels: [String] {
    get { self[dynamic: LabelsKey.self] }
    set { self[dynamic: LabelsKey.self] = newValue }
  }
  /// A card about it.
  public var card: Card? {
    get { self[dynamic: CardKey.self] }
    set { self[dynamic: CardKey.self] = newValue }
  }
}

extension RuleSchema {
  /// All keys.
  public static let task = RuleSchema(
    \.task, \.ticket, \.owner, \.row, \.settings, \.user, \.region, \.attempt, \.color,
    \.title, \.nav, \.badge, \.icon, \.canEdit, \.retries, \.currency, \.greeting, \.section,
    \.zone, \.number, \.price, \.order, \.total, \.labels, \.card)
}
