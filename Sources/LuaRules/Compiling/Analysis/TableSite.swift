/// The place in a rule file where a table was written, with those of its fields.
///
/// Lua does not say where a table comes from; this is read off the code of
/// the file. It is a help for messages, not a promise: what cannot be followed
/// is absent. Lines are found when they are asked for.
struct TableSite: Sendable {
  /// What the code of a file writes.
  private final class File: Sendable {
    let written: WrittenTables
    let constants: [CompiledFunction.Constant]

    init(_ written: WrittenTables, _ constants: [CompiledFunction.Constant]) {
      self.written = written
      self.constants = constants
    }
  }

  private let file: File
  private let number: Int32
  private let depth: Int

  /// Tables in tables that are followed; rules are nested far less.
  private static let depthLimit = 100

  private var table: WrittenTable { file.written[number] }

  /// A field or element of a table.
  struct Field: Sendable {
    private let site: TableSite
    private let entry: WrittenEntry
    private let hasName: Bool

    fileprivate init(_ entry: WrittenEntry, of site: TableSite, hasName: Bool) {
      self.site = site
      self.entry = entry
      self.hasName = hasName
    }

    /// The line of the field, or of the word `function` or the `{` of its value.
    ///
    /// For an element its table's first field counts, as what is before its `{` may be a line
    /// above.
    var line: Int {
      let ownLine = hasName || entry.value.isNamed ? nil : table?.line
      return min(Int(entry.line), ownLine ?? Int(entry.value.line))
    }

    /// The table that was written as its value, if one was that is not the table around it.
    var table: TableSite? {
      guard let number = entry.value.table, number != site.number,
        site.depth < TableSite.depthLimit
      else { return nil }
      return TableSite(file: site.file, number: number, depth: site.depth + 1)
    }
  }

  /// The line of what was stored first; of the constructor when the table is empty.
  var line: Int {
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

  /// How many fields with names there are.
  var fieldCount: Int { Int(file.written.tables[Int(number)].fieldCount) }

  /// Fields with names, in the order of storing; a name is there once.
  var fields: [(name: String, site: Field)] {
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

  /// Elements 1, 2, 3 …, as far as they are known in order.
  var elements: [Field] { table.elements.map { Field($0, of: self, hasName: false) } }

  /// An element that stands for all that are not in `elements`, such as those added in a loop.
  var anyElement: Field? { table.anyElement.map { Field($0, of: self, hasName: false) } }

  /// Returns the field with a name.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  func field(_ name: String) -> Field? {
    entry(ofField: name).map { Field($0, of: self, hasName: true) }
  }

  /// Returns the line of the field with a name.
  func line(ofField name: String) -> Int? {
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

  /// Returns the element with a number, counted from 1.
  func element(_ index: Int) -> Field? {
    let isKnown = index >= 1 && index <= file.written.tables[Int(number)].elements.count
    let entry =
      isKnown ? file.written.tables[Int(number)].elements[index - 1] : table.anyElement
    return entry.map { Field($0, of: self, hasName: false) }
  }

  /// Finds where the table was written that a file returns.
  ///
  /// - Parameters:
  ///   - main: The code of the file.
  ///   - functionLines: The lines of the functions in it, by their numbers.
  /// - Returns: The site; `nil` when the table is not written in the file.
  /// - Complexity: O(*n*) in the number of instructions.
  static func ofReturnedValue(of main: CompiledFunction, functionLines: [Int]) -> TableSite? {
    var walk = TableWalk(main, functionLines: functionLines)
    return walk.returnedTable().map {
      TableSite(file: File(walk.tables, main.constants), number: $0, depth: 0)
    }
  }
}
