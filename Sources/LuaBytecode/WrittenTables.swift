import LuaBridge

/// A table that the code of a file makes.
package struct WrittenTable: Sendable {
  private let tables: WrittenTables
  private let index: Int

  fileprivate init(_ index: Int, of tables: WrittenTables) {
    self.tables = tables
    self.index = index
  }

  private var record: WrittenTables.Record { tables.all[index] }

  /// The line of the first field, or of the instruction behind the one that makes the table.
  package var line: Int { Int(record.line) }

  /// The number of fields.
  package var fieldCount: Int { Int(record.fieldCount) }

  /// The lines of the fields, by name; of one that is stored several times the last one.
  package var fieldLines: [[UInt8]: Int] {
    var lines: [[UInt8]: Int] = [:]
    tables.forEachField(of: record) { lines[Array(tables.bytes[$0.name])] = Int($0.line) }
    return lines
  }

  /// Returns the line of a field; of one that is stored several times the last one.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package func line(ofField name: String) -> Int? {
    var line: Int?
    tables.forEachField(of: record) { field in
      if tables.bytes.hasSame(in: field.name, as: name) { line = Int(field.line) }
    }
    return line
  }

  /// Returns the line of an element of the table constructor, if it has the right number of them.
  package func line(ofElement index: Int, of count: Int) -> Int? {
    guard count > 0, record.elementCount == count else { return nil }
    var index = index
    var run = record.firstRun
    while run >= 0 {
      let elements = tables.runs[Int(run)]
      if index < elements.count { return Int(tables.elementLines[Int(elements.start) + index]) }
      index -= Int(elements.count)
      run = elements.next
    }
    return nil
  }

  /// Returns the lines of the elements of the table constructor, if it has the right number of them.
  package func elementLines(count: Int) -> [Int]? {
    guard count > 0, record.elementCount == count else { return nil }
    var lines: [Int] = []
    lines.reserveCapacity(count)
    var run = record.firstRun
    while run >= 0 {
      let elements = tables.runs[Int(run)]
      for index in elements.start..<elements.start + elements.count {
        lines.append(Int(tables.elementLines[Int(index)]))
      }
      run = elements.next
    }
    return lines
  }
}

/// The tables that the code of a file makes, with the lines of their fields.
///
/// They are found by the line of the instruction behind the one that makes the table, which the
/// `LuaTableOrigin` of a table has. The code is read from top to bottom, and jumps are ignored: a field is
/// that of the last table that was made in its register.
package final class WrittenTables: Sendable {
  /// A table; the numbers of its first and last field and run are negative if it has none.
  package struct Record: Sendable {
    /// The line of the instruction behind the one that makes the table.
    package let key: Int32
    package var line: Int32
    package var firstField: Int32 = -1
    package var lastField: Int32 = -1
    package var fieldCount: Int32 = 0
    package var firstRun: Int32 = -1
    package var lastRun: Int32 = -1
    package var elementCount: Int32 = 0
  }

  package struct Field: Sendable {
    /// Where the dump has the name.
    package let name: Range<Int>
    /// The line where the field, or its value, begins.
    package let line: Int32
    /// The next field of the table; negative for the last one.
    package var next: Int32 = -1
  }

  /// Elements that one instruction stores.
  package struct Run: Sendable {
    package let start: Int32
    package let count: Int32
    /// The next run of the table; negative for the last one.
    package var next: Int32 = -1
  }

  fileprivate let bytes: [UInt8]
  /// The tables, sorted by their keys.
  fileprivate let all: [Record]
  private let fields: [Field]
  fileprivate let runs: [Run]
  fileprivate let elementLines: [Int32]

  /// How many tables of one line are compared, and how many fields of each.
  private static let most = (inLine: 16, fields: 64)

  /// Sorts the tables that were found in a dump.
  package init(_ found: TableSearch, in bytes: [UInt8]) {
    self.bytes = bytes
    all = found.tables.sorted { $0.key < $1.key }
    fields = found.fields
    runs = found.runs
    elementLines = found.elementLines
  }

  @inline(__always)
  fileprivate func forEachField(of table: Record, _ body: (Field) -> Void) {
    var next = table.firstField
    while next >= 0 {
      let field = fields[Int(next)]
      body(field)
      next = field.next
    }
  }

  /// Returns the table that is made in front of a line's instruction.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - elements: The number of the table's elements, to choose from several.
  ///   - names: The names of its fields.
  /// - Returns: The table; `nil` if none is made there.
  /// - Complexity: O(*n*) in the number of names if several tables are made there.
  package func table(
    at line: Int, elements: Int, names: @autoclosure () -> [String]
  ) -> WrittenTable? {
    let key = Int32(clamping: line)
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low].key == key else { return nil }
    guard low + 1 < all.count, all[low + 1].key == key else { return WrittenTable(low, of: self) }
    let names = Set(names().map { Array($0.utf8) })
    var best = (index: low, agreements: -1)
    for index in low..<min(low + Self.most.inLine, all.count)
    where best.agreements <= names.count && all[index].key == key {
      var agreements = all[index].elementCount == elements ? 1 : 0
      var compared = 0
      forEachField(of: all[index]) { field in
        compared += 1
        if compared <= Self.most.fields, names.contains(Array(bytes[field.name])) {
          agreements += 1
        }
      }
      if agreements > best.agreements { best = (index, agreements) }
    }
    return WrittenTable(best.index, of: self)
  }
}
