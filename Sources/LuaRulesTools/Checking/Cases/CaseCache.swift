import LuaBridge
import LuaRules

/// A cache of what rules do in cases.
///
/// What a rule does depends only on the values of the paths that it reads, itself or by way of other keys.
final class CaseCache {
  /// The paths of a case that something depends on.
  struct Question: Hashable {
    let subject: Subject
    let settings: [String: LuaType]
  }

  enum Subject: Hashable {
    case key(String)
    case conditions(Int)
  }

  private var variables: CaseVariables
  private var types: [Question: LuaType?] = [:]
  private var truths: [Question: Bool?] = [:]
  private static let mostAnswers = 1 << 14

  init(_ variables: CaseVariables) { self.variables = variables }

  /// Returns the question what rules give to a key in a case.
  func question(_ key: String, in settings: [String: LuaType]) -> Question {
    let names = variables.names(behind: key)
    return Question(subject: .key(key), settings: settings.filter { names.concern($0.key) })
  }

  /// Returns the question whether a rule holds in a case.
  func question(_ rule: InspectedRule, in settings: [String: LuaType]) -> Question {
    let names = variables.names(behind: rule)
    return Question(
      subject: .conditions(rule.declarationIndex),
      settings: settings.filter { names.concern($0.key) })
  }

  func type(_ question: Question) -> LuaType?? { types[question] }

  func truth(_ question: Question) -> Bool?? { truths[question] }

  func note(_ type: LuaType?, for question: Question) {
    if types.count < Self.mostAnswers { types[question] = .some(type) }
  }

  func note(_ truth: Bool?, for question: Question) {
    if truths.count < Self.mostAnswers { truths[question] = .some(truth) }
  }
}
