/// A Swift type that describes itself for rules and JSON.
public protocol ValueTypeProviding {
  /// The type that describes the values for rules and JSON.
  ///
  /// Use ``ValueType/init(describing:)`` for the types of members: it ends the
  /// description of a type that contains itself.
  static var valueType: ValueType { get }
}

extension RuleRecord: ValueTypeProviding {
  /// Anything: the members of a record are known only while the program runs.
  public static var valueType: ValueType { .any }
}
