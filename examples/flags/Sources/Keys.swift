import Foundation
import LuaRules

/// Who looks at the shop.
struct Visitor: Sendable, RuleObject {
  enum Plan: String, Sendable { case free, pro, staff }

  let id: String
  var plan = Plan.free
  var country = "GB"
  /// The semantic version of the app.
  var app = "2.10.0"

  static let ruleMembers: RuleMembers<Visitor> = [
    .init("id", \.id), .init("plan", \.plan), .init("country", \.country), .init("app", \.app),
  ]
}

enum Checkout: String, Sendable { case classic, express, guided }

// MARK: - Keys

// What the program sets.
struct VisitorKey: DynamicEnvironmentKey { static let defaultValue: Visitor? = nil }
struct NowKey: DynamicEnvironmentKey { static let defaultValue = Date.distantFuture }
struct KilledKey: DynamicEnvironmentKey { static let defaultValue: [String] = [] }

// Flags; each is off by default.
struct NewSearchKey: DynamicEnvironmentKey { static let defaultValue = false }
struct CheckoutKey: DynamicEnvironmentKey { static let defaultValue = Checkout.classic }
struct BannerKey: DynamicEnvironmentKey { static let defaultValue: String? = nil }

// Segments, which flags name.
struct IsInsiderKey: DynamicEnvironmentKey { static let defaultValue = false }
struct IsCurrentKey: DynamicEnvironmentKey { static let defaultValue = false }

extension DynamicEnvironmentPaths {
  var visitor: Visitor? {
    get { self[dynamic: VisitorKey.self] }
    set { self[dynamic: VisitorKey.self] = newValue }
  }
  var now: Date {
    get { self[dynamic: NowKey.self] }
    set { self[dynamic: NowKey.self] = newValue }
  }
  /// The flags that operations has switched off.
  var killed: [String] {
    get { self[dynamic: KilledKey.self] }
    set { self[dynamic: KilledKey.self] = newValue }
  }
  var newSearch: Bool { self[dynamic: NewSearchKey.self] }
  var checkout: Checkout { self[dynamic: CheckoutKey.self] }
  var banner: String? { self[dynamic: BannerKey.self] }
  var isInsider: Bool { self[dynamic: IsInsiderKey.self] }
  var isCurrent: Bool { self[dynamic: IsCurrentKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(
    \.visitor, \.now, \.killed, \.newSearch, \.checkout, \.banner, \.isInsider, \.isCurrent)
}
