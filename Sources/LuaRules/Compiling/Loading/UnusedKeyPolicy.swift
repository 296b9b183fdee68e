/// What loading does about names that can never matter.
///
/// These are keys of rules that are neither declared in the schema nor read by any rule of the model,
/// names in patterns that are neither declared nor assigned, and members that a declared type does not
/// have. Without a schema nothing is looked for.
///
/// Some functions may read any key: one that uses its context otherwise than by constant names, such as
/// `c[name]` or `helper(c)`, or a host function that gets the context. With such a function, only keys
/// that are a slip away from a declared name are judged. A function that reads an unknown key is reported
/// only if its name is such a slip: the program may set keys that it does not declare.
///
/// Each model is loaded alone. Where keys of one are read by another one, as by the model that it is a
/// fallback of, ``warn`` loads both; ``RuleModel/warnings`` of the joined models does not list such keys.
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
