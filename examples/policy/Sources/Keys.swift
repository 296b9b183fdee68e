import Foundation
import LuaRules

/// Who asks.
struct User: Sendable, RuleObject {
  enum Role: String, Sendable { case editor, auditor, legal }

  let name: String
  let team: String
  var roles: [Role] = []

  static let ruleMembers: RuleMembers<User> = [
    .init("name", \.name), .init("team", \.team), .init("roles", \.roles),
  ]
}

/// What is asked about; rules see nothing of what it says.
struct Document: Sendable, RuleObject {
  let title: String
  let owner: String
  let team: String
  var isOnHold = false
  var published: Date?

  static let ruleMembers: RuleMembers<Document> = [
    .init("owner", \.owner), .init("team", \.team), .init("isOnHold", \.isOnHold),
    .init("published", \.published),
  ]
}

enum Operation: String, Sendable { case read, edit, share, delete }
enum Decision: String, Sendable { case allow, deny }

// MARK: - Keys

struct UserKey: DynamicEnvironmentKey { static let defaultValue: User? = nil }
struct DocumentKey: DynamicEnvironmentKey { static let defaultValue: Document? = nil }
struct OperationKey: DynamicEnvironmentKey { static let defaultValue = Operation.read }
struct NowKey: DynamicEnvironmentKey { static let defaultValue = Date.distantFuture }

/// Denied by default: where no rule answers, and also where one fails.
struct DecisionKey: DynamicEnvironmentKey {
  static let defaultValue = Decision.deny
  static let valueOnError = Decision.deny
}

/// All reasons why something is denied: each rule that holds gives one.
///
/// Without a reason something may be allowed, so a rule that fails is a reason as well.
struct DenialsKey: DynamicEnvironmentKey {
  static let defaultValue: [String] = []
  static let valueOnError = ["the rules failed"]
  static let hitPolicy = HitPolicy.collect
}

extension DynamicEnvironmentPaths {
  var user: User? {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
  var document: Document? {
    get { self[dynamic: DocumentKey.self] }
    set { self[dynamic: DocumentKey.self] = newValue }
  }
  var operation: Operation {
    get { self[dynamic: OperationKey.self] }
    set { self[dynamic: OperationKey.self] = newValue }
  }
  var now: Date {
    get { self[dynamic: NowKey.self] }
    set { self[dynamic: NowKey.self] = newValue }
  }
  var decision: Decision { self[dynamic: DecisionKey.self] }
  var denials: [String] { self[dynamic: DenialsKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(\.user, \.document, \.operation, \.now, \.decision, \.denials)
}
