extension RuleContext {
  /// Runs `body` with the answer for a path of names, or else for another name, if one is set or a rule
  /// answers for it; both are asked in one evaluation.
  ///
  /// A name that is neither set, nor assigned, nor declared is no error here; nor is one that cannot be
  /// the name of a key.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - other: The name to ask if the path has no answer.
  ///   - takesDefaults: Whether a default that the schema declares answers where nothing is set and no
  ///     rule answers.
  ///   - body: Is called at most once, during the evaluation.
  /// - Throws: ``RuleError`` from a rule or from `body`, or for a value that does not fit the declared
  ///   type of its key.
  package func withAnswer(
    at path: String, or other: @autoclosure () -> String?, takingDefaults takesDefaults: Bool,
    _ body: (FoundAnswer) throws(RuleError) -> Void
  ) throws(RuleError) {
    guard let observers = model.observers?.pick() else {
      try Evaluation.with(self) { evaluation throws(RuleError) in
        let found = try evaluation.found(at: path, or: other, takesDefaults)
        if let found { try body(found) }
      }
      return
    }
    var name = path
    _ = try observing(observers, at: name) { () throws(RuleError) in
      try Evaluation.with(self) { evaluation throws(RuleError) in
        guard let found = try evaluation.found(at: path, or: other, takesDefaults) else {
          return RuleAnswer<(any Sendable)?>(nil, .nothing)
        }
        name = found.name
        try body(found)
        return RuleAnswer(try found.natural, found.answer.origin)
      }
    }
  }
}

extension Evaluation {
  fileprivate func found(
    at path: String, or other: () -> String?, _ takesDefaults: Bool
  ) throws(RuleError) -> FoundAnswer? {
    let first = try foundName(path)
    if let first, first.isGiven { return try check(first) }
    let second = try other().flatMap { (name) throws(RuleError) in try foundName(name) }
    if let second, second.isGiven { return try check(second) }
    return takesDefaults ? first ?? second : nil
  }

  private func foundName(_ name: String) throws(RuleError) -> FoundAnswer? {
    NamePath.problem(of: name) == nil ? try found(at: name) : nil
  }
}
