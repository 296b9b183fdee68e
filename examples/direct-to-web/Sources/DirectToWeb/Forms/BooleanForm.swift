/// The two values by which a column stores yes and no.
struct BooleanForm: Hashable, Sendable {
  let yes: Value
  let no: Value

  /// 1 and 0.
  static let standard = BooleanForm(yes: 1, no: 0)

  private static let known: [BooleanForm] =
    [standard, BooleanForm(yes: 1.0, no: 0.0)]
    + [
      ("1", "0"), ("true", "false"), ("True", "False"), ("TRUE", "FALSE"), ("t", "f"), ("T", "F"),
      ("yes", "no"), ("Yes", "No"), ("YES", "NO"), ("y", "n"), ("Y", "N"), ("on", "off"),
    ].map { BooleanForm(yes: .text($0), no: .text($1)) }

  /// Finds the form of the first value that is one of two that belong together; else 1 and 0.
  init(_ values: [Value]) {
    let found = values.lazy.compactMap { value in
      Self.known.first { $0.yes == value || $0.no == value }
    }.first
    self = found ?? .standard
  }

  private init(yes: Value, no: Value) {
    self.yes = yes
    self.no = no
  }
}
