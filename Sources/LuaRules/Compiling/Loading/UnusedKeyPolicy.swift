/// What loading does about names that can never matter.
///
/// These are keys of rules that are neither declared in the schema nor read by any rule of the model,
/// and members that a declared type does not have. Without a schema nothing is looked for; and no key is
/// judged if some rule's function uses its context in a way that may read any key, such as
/// `c[name]` or `helper(c)`.
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
