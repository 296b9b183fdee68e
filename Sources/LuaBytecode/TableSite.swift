/// The location in a rule file where a table was written, with the locations of
/// its fields.
///
/// Lua does not record where a table comes from, so the location is derived
/// from the code of the file. It is a help for messages, not a promise: if the
/// code cannot be followed, it is absent. Lines are computed when they are
/// needed.
package struct TableSite: Sendable {
  /// The tables in the code of a file.
  package final class File: Sendable {
    package let written: WrittenTables
    package let constants: [CompiledFunction.Constant]
    /// Whether the code is that of the main function.
    fileprivate let isMain: Bool

    package init(
      _ written: WrittenTables, _ constants: [CompiledFunction.Constant], isMain: Bool
    ) {
      self.written = written
      self.constants = constants
      self.isMain = isMain
    }
  }

  private let file: File
  private let number: Int32
  private let depth: Int

  private init(file: File, number: Int32, depth: Int) {
    self.file = file
    self.number = number
    self.depth = depth
  }

  /// The site of a table with a number.
  package init(_ number: Int32, of file: File) { self.init(file: file, number: number, depth: 0) }

  /// The maximum nesting depth of tables that is followed; rules are nested far
  /// less.
  private static let depthLimit = 100

  private var table: WrittenTable { file.written[number] }

  /// A field or element of a table.
  package struct Field: Sendable {
    private let site: TableSite
    private let entry: WrittenEntry
    private let hasName: Bool

    fileprivate init(_ entry: WrittenEntry, of site: TableSite, hasName: Bool) {
      self.site = site
      self.entry = entry
      self.hasName = hasName
    }

    /// The line of the field, or of its value's word `function` or `{`.
    ///
    /// For an element, the line of its table's first field is used, because the
    /// token before its `{` may be on an earlier line.
    package var line: Int {
      let ownLine = hasName || entry.value.isNamed ? nil : table?.line
      return min(Int(entry.line), ownLine ?? Int(entry.value.line))
    }

    /// The table that was written as its value, unless it is the table around
    /// it.
    package var table: TableSite? {
      guard let number = entry.value.table, number != site.number,
        site.depth < TableSite.depthLimit
      else { return nil }
      return TableSite(file: site.file, number: number, depth: site.depth + 1)
    }
  }

  /// The line of the first stored field; of the constructor if the table is
  /// empty.
  package var line: Int {
    var line = Int.max
    let table = table
    var next = table.firstField
    while next >= 0 {
      let field = file.written.fields[Int(next)]
      line = min(line, Int(field.entry.line), Int(field.entry.value.line))
      next = field.next
    }
    if let first = table.elements.first ?? table.anyElement {
      line = min(line, Field(first, of: self, hasName: false).line)
    }
    // The token before the first element's `{` is the enclosing `{`.
    if let value = table.elements.first?.value, value.table != nil, !value.isNamed {
      line = min(line, Int(value.line))
    }
    return line == Int.max ? Int(table.line) : line
  }

  /// The number of the table in the main function; `nil` if an inner function
  /// writes it.
  package var numberInMain: Int32? { file.isMain ? number : nil }

  /// Whether a list with a number of elements has elements of which the
  /// positions are not known.
  package func isUncertain(count: Int) -> Bool {
    let table = file.written.tables[Int(number)]
    return table.anyElement != nil || table.elements.count != count
  }

  /// The number of named fields.
  package var fieldCount: Int { Int(file.written.tables[Int(number)].fieldCount) }

  /// The named fields, in the order of storing; each name occurs once.
  package var fields: [(name: String, site: Field)] {
    var fields: [(name: String, site: Field)] = []
    var next = table.firstField
    while next >= 0 {
      let field = file.written.fields[Int(next)]
      if case .string(let name) = file.constants[Int(field.name)] {
        fields.append(
          (String(decoding: name, as: UTF8.self), Field(field.entry, of: self, hasName: true)))
      }
      next = field.next
    }
    return fields
  }

  /// Elements 1, 2, 3 …, as far as their order is known.
  package var elements: [Field] { table.elements.map { Field($0, of: self, hasName: false) } }

  /// An element that represents all elements that are not in `elements`, such
  /// as those added in a loop.
  package var anyElement: Field? { table.anyElement.map { Field($0, of: self, hasName: false) } }

  /// Returns the field with a name.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package func field(_ name: String) -> Field? {
    entry(ofField: name).map { Field($0, of: self, hasName: true) }
  }

  /// Returns the line of the field with a name.
  package func line(ofField name: String) -> Int? {
    entry(ofField: name).map { Int(min($0.line, $0.value.line)) }
  }

  private func entry(ofField name: String) -> WrittenEntry? {
    let length = name.utf8.count
    var next = file.written.tables[Int(number)].firstField
    while next >= 0 {
      let field = file.written.fields[Int(next)]
      if field.nameLength == length, file.constants[Int(field.name)].isText(name) {
        return field.entry
      }
      next = field.next
    }
    return nil
  }

  /// Returns the element with a position, counted from 1.
  package func element(_ index: Int) -> Field? {
    let isKnown = index >= 1 && index <= file.written.tables[Int(number)].elements.count
    let entry =
      isKnown ? file.written.tables[Int(number)].elements[index - 1] : table.anyElement
    return entry.map { Field($0, of: self, hasName: false) }
  }

  /// Returns the location of the table that a file returns.
  ///
  /// - Parameters:
  ///   - main: The main function of the file.
  ///   - functionLines: The lines of the functions in it, by their numbers.
  /// - Returns: The site; `nil` if the table is not written in the file.
  /// - Complexity: O(*n*) in the number of instructions.
  package static func ofReturnedValue(of main: CompiledFunction, functionLines: [Int]) -> TableSite?
  {
    var walk = TableWalk(main, functionLines: functionLines)
    return walk.returnedTable().map {
      TableSite(file: File(walk.tables, main.constants, isMain: true), number: $0, depth: 0)
    }
  }
}
