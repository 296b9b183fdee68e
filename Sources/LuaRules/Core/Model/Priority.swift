/// The weight of a rule, which is compared before its complexity.
///
/// Candidates with a higher priority are evaluated first, whatever their
/// predicates are.
public struct Priority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, −32768…32767; a higher number is evaluated earlier.
  public let rawValue: Int

  /// Creates a priority; returns `nil` if the number is out of range.
  public init?(rawValue: Int) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The allowed numbers.
  public static let range = -32768...32767

  /// The priority 1000.
  public static let important = Priority(1000)
  /// The priority 200.
  public static let veryHigh = Priority(200)
  /// The priority 150.
  public static let high = Priority(150)
  /// The priority 100, the default.
  public static let normal = Priority(100)
  /// The priority 50.
  public static let low = Priority(50)
  /// The priority 5.
  public static let veryLow = Priority(5)
  /// The priority 0.
  public static let fallback = Priority(0)

  /// The names that rule files may use, in upper or lower case.
  static let names: [(name: String, priority: Priority)] = [
    ("important", .important), ("very high", .veryHigh), ("high", .high), ("normal", .normal),
    ("default", .normal), ("low", .low), ("very low", .veryLow), ("fallback", .fallback),
  ]

  /// Creates the priority with a name; `veryHigh` and `very_high` are the same
  /// as `very high`.
  public init?(name: String) {
    let wanted = Self.normalized(name)
    guard let match = Self.names.first(where: { Self.normalized($0.name) == wanted }) else {
      return nil
    }
    self = match.priority
  }

  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" }
  }

  /// Returns whether the left priority is evaluated after the right one.
  public static func < (left: Priority, right: Priority) -> Bool {
    left.rawValue < right.rawValue
  }
}
