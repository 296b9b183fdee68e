import LuaBytecode
import LuaRules

extension CompiledFunction {
  /// The fields that occur twice in a table constructor of the code, also in functions inside.
  ///
  /// - Complexity: O(*n*) in the number of instructions.
  func repeatedFields() -> [InspectedFile.RepeatedField] {
    WrittenTables(self).tables.flatMap(\.repeatedFields)
  }
}

extension WrittenTable {
  fileprivate var repeatedFields: [InspectedFile.RepeatedField] {
    var known: [[UInt8]: Int] = [:]
    return fields.compactMap { field in
      guard let first = known.updateValue(field.line, forKey: field.name), field.isInConstructor,
        let name = String(validating: field.name, as: UTF8.self)
      else { return nil }
      return .init(name: name, line: field.line, firstLine: first)
    }
  }
}
