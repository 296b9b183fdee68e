// What building costs beside a step for each instruction.

extension NativeBuilder {
  /// Nodes of a copied function that cost nothing, and the steps that each other one is worth.
  private static var freeNodes: Int { 16 }
  private static var nodePrice: Int { 16 }

  /// Counts what a copied function adds to the code since it had so many nodes.
  ///
  /// Copies take no time worth counting, but memory: a loop makes many rules of one function.
  mutating func chargeCopy(since nodesBefore: Int) {
    totalSteps += max(0, code.nodes.count - nodesBefore - Self.freeNodes) * Self.nodePrice
  }

  /// Counts work, one step for some dozens of comparisons.
  mutating func charge(comparisons: Int) { steps += comparisons / 32 }

  /// Counts bytes that are copied and looked through.
  mutating func charge(bytes: Int) { steps += bytes / 256 }

  /// Counts what was read of a table outside.
  mutating func charge(entries: Int) { steps += entries / 4 }
}
