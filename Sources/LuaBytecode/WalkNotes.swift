/// What a walk notes besides the tables, for matching tables with the places
/// that made them.
package final class WalkNotes {
  /// The calls of functions that are written in the walked one.
  package var calls: [WrittenCall] = []
  /// The tables that are arguments, or are added to a list that has a name.
  package var givenTables: Set<Int32> = []
  /// For each table that becomes an element of a list, the list.
  package var lists: [Int32: Int32] = [:]
  /// The fields that may have another value, or be absent.
  package var uncertainFields: Set<Int32> = []
  /// The tables with fields or elements that are not known.
  package var openTables: Set<Int32> = []
  /// Whether an element is put before others.
  package var changesOrder = false

  package init() {}
}

/// A call of a function that is written in the same function.
package struct WrittenCall {
  /// The index of the called function.
  package let function: Int32
  package let arguments: [WrittenValue]
  /// Whether further arguments follow, any number of them.
  package let isOpen: Bool
  package let position: Int32
  package let line: Int32
  /// Whether it runs exactly once.
  package let runsOnce: Bool
}
