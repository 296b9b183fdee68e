/// What loading does about names that can never matter.
///
/// These are keys of rules that are neither declared in the schema nor read by any rule of the model,
/// and members that a declared type does not have. Without a schema nothing is looked for.
///
/// No key is judged if some function may read any key: one that uses its context otherwise than by
/// constant names, such as `c[name]` or `helper(c)`, or a host function that gets the context. Members
/// are judged all the same.
///
/// Each model is loaded alone. Where keys of one are read by another one, as by the model that it is a
/// fallback of, ``warn`` loads both; ``RuleModel/warnings`` of the joined models does not tell such keys.
public enum UnusedKeyPolicy: String, Sendable, CaseIterable {
  /// Refuses to load a name that is a slip away from a known one, and warns of all others: rules may
  /// be newer than the program that reads them.
  case standard
  /// Refuses to load any such name.
  case refuse
  /// Warns; see ``RuleModel/warnings``.
  case warn
  /// Ignores such names.
  case allow
}
