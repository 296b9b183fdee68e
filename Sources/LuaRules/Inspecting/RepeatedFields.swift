import LuaBytecode

extension CompiledFunction {
  /// The fields that occur twice in a table constructor of the code, also in functions inside.
  ///
  /// - Complexity: O(*n*) in the number of instructions.
  func repeatedFields() -> [InspectedFile.RepeatedField] {
    ownRepeatedFields + functions.flatMap { $0.repeatedFields() }
  }

  private var ownRepeatedFields: [InspectedFile.RepeatedField] {
    guard code.contains(where: { $0.opcode == .newTable }) else { return [] }
    var walk = TableWalk(self, functionLines: functions.map(\.lineDefined))
    _ = walk.returnedTable()
    return walk.tables.repeats.compactMap { field in
      name(Int(field.name)).map {
        InspectedFile.RepeatedField(
          name: $0, line: Int(field.line), firstLine: Int(field.firstLine))
      }
    }
  }
}
