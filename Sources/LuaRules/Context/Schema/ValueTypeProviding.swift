/// A Swift type that knows what it is for rules and JSON.
public protocol ValueTypeProviding {
  /// What values of the type are, for rules and JSON.
  ///
  /// Types of members are best taken from ``ValueType/init(describing:)``,
  /// which ends the description of a type that contains itself.
  static var valueType: ValueType { get }
}

extension RuleRecord: ValueTypeProviding {
  /// Anything: which members a record has is known only while the program runs.
  public static var valueType: ValueType { .any }
}
