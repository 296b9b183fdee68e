// These initializers are in this module, not beside the types: a program that sees members of
// imported modules only imports this module.

extension RecordLayout {
  /// Creates the layout of records.
  ///
  /// - Parameter members: The names and types. If two names are equal, the
  ///   later one wins.
  public convenience init(members: [(name: String, type: any Sendable.Type)]) {
    self.init(members)
  }
}

extension RuleRecord {
  /// Creates a record.
  ///
  /// - Parameters:
  ///   - layout: The names and types of the members.
  ///   - values: The values in the order of the layout, each of the type that the
  ///     layout declares; an optional member also takes a value that is not
  ///     optional.
  /// - Throws: ``ConversionError`` for a value of another type, or a wrong number of values.
  public convenience init(
    _ layout: RecordLayout, values: [(any Sendable)?]
  ) throws(ConversionError) {
    try self.init(layout, values)
  }
}
