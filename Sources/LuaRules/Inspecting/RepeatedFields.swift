import LuaBytecode

extension CompiledFunction {
  /// The fields that occur twice in a table constructor of the code, also in functions inside.
  ///
  /// - Complexity: O(*n*) in the number of instructions.
  func repeatedFields() -> [InspectedFile.RepeatedField] {
    var walk = TableWalk(self, functionLines: functions.map(\.lineDefined))
    _ = walk.returnedTable()
    let own = walk.tables.repeats.compactMap { field in
      name(Int(field.name)).map {
        InspectedFile.RepeatedField(
          name: $0, line: Int(field.line), firstLine: Int(field.firstLine))
      }
    }
    return own + functions.flatMap { $0.repeatedFields() }
  }
}
