// The cost of building in addition to one step for each instruction.

extension DecisionBuilder {
  /// How many nodes of a copied function are free, and the price in steps of
  /// each further node.
  private static var freeNodes: Int { 16 }
  private static var nodePrice: Int { 16 }

  /// Charges for the nodes that a copied function added to the code.
  ///
  /// Copies take little time but memory: a loop in a file can make many rules
  /// of one function.
  mutating func chargeCopy(since nodesBefore: Int) {
    totalSteps += max(0, code.nodes.count - nodesBefore - Self.freeNodes) * Self.nodePrice
  }

  /// Charges for work, one step for some dozens of comparisons.
  mutating func charge(comparisons: Int) { steps += comparisons / 32 }

  /// Charges for bytes that are copied and scanned.
  mutating func charge(bytes: Int) { steps += bytes / 256 }

  /// Charges for the entries that were read of a captured table.
  mutating func charge(entries: Int) { steps += entries / 4 }
}
