import LuaBridge

/// What a context answers for a key, to be compared and printed.
enum Decision {
  /// A value: as Swift has it, if it does; as JSON; and as people may see it.
  case value(Any?, json: String, printed: String)
  /// Nothing but the key's own default.
  case nothing
  case error(RuleError)

  /// Returns whether two decisions are the same.
  ///
  /// Values of one `Equatable` type are compared by `==`, others by their JSON;
  /// errors by what they say, wherever. A rule that is suspended is one that
  /// uses up its budget.
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

  /// The decision in few words, without secrets.
  var text: String {
    switch self {
    case .value(_, _, let printed): printed
    case .nothing: "the key's default"
    case .error(let error): "error: \(error.message)".shortened(to: 60)
    }
  }
}

extension RuleContext {
  /// Asks for a key or a path, whatever comes of it.
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
        let swift = answer.payload.swiftValue
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
