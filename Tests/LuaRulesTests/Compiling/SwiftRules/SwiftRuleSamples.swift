import LuaRules

// The keys and types that tests of rules in Swift use.

enum SwiftRuleSamples {
  enum Priority: String, Sendable { case low, normal, high }
  enum Tone: Sendable { case gray, red, black }
  enum Grade: Int, Sendable, Comparable {
    case first = 10
    case second = 5

    static func < (left: Grade, right: Grade) -> Bool { left.rawValue > right.rawValue }
  }

  /// Shows its members by reflection.
  struct Author: Sendable {
    var name: String
    var age: Int
    var mail: String?
  }

  /// Shows the members that it lists.
  struct Item: Sendable, RuleObject {
    var title: String
    var priority: Priority
    var note: String?
    var count: Int
    var author = Author(name: "Ann", age: 40)
    var isUrgent: Bool { priority == .high }
    var hidden = 1

    static let ruleMembers: RuleMembers<Item> = [
      .init("title", \.title), .init("priority", \.priority), .init("note", \.note),
      .init("count", \.count), .init("author", \.author), .init("urgent", \.isUrgent),
    ]
  }

  final class Member: Sendable, Equatable {
    let name: String

    init(_ name: String) { self.name = name }

    static func == (left: Member, right: Member) -> Bool { left.name == right.name }
  }

  struct Shown: Equatable { var text: String }

  struct AnyShown: TypeErasingBox {
    let text: String

    init?(boxing value: Any) {
      guard let shown = value as? Shown else { return nil }
      text = shown.text
    }
  }

  struct ItemKey: DynamicEnvironmentKey { static let defaultValue: Item? = nil }
  struct StockKey: DynamicEnvironmentKey {
    static let defaultValue = Item(title: "stock", priority: .normal, note: nil, count: 3)
  }
  struct ToneKey: DynamicEnvironmentKey { static let defaultValue = Tone.black }
  struct GradeKey: DynamicEnvironmentKey { static let defaultValue = Grade.first }
  struct DeviceKey: DynamicEnvironmentKey { static let defaultValue = "mac" }
  struct HeadingKey: DynamicEnvironmentKey { static let defaultValue = "untitled" }
  struct SubtitleKey: DynamicEnvironmentKey { static let defaultValue: String? = nil }
  struct FooterKey: DynamicEnvironmentKey { static let defaultValue = "none" }
  struct AmountKey: DynamicEnvironmentKey { static let defaultValue = 0 }
  struct RatioKey: DynamicEnvironmentKey { static let defaultValue = 1.0 }
  struct FlagKey: DynamicEnvironmentKey { static let defaultValue = false }
  struct MemberKey: DynamicEnvironmentKey { static let defaultValue: Member? = nil }
  struct OwnerKey: DynamicEnvironmentKey { static let defaultValue: Member? = nil }
  struct LabelsKey: DynamicEnvironmentKey { static let defaultValue: [String] = [] }
  struct BoxedKey: DynamicEnvironmentKey { static var defaultValue: AnyShown? { nil } }
  struct ShownKey: DynamicEnvironmentKey { static var defaultValue: Shown? { nil } }
}

extension DynamicEnvironmentPaths {
  var item: SwiftRuleSamples.Item? {
    get { self[dynamic: SwiftRuleSamples.ItemKey.self] }
    set { self[dynamic: SwiftRuleSamples.ItemKey.self] = newValue }
  }
  var stock: SwiftRuleSamples.Item {
    get { self[dynamic: SwiftRuleSamples.StockKey.self] }
    set { self[dynamic: SwiftRuleSamples.StockKey.self] = newValue }
  }
  var tone: SwiftRuleSamples.Tone {
    get { self[dynamic: SwiftRuleSamples.ToneKey.self] }
    set { self[dynamic: SwiftRuleSamples.ToneKey.self] = newValue }
  }
  var grade: SwiftRuleSamples.Grade {
    get { self[dynamic: SwiftRuleSamples.GradeKey.self] }
    set { self[dynamic: SwiftRuleSamples.GradeKey.self] = newValue }
  }
  var device: String {
    get { self[dynamic: SwiftRuleSamples.DeviceKey.self] }
    set { self[dynamic: SwiftRuleSamples.DeviceKey.self] = newValue }
  }
  var heading: String {
    get { self[dynamic: SwiftRuleSamples.HeadingKey.self] }
    set { self[dynamic: SwiftRuleSamples.HeadingKey.self] = newValue }
  }
  var subtitle: String? {
    get { self[dynamic: SwiftRuleSamples.SubtitleKey.self] }
    set { self[dynamic: SwiftRuleSamples.SubtitleKey.self] = newValue }
  }
  var footer: String {
    get { self[dynamic: SwiftRuleSamples.FooterKey.self] }
    set { self[dynamic: SwiftRuleSamples.FooterKey.self] = newValue }
  }
  var amount: Int {
    get { self[dynamic: SwiftRuleSamples.AmountKey.self] }
    set { self[dynamic: SwiftRuleSamples.AmountKey.self] = newValue }
  }
  var ratio: Double {
    get { self[dynamic: SwiftRuleSamples.RatioKey.self] }
    set { self[dynamic: SwiftRuleSamples.RatioKey.self] = newValue }
  }
  var flag: Bool {
    get { self[dynamic: SwiftRuleSamples.FlagKey.self] }
    set { self[dynamic: SwiftRuleSamples.FlagKey.self] = newValue }
  }
  var member: SwiftRuleSamples.Member? {
    get { self[dynamic: SwiftRuleSamples.MemberKey.self] }
    set { self[dynamic: SwiftRuleSamples.MemberKey.self] = newValue }
  }
  var owner: SwiftRuleSamples.Member? {
    get { self[dynamic: SwiftRuleSamples.OwnerKey.self] }
    set { self[dynamic: SwiftRuleSamples.OwnerKey.self] = newValue }
  }
  var labels: [String] {
    get { self[dynamic: SwiftRuleSamples.LabelsKey.self] }
    set { self[dynamic: SwiftRuleSamples.LabelsKey.self] = newValue }
  }
  var boxed: SwiftRuleSamples.AnyShown? { self[dynamic: SwiftRuleSamples.BoxedKey.self] }
  var shown: SwiftRuleSamples.Shown? { self[dynamic: SwiftRuleSamples.ShownKey.self] }
}
