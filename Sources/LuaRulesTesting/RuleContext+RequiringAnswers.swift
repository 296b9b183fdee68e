import LuaRules
import Testing

extension RuleContext {
  /// Returns a copy that records an issue when a question falls to the default of its key.
  ///
  /// ```swift
  /// let context = RuleContext(rules).requiringAnswers()
  /// context.fancyColor       // fails the test, unless a rule says what the color is
  /// ```
  ///
  /// Each key is told once. An error that an accessor replaces by the default is an issue, too,
  /// unless the context has an ``onError``. The copy's ``model`` carries the observation on, such as
  /// to an environment.
  ///
  /// - Parameters:
  ///   - accessors: The accessors of keys for which a default is fine.
  ///   - sourceLocation: The place to which issues belong.
  /// - Returns: The copy. A path that is not the accessor of a key is an issue.
  public func requiringAnswers<each Value>(
    except accessors: repeat KeyPath<RuleContext, each Value>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> RuleContext {
    var allowed: Set<String> = []
    switch Self.keyNames(of: repeat each accessors) {
    case .success(let names): allowed = names
    case .failure(let error): Issue.record(error, sourceLocation: sourceLocation)
    }
    return reporting(
      to: DefaultAnswerReporter(allowing: allowed, sourceLocation: sourceLocation))
  }

  /// Returns a copy whose answers by default are reported.
  func reporting(to reporter: DefaultAnswerReporter) -> RuleContext {
    var copy = self
    copy.model = model.observed(by: reporter)
    if copy.onError == nil { copy.onError = { reporter.report($0) } }
    return copy
  }

  /// Returns the names of the keys behind accessors, or the error of a path that is no accessor.
  static func keyNames<each Value>(
    of accessors: repeat KeyPath<RuleContext, each Value>
  ) -> Result<Set<String>, RuleError> {
    Result { () throws(RuleError) in
      var names: Set<String> = []
      for accessor in repeat each accessors { names.insert(try keyName(of: accessor)) }
      return names
    }
  }
}
