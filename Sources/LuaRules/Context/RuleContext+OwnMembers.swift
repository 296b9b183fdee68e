extension RuleContext {
  /// The name of a member that contexts have themselves, if a path leads to one.
  ///
  /// A key of the same name has no accessor: Swift takes the context's own member.
  static func ownMember(at path: AnyKeyPath) -> String? {
    switch path {
    case \RuleContext.model: "model"
    case \RuleContext.logger: "logger"
    case \RuleContext.onError: "onError"
    case \RuleContext.wantsTraceback: "wantsTraceback"
    case \RuleContext.budgetCap: "budgetCap"
    case \RuleContext.setNames: "setNames"
    case \RuleContext.description: "description"
    case \RuleContext.luaRepresentation: "luaRepresentation"
    default: nil
    }
  }

  /// The error of a path that is not the accessor of a key.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - subject: What the path is in the sentence, such as "path number 2 of the schema".
  /// - Returns: An error that tells a member of the context from other paths.
  static func notAnAccessor(_ path: AnyKeyPath, _ subject: String = "the path") -> RuleError {
    guard let member = ownMember(at: path) else {
      return RuleError(
        .notAnAccessor, "\(subject) is not the accessor of a key",
        hint: "an accessor is written `self[dynamic: SomeKey.self]`")
    }
    return RuleError(
      .notAnAccessor,
      "\(subject) is not the accessor of a key: every context has a member `\(member)` of its own",
      hint: "give the accessor of the key another name; rules may go on calling the key `\(member)`"
    )
  }
}
