import LuaRules

enum Color: String, Sendable { case teal, navy, crimson, olive }
enum Checkout: String, Sendable, Encodable { case classic, express }
enum Section: String, Sendable { case search, offers, orders, admin }

/// Who asks; rules see every stored property.
struct User: Sendable {
  enum Plan: String, Sendable { case free, pro, staff }

  var name: String
  var plan = Plan.free
  var country = ""

  /// A user by name; whoever is not known is a guest with that name.
  init(named name: String) {
    self = Self.known[name] ?? User(name: name)
  }

  init(name: String, plan: Plan = .free, country: String = "") {
    self.name = name
    self.plan = plan
    self.country = country
  }

  private static let known = [
    "ada": User(name: "ada", plan: .staff, country: "GB"),
    "kiri": User(name: "kiri", plan: .pro, country: "NZ"),
    "olaf": User(name: "olaf", plan: .pro, country: "NO"),
  ]
}

// MARK: - Keys

/// Called `user` in rules; the others are named in the same way.
struct UserKey: DynamicEnvironmentKey { static let defaultValue = User(name: "guest") }
struct GenerationKey: DynamicEnvironmentKey { static let defaultValue = 0 }
struct ReleaseKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct NewSearchKey: DynamicEnvironmentKey { static let defaultValue = false }
struct CheckoutKey: DynamicEnvironmentKey { static let defaultValue = Checkout.classic }
struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "Shop" }
struct ColorKey: DynamicEnvironmentKey { static let defaultValue = Color.navy }
struct FooterKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct SectionsKey: DynamicEnvironmentKey { static let defaultValue: [Section] = [] }

extension DynamicEnvironmentPaths {
  var user: User {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
  var generation: Int {
    get { self[dynamic: GenerationKey.self] }
    set { self[dynamic: GenerationKey.self] = newValue }
  }
  var release: String { self[dynamic: ReleaseKey.self] }
  var newSearch: Bool { self[dynamic: NewSearchKey.self] }
  var checkout: Checkout { self[dynamic: CheckoutKey.self] }
  var title: String { self[dynamic: TitleKey.self] }
  var color: Color { self[dynamic: ColorKey.self] }
  var footer: String { self[dynamic: FooterKey.self] }
  var sections: [Section] { self[dynamic: SectionsKey.self] }
}

extension RuleSchema {
  /// What the rules may name; a constant that does not fit never becomes active.
  static let app = RuleSchema(
    \.user, \.generation, \.release, \.newSearch, \.checkout, \.title, \.color, \.footer,
    \.sections)
}
