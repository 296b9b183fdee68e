/// A function, with the tables that its code writes.
package final class WalkedFunction: Sendable {
  package let file: TableSite.File
  /// Whether it is the main function of a file.
  package let isMain: Bool
  /// The calls of functions that are written in it.
  package let calls: [WrittenCall]
  /// The tables that are arguments, or are added to a list that has a name.
  package let givenTables: Set<Int32>
  /// For each table that becomes an element of a list, the list.
  package let lists: [Int32: Int32]
  /// The fields that may have another value, or be absent.
  package let uncertainFields: Set<Int32>
  /// The tables with fields or elements that are not known.
  package let openTables: Set<Int32>
  /// Whether an element is put before others.
  package let changesOrder: Bool
  /// The lines of the functions in it, by their numbers.
  package let functionLines: [Int]
  /// For each table, whether the function makes it exactly once when it runs.
  package let runsOnce: [Bool]

  /// Walks through a function, without the functions in it.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - isMain: Whether it is the main function of a file.
  /// - Complexity: O(*n* log *n*) in the number of instructions.
  package init(_ function: CompiledFunction, isMain: Bool) {
    functionLines = function.functions.map(\.lineDefined)
    self.isMain = isMain
    let notes = WalkNotes()
    var walk = TableWalk(function, functionLines: functionLines, notes: notes)
    _ = walk.returnedTable()
    file = TableSite.File(walk.tables, function.constants, isMain: isMain)
    calls = notes.calls
    givenTables = notes.givenTables
    lists = notes.lists
    uncertainFields = notes.uncertainFields
    openTables = notes.openTables
    changesOrder = notes.changesOrder
    runsOnce = walk.tables.tables.map { [walk] in walk.runsOnce(at: Int($0.position)) }
  }

  /// Returns the name of a field.
  package func name(_ field: WrittenField) -> [UInt8]? {
    guard case .string(let name)? = file.constants[at: field.name] else { return nil }
    return name
  }

  /// Returns the index of the field of a table that has a name.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package func field(_ name: String, of table: Int32) -> Int32? {
    let length = name.utf8.count
    var next = file.written.tables[Int(table)].firstField
    while next >= 0 {
      let field = file.written.fields[Int(next)]
      if field.nameLength == length, file.constants[at: field.name]?.isText(name) == true {
        return next
      }
      next = field.next
    }
    return nil
  }
}

extension [CompiledFunction.Constant] {
  /// Returns a constant, or `nil` if there is none with this index.
  package subscript(at index: Int32) -> CompiledFunction.Constant? {
    indices.contains(Int(index)) ? self[Int(index)] : nil
  }
}
