/// The place in a rule file where a table was written, with those of its fields.
///
/// Lua does not say where a table comes from; this is read off the code of
/// the file. It is a help for messages, not a promise: what cannot be followed
/// is absent.
final class TableSite: Sendable {
  /// A field or element of a table.
  struct Field: Sendable {
    /// The line of the field, or of the word `function` or the `{` of its value.
    let line: Int
    /// The table that was written as its value, if one was.
    let table: TableSite?
  }

  /// The line of what was stored first; of the constructor when the table is empty.
  let line: Int
  /// Fields with names, in the order of storing; a name is there once.
  let fields: [(name: String, site: Field)]
  /// Elements 1, 2, 3 …, as far as they are known in order.
  let elements: [Field]
  /// An element that stands for all that are not in `elements`, such as those added in a loop.
  let anyElement: Field?

  init(
    line: Int, fields: [(name: String, site: Field)], elements: [Field], anyElement: Field?
  ) {
    self.line = line
    self.fields = fields
    self.elements = elements
    self.anyElement = anyElement
  }

  /// Returns the field with a name.
  func field(_ name: String) -> Field? {
    fields.first { $0.name == name }?.site
  }

  /// Returns the element with a number, counted from 1.
  func element(_ index: Int) -> Field? {
    index >= 1 && index <= elements.count ? elements[index - 1] : anyElement
  }

  /// Returns the site of the table that a chunk returns, `nil` when it is not written in it.
  ///
  /// - Complexity: O(*n*) in the number of instructions.
  static func ofReturnedValue(of main: CompiledFunction) -> TableSite? {
    var walk = TableWalk(main)
    guard let table = walk.returnedTable() else { return nil }
    var building = TableSiteBuilding(tables: walk.tables)
    return building.site(of: table)
  }
}
