import LuaRules

/// Something that somebody wants to be bought.
struct Request: Sendable {
  enum Status: String, Sendable { case draft, submitted, approved, rejected, ordered }

  let title: String
  let author: String
  let cents: Int
  var status = Status.draft
  /// The managers who agreed.
  var approvals: [String] = []
}

/// What rules see of a request; its title is none of their business.
extension Request: RuleObject {
  static let ruleMembers: RuleMembers<Request> = [
    .init("author", \.author),
    .init("cents", \.cents),
    .init("status", \.status),
    .init("approvals", \.approvals),
  ]
}

/// Somebody who looks at requests.
struct Person: Sendable, RuleObject {
  enum Role: String, Sendable { case manager, buyer }

  let name: String
  var roles: [Role] = []

  static let ruleMembers: RuleMembers<Person> = [.init("name", \.name), .init("roles", \.roles)]
}

enum Action: String, Sendable { case submit, withdraw, approve, reject, order }

/// What a person sees of a request.
enum Screen: String, Sendable { case form, decision, summary, receipt }
