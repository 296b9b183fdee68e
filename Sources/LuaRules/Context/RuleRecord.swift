// Here, and not beside the types: a program that sees members of imported modules only imports this one.

extension RecordLayout {
  /// Creates the layout of records.
  ///
  /// - Parameter members: Names and types. Of two with one name the later replaces the earlier.
  public convenience init(members: [(name: String, type: any Sendable.Type)]) {
    self.init(members)
  }
}

extension RuleRecord {
  /// Creates a record.
  ///
  /// - Parameters:
  ///   - layout: What members it has.
  ///   - values: Their values in the order of the layout, each of the type that is said there; a
  ///     value that is no optional may stand for an optional one.
  /// - Throws: ``ConversionError`` for a value of another type, or another number of values.
  public convenience init(
    _ layout: RecordLayout, values: [(any Sendable)?]
  ) throws(ConversionError) {
    try self.init(layout, values)
  }
}
