import LuaBridge

/// The answer of a context for a key, in a form that can be compared and printed.
enum Decision {
  /// A value: the Swift value if there is one, its JSON, and its text without secrets.
  case value(Any?, json: String, printed: String)
  /// No answer, so the key's default is used.
  case nothing
  case error(RuleError)

  /// Returns whether two decisions are the same.
  ///
  /// Values of one `Equatable` type are compared by `==`, others by their JSON; errors
  /// by code and message, not by location. A suspended rule counts as the same error as
  /// one that uses up its budget.
  func isSame(as other: Decision) -> Bool {
    switch (self, other) {
    case (.value(let left?, _, _), .value(let right?, _, _)) where Self.areEqual(left, right) != nil:
      Self.areEqual(left, right) == true
    case (.value(_, let left, _), .value(_, let right, _)): left == right
    case (.nothing, .nothing): true
    case (.error(let left), .error(let right)):
      left.code == right.code && left.message == right.message
        || Set([left.code, right.code]) == [.budget, .suspended]
    default: false
    }
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool? {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool? {
      (right as? Value).map { left == $0 }
    }
    guard let left = left as? any Equatable else { return nil }
    return isEqual(left)
  }

  /// A short text of the decision, without secrets.
  var text: String {
    switch self {
    case .value(_, _, let printed): printed
    case .nothing: "the key's default"
    case .error(let error): "error: \(error.message)".shortened(to: 60)
    }
  }
}

extension RuleContext {
  /// Asks for a key or a path; an error is also a decision.
  func decision(at path: String) -> Decision {
    do throws(RuleError) {
      return try Evaluation.with(self) { evaluation throws(RuleError) in
        guard let answer = try evaluation.answer(at: path), !answer.isNothing else {
          return .nothing
        }
        let type = evaluation.declaredType(at: path)
        let value = try evaluation.copy(answer, named: path, as: type)
        let subjects: (ObjectHandle) -> String? = { handle in
          evaluation.subject(of: handle).map { String(describing: $0) }
        }
        let swift = answer.rawAnswer.swiftValue
        do {
          let json = try JSON.write(value, as: type, object: subjects)
          return .value(swift, json: json, printed: evaluation.printed(answer, named: path))
        } catch {
          throw RuleError(.wrongValue, "the value has no JSON form")
        }
      }
    } catch {
      return .error(error)
    }
  }
}
