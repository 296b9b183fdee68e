import Logging
import LuaBridge
import LuaRules

/// The answers for a key that two sets of rules give in one context.
struct ComparedAnswers {
  /// A context in which they differ.
  struct Difference {
    let context: LuaTable
    let old: RuleSetDiff.Decision
    let new: RuleSetDiff.Decision

    /// Whether a side fails.
    var hasError: Bool { old.error != nil || new.error != nil }

    /// Whether a side uses up its budget.
    var isExhausted: Bool { [old, new].contains { $0.error?.code == .budget } }
  }

  /// What is known of the answers in a context.
  enum Comparison {
    case same
    /// Both fail, at least one of them because it uses up its budget.
    case exhausted
    case differs(Difference)
    /// A rule calls a host function that is not known.
    case unknown(function: String)
  }

  let key: String
  let old: RuleModel
  let new: RuleModel
  /// The host functions that are not at hand.
  var unknownHost: UnknownHostFunctions?

  /// Asks both sets; returns `nil` if nothing shows that the answers differ.
  func difference(in values: LuaTable) -> Difference? {
    if case .differs(let found)? = comparison(in: values) { found } else { nil }
  }

  /// Asks both sets; returns `nil` if the context cannot be made.
  func comparison(in values: LuaTable) -> Comparison? {
    guard let left = try? old.context(of: values), let right = try? new.context(of: values) else {
      return nil
    }
    return comparison(left, right, in: values)
  }

  /// Asks contexts that were made of the values already.
  func comparison(
    _ left: RuleContext, _ right: RuleContext, in values: LuaTable
  ) -> Comparison {
    let before = unknownHost?.called.count
    let (one, other) = (answer(left), answer(right))
    if let called = unknownHost?.called, called.count != before {
      return .unknown(function: called.last ?? "")
    }
    guard !RuleSetProof.isSame(one, other) else {
      return [one, other].contains { $0.isExhausted } ? .exhausted : .same
    }
    return .differs(
      Difference(
        context: values, old: RuleSetDiff.Decision(one), new: RuleSetDiff.Decision(other)))
  }

  private func answer(_ context: RuleContext) -> Swift.Result<PlainAnswer, RuleError> {
    Swift.Result { () throws(RuleError) in try context.plainAnswer(at: key) }
  }
}

extension RuleModel {
  /// Returns a context with values, in which what rules print goes nowhere; throws if a value is not of its
  /// declared type.
  func context(of values: LuaTable) throws -> RuleContext {
    var context = RuleContext(self)
    context.logger = Self.silent
    try context.setValues(of: values)
    return context
  }

  private static let silent = Logger(label: "luarules") { _ in SwiftLogNoOpLogHandler() }
}

extension Swift.Result where Failure == RuleError {
  fileprivate var isExhausted: Bool {
    if case .failure(let error) = self { error.code == .budget } else { false }
  }
}

extension RuleSetProof {
  /// Whether two answers are equal, or both are errors.
  static func isSame(
    _ left: Swift.Result<PlainAnswer, RuleError>, _ right: Swift.Result<PlainAnswer, RuleError>
  ) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left.value.isEqual(to: right.value)
    case (.failure, .failure): true
    default: false
    }
  }
}
